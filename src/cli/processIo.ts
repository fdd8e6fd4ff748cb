import { text } from 'node:stream/consumers'
import { UserError } from '../errors/UserError.ts'
import type { CliIo } from './CliIo.ts'
import { faultText } from './faultText.ts'

/** Creates the CliIo of this process. */
export function processIo(): CliIo {
	const stop = new AbortController()
	let listening = false
	// The reader of a pipe, such as head, has closed it: end waiting commands silently.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') {
			// The app looks after a terminal that is gone.
			if (process.stdout.isTTY) throw error
			if (!stop.signal.aborted) tellUnwritten(error)
		}
		stop.abort()
	})
	return {
		stdout: (content) => void process.stdout.write(content),
		stderr: (content) => void process.stderr.write(content),
		readStdin: () => text(process.stdin),
		interactive: process.stdin.isTTY === true,
		onTerminal: process.stdout.isTTY === true,
		prompt: (question, options = {}) => prompt(question, options.hidden === true),
		env: process.env,
		get stopped() {
			// Only a command that waits handles the signals; others end by default.
			if (!listening) {
				listening = true
				for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
			}
			return stop.signal
		},
	}
}

/** The output goes to a file on a full disk, for example: the command has failed whatever it did. */
function tellUnwritten(cause: Error): void {
	const next = 'Send it where there is room.'
	process.stderr.write(
		faultText(new UserError('The output could not be written.', { why: `${cause.message}.`, next, cause })),
	)
	process.once('exit', (code) => {
		process.exitCode = code === 0 ? 1 : code
	})
}

async function prompt(question: string, hidden: boolean): Promise<string> {
	if (process.stdin.isTTY !== true) {
		throw new UserError('There is no terminal to ask on.', {
			next: 'Run the command in a terminal, or give the answer as a flag or environment variable.',
		})
	}
	const { createInterface } = await import('node:readline/promises')
	const { Writable } = await import('node:stream')
	// readline echoes input to its output. For a passphrase that output is discarded, so the question is written here.
	if (hidden) process.stderr.write(question)
	const output = new Writable({
		write: (chunk, _encoding, done) => {
			if (!hidden) process.stderr.write(chunk)
			done()
		},
	})
	const lines = createInterface({ input: process.stdin, output, terminal: true })
	const cancel = new AbortController()
	// Without these handlers, Ctrl-C and Ctrl-D would leave the prompt pending forever.
	lines.once('SIGINT', () => cancel.abort())
	lines.once('close', () => cancel.abort())
	try {
		return await lines.question(hidden ? '' : question, { signal: cancel.signal })
	} catch (cause) {
		throw cancel.signal.aborted ? new UserError('Cancelled: nothing was changed.', { cause }) : cause
	} finally {
		lines.close()
		if (hidden) process.stderr.write('\n')
	}
}
