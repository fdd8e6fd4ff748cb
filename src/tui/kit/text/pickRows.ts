import type { PickList } from '../models/PickList.ts'
import type { Theme } from '../theme/Theme.ts'
import { fitCells } from './cells.ts'

/** `▸ [1] alice`: what is chosen of a list, and in which order where that counts. */
export function pickRows(
	theme: Theme,
	picks: PickList,
	options: {
		readonly rows: number
		readonly width: number
		readonly focused: boolean
		readonly numbered: boolean
		/** Said when there is nothing to choose from. */
		readonly empty: string
	},
): readonly string[] {
	const { rows, width, focused, numbered, empty } = options
	if (picks.choices.length === 0) return [theme.muted(fitCells(empty, width))]
	const top = picks.top(rows)
	return picks.choices.slice(top, top + rows).map((choice, row) => {
		const place = picks.place(top + row)
		const mark = place === 0 ? ' ' : numbered ? String(place) : '✓'
		const text = fitCells(`[${mark}] ${choice.label}`, width - 2)
		return focused && top + row === picks.at ? theme.selected(`▸ ${text}`) : `  ${text}`
	})
}
