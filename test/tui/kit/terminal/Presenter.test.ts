import { EventEmitter } from 'node:events'
import xterm from '@xterm/headless'
import { describe, expect, it } from 'vitest'
import { anchored, Presenter, type TerminalOutput } from '../../../../src/tui/kit/terminal/Presenter.ts'
import { cellWidth, clip, graphemes } from '../../../../src/tui/kit/text/cells.ts'
import { hyperlink } from '../../../../src/tui/kit/text/linkText.ts'
import { randomSource, runSeed } from '../../../support/random.js'

/** A terminal that answers like one on a slow link: it may refuse more until it has drained. */
class SlowTerminal extends EventEmitter implements TerminalOutput {
	readonly emulator: InstanceType<typeof xterm.Terminal>
	columns: number
	rows: number
	full = false
	bytes = 0

	constructor(columns: number, rows: number) {
		super()
		this.columns = columns
		this.rows = rows
		this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
		this.emulator.write('\u001b[?1049h\u001b[?7l')
	}

	write(text: string): boolean {
		this.bytes += text.length
		this.emulator.write(text)
		return !this.full
	}

	drain(): void {
		this.full = false
		this.emit('drain')
	}
}

const pieces = ['a', 'Z', ' ', '·', '│', '─', '日', '本', 'あ', 'é', '▸', '✓', '●', '…', '👋', '한', 'Ω', '▇']

function randomLine(random: (below: number) => number, width: number): string {
	let line = ''
	const length = random(width + 4)
	for (let i = 0; i < length; i++) {
		const piece = pieces[random(pieces.length)]!
		const what = random(16)
		if (what < 2) line += `\u001b[3${random(8)}m${piece}\u001b[39m`
		else if (what === 2) line += hyperlink('https://example.org/a;b', `${piece}${pieces[random(pieces.length)]}`)
		else line += piece
	}
	return clip(line, width)
}

/** A line and the characters a terminal must show of it, by column; blanks left out. */
interface Sample {
	readonly line: string
	readonly cells: readonly (readonly [column: number, text: string, linked: boolean])[]
}

function sample(line: string): Sample {
	const cells: [number, string, boolean][] = []
	let column = 0
	let linked = false
	for (const part of line.replaceAll(/\u001b\[[\d;]*m/g, '').split(/(\u001b\]8;;[^\u0007]*\u0007)/)) {
		if (part.startsWith('\u001b')) {
			linked = part !== '\u001b]8;;\u0007'
			continue
		}
		for (const cluster of graphemes(part)) {
			if (cluster !== ' ') cells.push([column, cluster, linked])
			column += cellWidth(cluster)
		}
	}
	return { line, cells }
}

/** Whether a cell of the emulator belongs to a link, which its types keep to themselves. */
function isLinked(cell: object): boolean {
	return ((cell as { readonly extended?: { readonly urlId?: number } }).extended?.urlId ?? 0) !== 0
}

describe('Presenter', () => {
	it('shows each of 10,000 random frames exactly, through resizes and slow output', async () => {
		const seed = runSeed
		const random = randomSource()
		const sizes = [
			[60, 16],
			[80, 24],
			[41, 9],
			[100, 20],
		] as const
		const pools = new Map(
			sizes.map(
				([columns]) => [columns, Array.from({ length: 250 }, () => sample(randomLine(random, columns)))] as const,
			),
		)
		const terminal = new SlowTerminal(...sizes[0])
		const presenter = new Presenter(terminal)
		const any = (): Sample => {
			const pool = pools.get(terminal.columns as 60)!
			return pool[random(pool.length)]!
		}
		let frame = Array.from({ length: terminal.rows }, any)
		let compared = 0
		for (let step = 0; step < 10_000; step++) {
			if (random(50) === 0) {
				const [columns, rows] = sizes[random(sizes.length)]!
				Object.assign(terminal, { columns, rows })
				terminal.emulator.resize(columns, rows)
				presenter.resized()
				frame = Array.from({ length: rows }, any)
			}
			if (random(20) === 0) terminal.full = true
			frame = frame.map((old) => (random(4) === 0 ? any() : old))
			// As Ink does: erases and cursor moves of its own in front.
			presenter.write(`\u001b[2K\u001b[1A\u001b[2K\u001b[G${frame.map(({ line }) => line).join('\n')}\n`)
			if (random(3) !== 0) continue
			terminal.drain()
			await new Promise<void>((resolve) => terminal.emulator.write('', resolve))
			compared++
			frame.forEach(({ cells }, row) => {
				const shown = terminal.emulator.buffer.active.getLine(row)
				for (const [column, text, linked] of cells) {
					const cell = shown?.getCell(column)
					if (cell?.getChars() !== text || isLinked(cell) !== linked)
						expect.fail(
							`seed ${seed}, frame ${step}, row ${row}, column ${column}: ${cell?.getChars()} instead of ${text}, linked ${linked}`,
						)
				}
			})
		}
		expect(compared).toBeGreaterThan(2_000)
	})

	it('sends only the lines that changed', () => {
		const terminal = new SlowTerminal(80, 24)
		const presenter = new Presenter(terminal)
		const lines = Array.from({ length: 24 }, (_, row) => `row ${row}`.padEnd(80))
		presenter.write(lines.join('\n'))
		const before = terminal.bytes
		presenter.write(lines.with(5, 'changed'.padEnd(80)).join('\n'))
		expect(terminal.bytes - before).toBeLessThan(130)
	})

	it('drops stale frames while the terminal is busy and shows the newest', async () => {
		const terminal = new SlowTerminal(20, 3)
		const presenter = new Presenter(terminal)
		terminal.full = true
		presenter.write('first')
		const before = terminal.bytes
		for (let i = 0; i < 100; i++) presenter.write(`frame ${i}`)
		expect(terminal.bytes).toBe(before)
		terminal.drain()
		await new Promise<void>((resolve) => terminal.emulator.write('', resolve))
		expect(terminal.emulator.buffer.active.getLine(0)?.translateToString(true)).toBe('frame 99')
	})

	it('sends nothing while closed and everything again on replay', () => {
		const terminal = new SlowTerminal(20, 3)
		const presenter = new Presenter(terminal)
		presenter.setOpen(false)
		presenter.write('hidden')
		expect(terminal.bytes).toBe(0)
		presenter.setOpen(true)
		presenter.replay()
		expect(terminal.bytes).toBeGreaterThan(0)
	})

	it('tells Ink one row more than there is, so that it never clears the scrollback', () => {
		expect(new Presenter(new SlowTerminal(20, 3)).rows).toBe(4)
	})

	it('sets the column after characters terminals disagree on, and only there', () => {
		expect(anchored('plain ─ text ▸')).toBe('plain ─ text ▸')
		expect(anchored('a👋b')).toBe('a👋\u001b[4Gb')
		expect(anchored('\u001b[31m日\u001b[39m|')).toBe('\u001b[31m日\u001b[3G\u001b[39m|')
	})
})

describe('a write of Ink', () => {
	function open(isAscii?: boolean) {
		const sent: string[] = []
		const terminal: TerminalOutput = { columns: 20, rows: 4, once: () => {}, write: (text) => sent.push(text) > 0 }
		const presenter = new Presenter(terminal, isAscii)
		const written = (text: string): readonly string[] => {
			presenter.write(text)
			return sent.splice(0)
		}
		return { presenter, written }
	}
	const row = (at: number, text: string): string => `\u001b[${at};1H\u001b[0m\u001b[K${text}`
	const update = (...rows: readonly string[]): string => `\u001b[?2026h${rows.join('')}\u001b[0m\u001b[?2026l`

	it('a write of Ink is a frame, with or without a break at its end and whatever moves the cursor before it', () => {
		const frame = [update(row(1, 'a'), row(2, ''), row(3, 'b'))]
		for (const text of ['a\n\nb', 'a\n\nb\n', '\u001b[2K\u001b[1A\u001b[Ga\n\nb'])
			expect(open().written(text)).toEqual(frame)
		// Colours before the text belong to it.
		expect(open().written('\u001b[1ma\u001b[22m')).toEqual([update(row(1, '\u001b[1ma\u001b[22m'))])
	})

	it('a write of Ink that draws nothing is not sent, and leaves the frame as it is', () => {
		const { written } = open()
		written('a\nb')
		for (const text of ['', '\n', '\u001b[?25l', '\u001b[2J\u001b[H', '\u001b[0m']) expect(written(text)).toEqual([])
		expect(written('a\nc')).toEqual([update(row(2, 'c'))])
		expect(written('a')).toEqual([update(row(2, ''))])
	})

	it('a write of Ink is done at once, to a terminal that has one row less than it is told', () => {
		const { presenter } = open()
		let done = 0
		presenter.write('a', () => done++)
		presenter.write('', () => done++)
		presenter.write('b', () => done++)
		expect([presenter.isTTY, presenter.rows, presenter.columns]).toEqual([true, 5, 20])
		return expect.poll(() => done).toBe(3)
	})

	it('a terminal of ASCII alone gets the likeness of each sign', () => {
		expect(open(true).written('│ ✓ é')).toEqual([update(row(1, '| v ?'))])
		expect(open(false).written('│ ✓')).toEqual([update(row(1, '│ ✓\u001b[4G'))])
	})
})
