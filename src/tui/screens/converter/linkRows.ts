import { breakCells, cellWidth, fitCells, wrapCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RowSpace } from '../../kit/theme/RowSpace.ts'
import type { ConverterModel } from './ConverterModel.ts'

/** The sign of the field under the cursor: whether it is on the other side as well. */
export function cursorSign(isLinked: boolean): string {
	return isLinked ? '●' : '○'
}

/**
 * What the field under the cursor is on the other side, with its whole path and value, and a legend of the signs below it.
 * Always as many rows as asked for.
 */
export function linkRows(model: ConverterModel, { theme, width }: RowSpace, height: number): readonly string[] {
	const side = model.pane === 'result' ? 'result' : 'source'
	const { forms } = model
	if (forms === undefined || height < 1) return []
	const { path, to, note } = forms.field(side)
	const from = `${cursorSign(to.length > 0)} ${safeText(path === '' ? 'all of it' : path, 300)}`
	const links = to.map((place) => `◆ ${safeText(place === '' ? 'all of it' : place, 300)}`)
	const arrow = links.length === 0 ? '' : ` → ${links.join('  ')}`
	const said = note === '' ? '' : ` · ${note}`
	const text = `${from}${arrow}${said}`
	const legend = theme.muted(
		fitCells(`● here  ◆ the same on the other side  ○ only on this side  ${keysText(model)}`, width).trimEnd(),
	)
	const room = height - 1
	if (room < 1) return [fitCells(theme.accent(text), width)]
	const value = forms.tree(side).selected
	const told = wrapCells(text, width).map((line) => (to.length > 0 ? theme.accent(line) : theme.warn(line)))
	// What is cut in the tree is whole here.
	const isLong = value?.kind === 'string' && cellWidth(value.text) > 24
	const whole = isLong ? breakCells(safeText(value.text, 4_096), width).map((line) => theme.good(line)) : []
	const all = [...told, ...whole]
	const kept = Array.from({ length: room }, (_, row) => all[row] ?? '')
	return [...kept, legend]
}

function keysText(model: ConverterModel): string {
	return `${model.app.keyFor('converter.fold')} folds  ${model.app.keyFor('converter.pane')} other`
}
