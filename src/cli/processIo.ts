import { text } from 'node:stream/consumers'
import { UserError } from '../errors/UserError.ts'

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
	const output = new Writable({
		write: (chunk, _encoding, done) => {
			if (!hidden) process.stderr.write(chunk)
			done()
		},
	})
	const lines = createInterface({ input: process.stdin, output, terminal: true })
	// readline echoes input to its output. For a passphrase that output is discarded, so the question is written here, once the
	// terminal itself echoes nothing any more.
	if (hidden) process.stderr.write(question)
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

/** The parts of the process that a command uses. Tests provide their own. */
export interface CliIo {
	/** Writes results. */
	stdout(text: string): void
	/** Writes everything else: prompts, notices, errors. */
	stderr(text: string): void
	/** Reads all of standard input as text. */
	readStdin(): Promise<string>
	/** Whether standard input is a terminal. */
	readonly interactive: boolean
	/** Whether standard output is a terminal. Live output is then text, otherwise JSON lines. */
	readonly onTerminal?: boolean
	/** Reads one line from the user; `hidden` for passphrases. Rejects with UserError without a terminal. */
	prompt(question: string, options?: { readonly hidden?: boolean }): Promise<string>
	readonly env: Readonly<Record<string, string | undefined>>
	/** Aborts on SIGINT and SIGTERM. */
	readonly stopped: AbortSignal
}

/** Text of an error that ended the program: cause and next step, or a request to report a fault of this program. */
export function faultText(error: unknown): string {
	if (error instanceof UserError) return `Error: ${error.text}\n`
	const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
	return `Error: chain-tui met a fault of its own.\n${detail}\nPlease report it with the lines above.\n`
}
