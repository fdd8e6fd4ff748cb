import type { Line } from '../../../kit/lines/View.ts'
import { short } from '../../../kit/text/numbers.ts'
import type { Paint, Theme } from '../../../kit/theme/Theme.ts'

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const axisCells = 7

/** Columns a chart has room for. */
export function chartColumns(width: number): number {
	return Math.max(1, width - axisCells)
}

function columnCells(count: number, cells: number): number {
	return Math.max(1, Math.min(12, Math.floor(cells / Math.max(1, count))))
}

/**
 * One line of columns below a chart of the same number of values, named at the left; empty columns stay blank.
 *
 * @param options.highest What a full column stands for, so that rows can be compared; the highest value by default.
 */
export function columnRow(
	name: string,
	values: readonly number[],
	options: { readonly width: number; readonly theme: Theme; readonly paint: Paint; readonly highest?: number },
): Line {
	const { width, theme, paint } = options
	const wide = columnCells(values.length, chartColumns(width))
	const highest = options.highest ?? Math.max(0, ...values)
	const blocks = values.map((value) => {
		const block = value === 0 ? '·' : eighths[Math.max(1, Math.ceil((value / highest) * 8))]!
		return wide > 1 ? `${block.repeat(wide - 1)} ` : block
	})
	return theme.muted(`${name.padStart(axisCells - 2)}  `) + paint(blocks.join(''))
}

/**
 * Columns of block characters over a time axis: the highest value is named at the left, the first and last time below.
 * Exactly `height` lines, the axis among them.
 */
export function columnChart(
	values: readonly number[],
	options: {
		readonly width: number
		readonly height: number
		readonly theme: Theme
		readonly paint: Paint
		/** Times below the first and the last column. */
		readonly ends: readonly [string, string]
	},
): readonly Line[] {
	const { width, height, theme, paint, ends } = options
	const cells = chartColumns(width)
	const wide = columnCells(values.length, cells)
	const highest = Math.max(0, ...values)
	const rows = Math.max(1, height - 1)
	const lines: Line[] = []
	for (let row = rows - 1; row >= 0; row--) {
		const label = row === rows - 1 ? short(highest) : row === 0 && rows > 1 ? '0' : ''
		const blocks = values.map((value) => {
			const filled = highest === 0 ? 0 : Math.ceil((value / highest) * rows * 8) - row * 8
			const block = eighths[Math.max(0, Math.min(8, filled))]!
			return block.repeat(wide > 1 ? wide - 1 : 1) + (wide > 1 ? ' ' : '')
		})
		lines.push(theme.muted(`${label.padStart(axisCells - 2)} ${row === 0 ? '└' : '│'}`) + paint(blocks.join('')))
	}
	const span = Math.max(ends[0].length + ends[1].length + 1, values.length * wide)
	return [...lines, theme.muted(' '.repeat(axisCells) + ends[0].padEnd(span - ends[1].length) + ends[1])]
}
