import type { JsonRow } from '../models/JsonTree.ts'
import type { Theme } from '../theme/Theme.ts'
import { fitCells } from './cells.ts'
import { safeText } from './safeText.ts'

/** A row of a JSON value in its colours: names quieter, strings, numbers and words apart. Cut at the width. */
export function jsonRowText(theme: Theme, row: JsonRow, width: number, selected: boolean): string {
	const mark = row.kind === 'folded' ? '▸ ' : row.kind === 'open' ? '▾ ' : '  '
	const lead = ' '.repeat(row.depth * 2) + mark
	const name = row.name === undefined ? '' : `${JSON.stringify(safeText(row.name, 200))}: `
	const value = safeText(row.text, 4_096) + (row.comma ? ',' : '')
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
