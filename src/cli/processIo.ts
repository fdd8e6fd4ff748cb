import { text } from 'node:stream/consumers'
import { UserError } from '../errors/UserError.ts'
import type { CliIo } from './CliIo.ts'

/** The process's own standard streams. */
export function processIo(): CliIo {
	const stop = new AbortController()
	let listening = false
	return {
		stdout: (content) => void process.stdout.write(content),
		stderr: (content) => void process.stderr.write(content),
		readStdin: () => text(process.stdin),
		interactive: process.stdin.isTTY === true,
		prompt: (question, options = {}) => prompt(question, options.hidden === true),
		env: process.env,
		get stopped() {
			// Only a command that waits takes the signals over; any other dies of them as usual.
			if (!listening) {
				listening = true
				for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
			}
			return stop.signal
		},
	}
}

async function prompt(question: string, hidden: boolean): Promise<string> {
	if (process.stdin.isTTY !== true) {
		throw new UserError('Nobody is there to answer a question.', {
			next: 'Run the command in a terminal, or give the answer as a flag or environment variable.',
		})
	}
	const { createInterface } = await import('node:readline/promises')
	const { Writable } = await import('node:stream')
	process.stderr.write(question)
	// readline echoes what is typed to its output; a passphrase goes nowhere.
	const output = new Writable({
		write: (chunk, _encoding, done) => {
			if (!hidden) process.stderr.write(chunk)
			done()
		},
	})
	const lines = createInterface({ input: process.stdin, output, terminal: true })
	try {
		return await lines.question('')
	} finally {
		lines.close()
		if (hidden) process.stderr.write('\n')
	}
}
