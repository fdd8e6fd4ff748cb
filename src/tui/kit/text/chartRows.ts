import type { Paint, Theme } from '../theme/Theme.ts'
import { cellWidth, fitCells } from './cells.ts'

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** Options of a chart. */
export interface ChartOptions {
	/** The oldest first; undefined for gaps. */
	readonly values: readonly (number | undefined)[]
	readonly width: number
	/** Rows including the axis and its labels; the axis needs at least 4. */
	readonly height: number
	/** Whether the values are of a level, such as memory, which holds while nobody measures it. Other gaps stay blank. */
	readonly level?: boolean | undefined
	/** The cursor, as a part of the width from the left; its column is marked and its value stands below it. */
	readonly cursor?: number | undefined
	/** Formats a value with its unit, briefly: `1.2 M`, `0.9 s`. */
	readonly format: (value: number) => string
	/** Below the first and the last column: `02:10`, `now`. */
	readonly ends: readonly [string, string]
	readonly paint: Paint
	/** Colour of the rows near the top. */
	readonly paintHigh?: Paint
	/** Draws each value as a bar as wide as possible instead of one cell, for a few values such as hours of a day. */
	readonly bars?: boolean
	/** Least width of the labels at the left, so that charts and rows are aligned; see `seriesRow`. */
	readonly axis?: number
}

/**
 * A chart with an axis at the left that has ends and units and one below with times: two values a cell in dots of
 * braille, bars in eighths of a cell. Exactly `height` rows of at most `width` cells. A library was looked for: those
 * that draw on terminals colour by themselves or know no fixed width.
 */
export function chartRows(theme: Theme, options: ChartOptions): readonly string[] {
	const { width, height, format, paint, paintHigh = paint, ends, cursor } = options
	const rows = Math.max(1, height - 2)
	const known = options.values.filter((value) => value !== undefined)
	// What is counted has no halves.
	const isWhole = known.every(Number.isInteger)
	const scale = niceScale(Math.max(...known), isWhole)
	const middle = rows >= 5 && (!isWhole || Number.isInteger(scale / 2)) ? format(scale / 2) : ''
	const labels = [format(scale), middle, format(0)]
	const axis = Math.max(options.axis ?? 0, ...labels.map(cellWidth))
	const cells = Math.max(1, width - axis - 2)
	const wide = options.bars === true ? barCells(options.values.length, cells) : 0
	const most = wide > 0 ? Math.min(options.values.length, cells) : 2 * cells
	const shared = chartColumns(options.values, most)
	const columns = options.level === true ? heldValues(shared) : shared
	const used = wide > 0 ? columns.length * wide : cells
	const at = cursor === undefined ? -1 : Math.max(0, Math.min(used - 1, Math.round(cursor * (used - 1))))
	const lines = Array.from({ length: rows }, (_, index) => {
		const from = rows - 1 - index
		const label = index === 0 ? labels[0]! : index === Math.floor(rows / 2) ? middle : ''
		const drawn =
			wide > 0
				? columns.map((value) => bar(eighths[filledOf(value, scale, rows, from, 8)]!, wide)).join('')
				: brailleRow(columns, (value) => filledOf(value, scale, rows, from, 4))
		const tone = index < rows / 3 ? paintHigh : paint
		const marked =
			at < 0 ? tone(drawn) : tone(drawn.slice(0, at)) + theme.strong(under(drawn[at])) + tone(drawn.slice(at + 1))
		return `${theme.muted(fitCells(label, axis, 'right'))} ${theme.border(label === '' ? '│' : '┤')}${marked}`
	})
	const base = `${theme.muted(fitCells(format(0), axis, 'right'))} ${theme.border(`└${'─'.repeat(used)}`)}`
	const room = used - cellWidth(ends[0]) - cellWidth(ends[1])
	const times = room < 1 ? fitCells(ends[1], used, 'right') : `${ends[0]}${' '.repeat(room)}${ends[1]}`
	const value = wide > 0 ? columns[Math.floor(at / wide)] : (columns[2 * at + 1] ?? columns[2 * at])
	const read =
		at < 0 ? theme.muted(times) : theme.strong(placed(`▲ ${value === undefined ? 'none' : format(value)}`, at, used))
	return [...lines, base, `${' '.repeat(axis + 2)}${read}`].slice(0, Math.max(1, height))
}

/** Steps of a cell's height that a value fills in the row `from` rows above the axis; any value above zero is visible. */
function filledOf(value: number | undefined, scale: number, rows: number, from: number, steps: number): number {
	if (value === undefined || value <= 0) return 0
	const filled = Math.round((value / scale) * rows * steps) - from * steps
	return Math.max(from === 0 ? 1 : 0, Math.min(steps, filled))
}

/** Dots of a braille cell from the foot up, in its left and its right column. */
const leftDots = [0, 0x40, 0x44, 0x46, 0x47] as const
const rightDots = [0, 0x80, 0xa0, 0xb0, 0xb8] as const

/** A row of cells of two columns each. */
function brailleRow(columns: readonly (number | undefined)[], filled: (value: number | undefined) => number): string {
	let row = ''
	for (let column = 0; column < columns.length; column += 2) {
		const dots = leftDots[filled(columns[column])]! | rightDots[filled(columns[column + 1])]!
		row += dots === 0 ? ' ' : String.fromCharCode(0x2800 + dots)
	}
	return row
}

/** A cell under the cursor. */
function under(sign = ' '): string {
	return sign === ' ' ? '┊' : sign
}

/** A text whose first sign is at a column, or whose last one ends the row. */
function placed(text: string, at: number, cells: number): string {
	const start = Math.max(0, Math.min(at, cells - cellWidth(text)))
	return fitCells(`${' '.repeat(start)}${text}`, cells)
}

/** Each value, where there is none the one before. */
function heldValues(columns: readonly (number | undefined)[]): readonly (number | undefined)[] {
	let last: number | undefined
	return columns.map((value) => {
		last = value ?? last
		return last
	})
}

/** Width of each bar including its gap. */
function barCells(count: number, cells: number): number {
	return Math.max(1, Math.min(12, Math.floor(cells / count)))
}

/** A bar of a block, with a gap if there is room. */
function bar(block: string, cells: number): string {
	return cells === 1 ? block : `${block.repeat(cells - 1)} `
}

/** A row below a chart of bars, `   4xx  ··· ▂▂▂ ···`: a dot for zero. @param options.highest of a full block */
export function seriesRow(
	theme: Theme,
	name: string,
	values: readonly number[],
	options: { readonly width: number; readonly axis: number; readonly highest: number; readonly paint: Paint },
): string {
	const { width, axis, highest, paint } = options
	const wide = barCells(values.length, width - axis - 2)
	const blocks = values.map((value) => {
		const block = value <= 0 ? '·' : eighths[Math.max(1, Math.min(8, Math.ceil((value / highest) * 8)))]!
		return bar(block, wide)
	})
	return `${theme.muted(fitCells(name, axis, 'right'))}  ${paint(blocks.join(''))}`
}

/** Values shared out over a number of columns, from the first column to the last: of those that share one the highest. */
export function chartColumns(values: readonly (number | undefined)[], cells: number): readonly (number | undefined)[] {
	return Array.from({ length: cells }, (_, column) => {
		const from = Math.floor((column * values.length) / cells)
		const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / cells))
		const known = values.slice(from, to).filter((value) => value !== undefined)
		return known.length === 0 ? undefined : Math.max(...known)
	})
}

/** The next of 1, 2, 2.5, 5, 10, … above a value, for a round end of an axis. @param isWhole only whole numbers */
export function niceScale(value: number, isWhole = false): number {
	if (value <= 0) return 1
	const power = 10 ** Math.floor(Math.log10(value))
	const steps = [1, 2, 2.5, 5, 10].map((step) => step * power).filter((step) => !isWhole || Number.isInteger(step))
	return steps.find((step) => step >= value * 0.999_999) ?? value
}
