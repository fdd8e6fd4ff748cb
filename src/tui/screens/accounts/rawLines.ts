import type { Line, View } from '../../kit/lines/View.ts'
import { clip, wrapCells } from '../../kit/text/cells.ts'
import { jsonRows } from '../../kit/text/jsonRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { AccountSide } from './AccountReading.ts'
import type { AccountsModel } from './AccountsModel.ts'

/** From this width on both replies stand beside each other. */
const besideFrom = 84

/** The raw view: both replies as JSON, beside each other where they fit, else one of them. */
export function rawLines(model: AccountsModel, view: View): readonly Line[] {
	const { theme, width, height } = view
	const { current } = model
	if (current === undefined) return [model.fault === '' ? theme.muted('◌ reading') : safeText(model.fault, 400)]
	if (view.plain) {
		return [...sideLines(model, 8, current.side8, view, width), ...sideLines(model, 9, current.side9, view, width)]
	}
	model.bothShown = width >= besideFrom
	if (!model.bothShown) {
		const side = model.front === 8 ? current.side8 : current.side9
		return model.scroll.window(sideLines(model, model.front, side, view, width), height)
	}
	const left = Math.floor((width - 3) / 2)
	const right = width - 3 - left
	const first = sideLines(model, 8, current.side8, view, left)
	const second = sideLines(model, 9, current.side9, view, right)
	const rows = Array.from(
		{ length: Math.max(first.length, second.length) },
		(_, row) => `${clip(first[row] ?? '', left)} ${theme.border('│')} ${second[row] ?? ''}`,
	)
	return model.scroll.window(rows, height)
}

function sideLines(
	model: AccountsModel,
	generation: 8 | 9,
	side: AccountSide,
	{ theme }: View,
	width: number,
): readonly Line[] {
	return model.drawn[generation].lines([side, width, theme], () => {
		const title = clip(`${theme.strong(`generation ${generation}`)} ${theme.muted(safeText(side.source, 100))}`, width)
		if (side.text === undefined) {
			return [title, ...wrapCells(safeText(side.fault, 600), width).map((line) => theme.warn(line))]
		}
		return [title, ...jsonRows(side.value, theme, width)]
	})
}
