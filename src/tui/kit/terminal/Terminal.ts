import { StringDecoder } from 'node:string_decoder'
import { InputDecoder } from './InputDecoder.ts'
import type { InputEvent } from './Key.ts'
import { Presenter } from './Presenter.ts'

/** Input and output of a terminal: `process.stdin` and `process.stdout`, or doubles in tests. */
export interface TerminalStreams {
	readonly input: NodeJS.ReadStream
	readonly output: NodeJS.WriteStream
}

/**
 * Life cycle of a full-screen terminal. It enters and leaves the alternate screen, raw mode and the requested reports
 * (mouse, focus, bracketed paste), and restores everything whatever ends the program.
 */
export class Terminal {
	/** The output stream of Ink. */
	readonly presenter: Presenter
	readonly #input: NodeJS.ReadStream
	readonly #output: NodeJS.WriteStream
	readonly #decoder: InputDecoder
	readonly #utf8 = new StringDecoder('utf8')
	readonly #onSize: (columns: number, rows: number) => void
	#entered = false
	#mouse: boolean
	#escapeTimer: NodeJS.Timeout | undefined

	constructor(
		streams: TerminalStreams,
		options: {
			readonly mouse: boolean
			/** Whether it shows ASCII alone; see `showsAsciiAlone`. */
			readonly isAscii?: boolean
			readonly onEvent: (event: InputEvent) => void
			readonly onSize: (columns: number, rows: number) => void
		},
	) {
		this.#input = streams.input
		this.#output = streams.output
		this.#mouse = options.mouse
		this.#onSize = options.onSize
		this.#decoder = new InputDecoder(options.onEvent)
		this.presenter = new Presenter(streams.output, options.isAscii)
		this.presenter.setOpen(false)
	}

	get columns(): number {
		return this.#output.columns || 80
	}

	get rows(): number {
		return this.#output.rows || 24
	}

	/** Takes over the terminal. A second call does nothing. */
	enter(): void {
		if (this.#entered) return
		this.#entered = true
		this.#output.write(`\x1b[?1049h\x1b[2J\x1b[H${modes(true, this.#mouse)}\x1b]11;?\x1b\\`)
		this.#input.setRawMode?.(true)
		this.#input.on('data', this.#read)
		this.#input.resume()
		this.#output.on('resize', this.#resize)
		process.on('exit', this.leave)
		this.presenter.setOpen(true)
		this.presenter.replay()
	}

	/** Restores the terminal: main screen, cursor, autowrap, cooked mode. Safe at any time, also in an exit hook. */
	readonly leave = (): void => {
		if (!this.#entered) return
		this.#entered = false
		this.presenter.setOpen(false)
		clearTimeout(this.#escapeTimer)
		this.#input.off('data', this.#read)
		this.#output.off('resize', this.#resize)
		process.off('exit', this.leave)
		try {
			this.#input.setRawMode?.(false)
		} catch {
			// The window is closed, so there is no terminal to restore.
		}
		this.#input.pause()
		this.#output.write(`${modes(false, this.#mouse)}\x1b[0m\x1b[?1049l\x1b[?25h`)
	}

	/**
	 * Handles Ctrl-Z: restores the terminal and stops the whole job, as the shell would; returns on `fg`. It stops the
	 * process group, because otherwise a parent such as npm would keep the terminal.
	 */
	suspend(): void {
		if (!this.#entered || process.platform === 'win32') return
		this.leave()
		const resume = (): void => {
			process.off('SIGCONT', resume)
			clearTimeout(timer)
			this.enter()
			this.#resize()
		}
		// Keeps the event loop alive while stopped, and returns by itself if no shell can stop the process.
		const timer = setTimeout(resume, 300)
		process.on('SIGCONT', resume)
		process.kill(0, 'SIGTSTP')
	}

	/** Switches mouse reports. Without them the terminal's own selection works. */
	setMouse(on: boolean): void {
		this.#mouse = on
		if (this.#entered) this.#output.write(mouseModes(on))
	}

	/** Sends a sequence that draws nothing (clipboard, title). */
	send(sequence: string): void {
		if (this.#entered) this.#output.write(sequence)
	}

	readonly #read = (chunk: Buffer | string): void => {
		clearTimeout(this.#escapeTimer)
		this.#decoder.push(typeof chunk === 'string' ? chunk : this.#utf8.write(chunk))
		if (this.#decoder.waiting) this.#escapeTimer = setTimeout(() => this.#decoder.settle(), escapeMs)
	}

	readonly #resize = (): void => {
		this.#onSize(this.columns, this.rows)
		this.presenter.resized()
	}
}

/** Time in which ESC can start a sequence: long enough for a slow link, too short to notice. */
const escapeMs = 40

function modes(on: boolean, mouse: boolean): string {
	const set = on ? 'h' : 'l'
	// Autowrap and cursor are off while the app draws.
	return `\x1b[?7${on ? 'l' : 'h'}\x1b[?25${on ? 'l' : 'h'}\x1b[?2004${set}\x1b[?1004${set}${mouse || !on ? mouseModes(on) : ''}`
}

function mouseModes(on: boolean): string {
	return on ? '\x1b[?1000h\x1b[?1006h' : '\x1b[?1006l\x1b[?1000l'
}
