import xterm from '@xterm/headless'
import { describe, expect, it } from 'vitest'
// As it is installed: only what Ink's own files import is replaced.
import StockOutput from '../../../../node_modules/ink/build/output.js'
import stockSanitizeAnsi from '../../../../node_modules/ink/build/sanitize-ansi.js'
import stockWrapText from '../../../../node_modules/ink/build/wrap-text.js'
import { checkInkParts } from '../../../../scripts/inkParts.js'
import Output from '../../../../src/tui/kit/ink/output.ts'
import sanitizeAnsi from '../../../../src/tui/kit/ink/sanitizeAnsi.ts'
import widestLine from '../../../../src/tui/kit/ink/widestLine.ts'
import wrapText from '../../../../src/tui/kit/ink/wrapText.ts'
import { cellWidth, graphemes } from '../../../../src/tui/kit/text/cells.ts'
import { hyperlink } from '../../../../src/tui/kit/text/linkText.ts'
import { randomSource } from '../../../support/random.js'
import { modernWidths } from '../../support/modernWidths.ts'

const width = 48
const height = 10
/** Columns up to which texts reach. */
const total = width + 20
const narrow = ['a', 'Z', ' ', '·', '│', '─', 'é', '▸', '✓', '…', 'Ω', '▇']
const wide = ['日', '本', 'あ', '👋', '한']

type Random = (below: number) => number
interface Clip {
	readonly x1: number | undefined
	readonly x2: number | undefined
	readonly y1: number | undefined
	readonly y2: number | undefined
}
interface Written {
	readonly x: number
	readonly y: number
	readonly text: string
	readonly clip: Clip | undefined
}

function randomText(random: Random, pieces: readonly string[]): string {
	const line = (): string => {
		let text = ''
		for (let left = random(14); left >= 0; left--) {
			const piece = pieces[random(pieces.length)]!
			const style = random(12)
			if (style === 0) text += `\x1b[3${random(8)}m${piece}\x1b[39m`
			else if (style === 1) text += `\x1b[1m\x1b[4${random(8)}m${piece}\x1b[49m\x1b[22m`
			else text += piece
		}
		return text
	}
	return Array.from({ length: 1 + random(3) }, line).join('\n')
}

function randomFrame(random: Random, pieces: readonly string[]): readonly Written[] {
	return Array.from({ length: 1 + random(9) }, () => {
		const x = random(width - 8)
		const y = random(height)
		const across = random(3) > 0
		const clip =
			random(3) === 0
				? {
						x1: across ? x + random(5) - 2 : undefined,
						x2: across ? x + 3 + random(8) : undefined,
						y1: across ? undefined : y,
						y2: across ? undefined : y + 1,
					}
				: undefined
		return { x, y, text: randomText(random, pieces), clip }
	})
}

function drawn(output: Output | StockOutput, frame: readonly Written[]): string {
	for (const { x, y, text, clip } of frame) {
		if (clip !== undefined) output.clip(clip)
		output.write(x, y, text, { transformers: [] })
		if (clip !== undefined) output.unclip()
	}
	return output.get().output
}

/** The plainest model: a grid of cells with their styles; of a wide character that loses a half the other is a blank. */
function modelled(frame: readonly Written[]): string {
	const grid = Array.from({ length: height }, () => Array.from({ length: total }, () => ({ char: ' ', style: '' })))
	const put = (row: { char: string; style: string }[], x: number, char: string, style: string): void => {
		if (row[x]?.char === '' && row[x - 1] !== undefined) row[x - 1] = { char: ' ', style: '' }
		if (row[x + 1]?.char === '') row[x + 1] = { char: ' ', style: '' }
		if (x >= 0 && x < total) row[x] = { char, style }
	}
	for (const { x, y, text, clip } of frame) {
		const inside = (column: number): boolean => column >= (clip?.x1 ?? 0) && column < (clip?.x2 ?? total)
		text.split('\n').forEach((line, index) => {
			const row = grid[y + index]
			if (row === undefined || y + index < (clip?.y1 ?? 0) || y + index >= (clip?.y2 ?? height)) return
			let column = x
			let style: string[] = []
			for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
				if (part.startsWith('\x1b')) {
					style = /\[(39|49|22)m/.test(part) ? style.filter((set) => kindOf(set) !== endOf(part)) : [...style, part]
					continue
				}
				for (const cluster of graphemes(part)) {
					const cells = cellWidth(cluster)
					const painted = style.join('')
					if (cells === 1 && inside(column)) put(row, column, cluster, painted)
					if (cells === 2) {
						const whole = inside(column) && inside(column + 1)
						// Of a half that a clip leaves, the kit paints no colour.
						if (inside(column)) put(row, column, whole ? cluster : ' ', whole ? painted : '')
						if (inside(column + 1)) put(row, column + 1, ' ', '')
						if (whole) {
							row[column] = { char: cluster, style: painted }
							row[column + 1] = { char: '', style: painted }
						}
					}
					column += cells
				}
			}
		})
	}
	return grid
		.map((row) => row.map(({ char, style }) => (char === '' ? '' : `\x1b[0m${style}${char}`)).join(''))
		.join('\n')
}

function kindOf(sequence: string): string {
	return sequence.startsWith('\x1b[3') ? 'foreground' : sequence.startsWith('\x1b[4') ? 'background' : 'bold'
}

function endOf(sequence: string): string {
	return sequence === '\x1b[39m' ? 'foreground' : sequence === '\x1b[49m' ? 'background' : 'bold'
}

/** What a terminal shows, cell by cell; of blanks only the background counts. */
async function shown(text: string): Promise<readonly string[]> {
	const terminal = new xterm.Terminal({ cols: total, rows: height, allowProposedApi: true })
	modernWidths(terminal)
	await new Promise<void>((done) => terminal.write(text.replaceAll('\n', '\x1b[0m\r\n'), done))
	return Array.from({ length: height }, (_, y) => {
		const line = terminal.buffer.active.getLine(y)!
		return Array.from({ length: width }, (__, x) => {
			const cell = line.getCell(x)!
			const chars = cell.getChars() === '' && cell.getWidth() > 0 ? ' ' : cell.getChars()
			const blank = chars === ' '
			return `${chars}${blank ? '' : `${cell.getFgColorMode()}:${cell.getFgColor()}:${cell.isBold()}`}:${cell.getBgColorMode()}:${cell.getBgColor()}`
		}).join('|')
	})
}

describe('the replaced output of Ink', () => {
	it('draws what a plain grid of cells draws: colours, clips, covered and wide characters', async () => {
		const random = randomSource('ink output')
		for (let count = 0; count < 150; count++) {
			const frame = randomFrame(random, [...narrow, ...wide])
			const ours = drawn(new Output({ width, height }), frame)
			expect(await shown(ours), JSON.stringify(frame)).toEqual(await shown(modelled(frame)))
		}
	})

	it('draws what the stock one draws where no wide character is cut', async () => {
		const random = randomSource('stock output')
		for (let count = 0; count < 150; count++) {
			const frame = randomFrame(random, narrow)
			const ours = drawn(new Output({ width, height }), frame)
			const stock = drawn(new StockOutput({ width, height }), frame)
			expect(await shown(ours), JSON.stringify(frame)).toEqual(await shown(stock))
		}
	})

	it('hands lines to the transformers with their number', () => {
		const output = new Output({ width, height })
		output.write(1, 0, 'a\nb', { transformers: [(line, row) => `${line}${row}`] })
		expect(output.get().output.split('\n').slice(0, 2)).toEqual([' a0', ' b1'])
	})
})

describe('the other replaced parts', () => {
	it('measure the widest line', () => {
		expect(['', 'ab', 'a\n日本', '\x1b[31mabc\x1b[39m\nx'].map(widestLine)).toEqual([0, 2, 4, 3])
	})

	it('wrap and cut as the stock one', () => {
		const random = randomSource('wrap')
		for (let count = 0; count < 300; count++) {
			const text = randomText(random, [...narrow, ...wide, ' ', ' '])
			const cells = 2 + random(12)
			for (const kind of ['wrap', 'truncate', 'truncate-middle', 'truncate-start'] as const) {
				expect(wrapText(text, cells, kind)).toBe(stockWrapText(text, cells, kind))
			}
		}
	})

	it('keep colours and links, and let nothing else through', () => {
		const good = `\x1b[1;31mred\x1b[0m ${hyperlink('https://example.org', 'link')}`
		expect(sanitizeAnsi(good)).toBe(good)
		expect(sanitizeAnsi(good)).toBe(stockSanitizeAnsi(good))
		for (const hostile of [
			'a\x1b[2Jb',
			'a\x1b]52;c;eA==\x07b',
			'a\x1b]0;title\x07b',
			'a\x07\r\tb',
			'a\x9b2Jb',
			'a\x1bPq\x1b\\b',
		])
			expect(sanitizeAnsi(hostile).replaceAll(/[^ab\x00-\x1f\x7f-\x9f]/g, ''), JSON.stringify(hostile)).toBe('ab')
	})
})

describe('the list of parts', () => {
	it('names what this release of Ink imports', () => {
		expect(checkInkParts).not.toThrow()
	})

	it('the list of parts is what Ink runs with here', async () => {
		const { Text } = await import('ink')
		const { render } = await import('ink-testing-library')
		const { createElement } = await import('react')
		const view = render(createElement(Text, null, 'a\x1b]52;c;eA==\x07b'))
		expect(view.lastFrame()).toBe('ab')
		view.unmount()
	})
})
