import { txLine } from '../../app/format/txLine.ts'
import { cellWidth, fitCells } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { age } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { KeysModel } from './KeysModel.ts'

/** Last transactions of the selected key, newest first, one per row. */
export function activityRows(
	model: KeysModel,
	{ theme, width, now }: { readonly theme: Theme; readonly width: number; readonly now: number },
	most: number,
): readonly string[] {
	const { app, activity } = model
	if (activity === undefined) return [theme.muted('Loading its last transactions …')]
	if (activity.length === 0) return [theme.muted('It has not sent or received anything yet.')]
	return activity.slice(0, most).map((tx) => {
		const line = txLine(tx, (address) => app.shortName(address, 14), app.amounts)
		const when = fitCells(age(tx.time, now), 4, 'right')
		const sign = line.failed ? theme.bad('✗') : theme.good('✓')
		const start = `${fitCells(grouped(tx.height), 8, 'right')}  ${theme.muted(when)}  ${sign}  `
		// Without room, the text alone also conveys the kind.
		const kind = width < 56 ? '' : `${fitCells(line.kind, 9)}  `
		return start + kind + fitCells(line.what, Math.max(0, width - cellWidth(start) - cellWidth(kind)))
	})
}
