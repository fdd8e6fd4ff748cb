import { Writable } from 'node:stream'
import { BoundedCache } from '../../../util/BoundedCache.ts'
import { cellWidth, graphemes } from '../text/cells.ts'
import { asciiText } from './asciiText.ts'

/** The parts of a terminal that the presenter uses: `process.stdout`, or a double in tests. */
export interface TerminalOutput {
	write(text: string): boolean
	once(event: 'drain', listener: () => void): unknown
	readonly columns: number
	readonly rows: number
}

/**
 * The `stdout` given to Ink. Ink's standard mode writes the whole frame each time; the presenter keeps the lines on the
 * screen, sends only those that differ, each at its absolute place, as one synchronized update (DEC mode 2026).
 *
 * - Nothing is sent while the terminal has not drained: stale frames are dropped, the newest is kept (slow links).
 * - After each character whose width terminals disagree on, the column is set absolutely, so borders never shift.
 * - `CSI K` comes before the text: after a full-width line it would eat the last column in tmux.
 */
export class Presenter extends Writable {
	readonly isTTY = true
	readonly #terminal: TerminalOutput
	#shown: readonly string[] = []
	#last: readonly string[] | undefined
	#pending: readonly string[] | undefined
	#waiting = false
	#wipe = false
	#open = true

	readonly #draw: (line: string) => string

	/** @param isAscii Borders and marks become ASCII, for a terminal that shows no others. */
	constructor(terminal: TerminalOutput, isAscii = false) {
		super({ decodeStrings: false })
		this.#terminal = terminal
		this.#draw = isAscii ? asciiText : anchored
	}

	/** Width of the terminal in cells. */
	get columns(): number {
		return this.#terminal.columns
	}

	/** One row more than the terminal has: Ink 6.8 clears screen and scrollback at each frame as high as it. */
	get rows(): number {
		return this.#terminal.rows + 1
	}

	override _write(chunk: unknown, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		const body = String(chunk).replace(leadingControls, '')
		if (body !== '' && body !== '\n' && !onlyControls.test(body)) {
			this.#last = (body.endsWith('\n') ? body.slice(0, -1) : body).split('\n')
			this.#pending = this.#last
			this.#flush()
		}
		done()
	}

	/** Draws finished rows without Ink, for the first frame. */
	show(lines: readonly string[]): void {
		this.#last = lines
		this.#pending = lines
		this.#flush()
	}

	/** Repaints everything: after a resize, after SIGCONT, on Ctrl-L. */
	replay(): void {
		this.#wipe = true
		this.#pending = this.#last
		this.#flush()
	}

	/** Reports a new terminal size to Ink and the screen. */
	resized(): void {
		this.#wipe = true
		this.emit('resize')
	}

	/** Stops output to the terminal (after leaving the alternate screen), or resumes it. */
	setOpen(open: boolean): void {
		this.#open = open
	}

	#flush(): void {
		if (!this.#open || this.#waiting || this.#pending === undefined) return
		const lines = this.#pending.slice(0, this.#terminal.rows)
		this.#pending = undefined
		if (this.#wipe) this.#shown = []
		let out = this.#wipe ? '\x1b[0m\x1b[2J' : ''
		this.#wipe = false
		for (let row = 0; row < Math.max(lines.length, this.#shown.length); row++) {
			const line = lines[row] ?? ''
			if (line === this.#shown[row]) continue
			out += `\x1b[${row + 1};1H\x1b[0m\x1b[K${this.#draw(line)}`
		}
		this.#shown = lines
		if (out === '') return
		if (!this.#terminal.write(`\x1b[?2026h${out}\x1b[0m\x1b[?2026l`)) {
			this.#waiting = true
			this.#terminal.once('drain', () => {
				this.#waiting = false
				this.#flush()
			})
		}
	}
}

/** The line with `CSI column G` after every character whose width terminals disagree on. */
export function anchored(line: string): string {
	return certain.test(line) ? line : anchoredLines.get(line, anchor)
}

const anchoredLines = new BoundedCache<string>(500)

function anchor(line: string): string {
	let out = ''
	let column = 1
	for (const part of line.split(sequences)) {
		if (part.startsWith('\x1b')) {
			out += part
			continue
		}
		for (const cluster of graphemes(part)) {
			const width = cellWidth(cluster)
			column += width
			out += certain.test(cluster) ? cluster : `${cluster}\x1b[${column}G`
		}
	}
	return out
}

/** Control sequences before the first text of a write, other than colours (which end in `m`). */
const leadingControls = /^(?:\x1b\[(?!\d*(?:;\d*)*m)[\d;?]*[A-Za-ln-z])+/
const onlyControls = /^(?:\x1b\[[\d;?]*[A-Za-z])+$/
const sequences = /(\x1b\[[\d;]*m|\x1b\]8;[^\x07]*\x07)/
/** Text of the same width on every terminal: Latin, box drawing, blocks, the frame's symbols, colours and links. */
const certain =
	/^(?:[\x20-\x7e\xa1-\xac\xae-\u02af\u2010-\u2027\u2039\u203a\u2190-\u21ff\u2400-\u2426\u2500-\u259f\u25a0-\u25fc]|\x1b\[[\d;]*m|\x1b\]8;[\x20-\x7e]*\x07)*$/
