import type { JsonRow } from '../models/JsonTree.ts'
import type { Theme } from '../theme/Theme.ts'
import { cellWidth, fitCells, middle } from './cells.ts'
import { safeText } from './safeText.ts'

/** How a row of a JSON value is marked. */
export interface JsonRowMarks {
	readonly selected: boolean
	/** A sign of one cell before the row; a blank keeps its place. */
	readonly sign?: string
	/** The row is meant by something elsewhere on the screen. */
	readonly lit?: boolean
}

/**
 * A row of a JSON value in its colours: names quieter, strings, numbers and words apart. A value that is too long is cut in
 * its middle.
 */
export function jsonRowText(theme: Theme, row: JsonRow, width: number, marks: JsonRowMarks): string {
	const { selected, sign = '', lit = false } = marks
	const mark = row.kind === 'folded' ? '▸ ' : row.kind === 'open' ? '▾ ' : '  '
	const lead = (sign === '' ? '' : `${sign} `) + ' '.repeat(row.depth * 2) + mark
	const name = row.name === undefined ? '' : `${JSON.stringify(safeText(row.name, 200))}: `
	const room = width - cellWidth(lead + name) - (row.comma ? 1 : 0)
	const value = shortened(safeText(row.text, 4_096), room) + (row.comma ? ',' : '')
	if (lit && !selected) return theme.match(fitCells(lead + name + value, width).trimEnd())
	if (selected) return theme.selected(fitCells(lead + name + value, width))
	const paint = {
		string: theme.good,
		number: theme.chart2,
		word: theme.warn,
		folded: theme.muted,
		open: (text: string) => text,
		close: (text: string) => text,
	}[row.kind]
	const shown = lead + theme.muted(name) + paint(value)
	return fitCells(shown, width)
}

/** Hashes, addresses and signatures are told by both their ends. */
function shortened(value: string, room: number): string {
	return /^[\x20-\x7e]*$/.test(value) && room >= 9 ? middle(value, room) : value
}
