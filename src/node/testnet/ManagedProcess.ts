import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A program and the destination of its output. */
export interface ManagedProcessOptions {
	readonly command: string
	readonly args: readonly string[]
	/** File that receives both outputs; at ten megabytes it becomes FILE.1, and a new one begins. */
	readonly logFile: string
	/** Receives every line of both outputs. */
	readonly onLine: (line: string) => void
}

/** Size at which a log begins anew. An engine writes about 1.4 kB an empty block. */
const fullLog = 10_000_000

/** Runs a program until it is told to end; a file keeps its output. */
export class ManagedProcess {
	/** Resolves with how it ended: `code 1`, `signal SIGKILL`, or why it could not start. */
	readonly ended: Promise<string>
	readonly #child: ChildProcess
	readonly #logFile: string
	#log: WriteStream
	#logged: number
	#isRunning = true

	constructor({ command, args, logFile, onLine }: ManagedProcessOptions) {
		this.#logFile = logFile
		this.#logged = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
		this.#log = openLog(logFile)
		this.#child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
		for (const output of [this.#child.stdout!, this.#child.stderr!]) {
			createInterface({ input: output }).on('line', (line) => {
				this.#write(`${line}\n`)
				onLine(line)
			})
		}
		this.ended = new Promise((resolve) => {
			this.#child.once('error', (error) => resolve(error.message))
			this.#child.once('close', (code, signal) => resolve(code === null ? `signal ${signal}` : `code ${code}`))
		}).then((how) => {
			this.#isRunning = false
			this.#log.end()
			return String(how)
		})
	}

	get pid(): number | undefined {
		return this.#child.pid
	}

	#write(text: string): void {
		if (this.#log.destroyed) this.#log = openLog(this.#logFile)
		this.#logged += text.length
		if (this.#logged > fullLog) {
			this.#log.end()
			renameSync(this.#logFile, `${this.#logFile}.1`)
			this.#log = openLog(this.#logFile)
			this.#logged = text.length
		}
		this.#log.write(text)
	}

	/** Sends a signal to the program alone. */
	signal(name: NodeJS.Signals): void {
		this.#child.kill(name)
	}

	/** Asks the program to end, and kills it after ten seconds. */
	async stop(): Promise<void> {
		if (!this.#isRunning) return
		this.#child.kill('SIGTERM')
		const hard = setTimeout(() => this.#child.kill('SIGKILL'), 10_000)
		await this.ended
		clearTimeout(hard)
	}
}

/** A log that a full disk ends, not the programs: lines are lost until there is room. */
function openLog(file: string): WriteStream {
	return createWriteStream(file, { flags: 'a' }).on('error', () => undefined)
}
