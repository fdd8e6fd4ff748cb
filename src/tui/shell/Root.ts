import { Box, Text } from 'ink'
import { createElement, memo, type ReactElement, useMemo, useSyncExternalStore } from 'react'
import type { TuiApp } from '../app/TuiApp.ts'
import type { HitRegion } from '../kit/lines/View.ts'
import type { RowTable } from '../kit/terminal/RowTable.ts'
import { frame } from './frame.ts'

/**
 * The tree Ink draws: one text node per row of the screen. Rows are composed to exactly the terminal's width, so Ink has
 * nothing to measure, wrap or clip, and gets references of them (see RowTable).
 *
 * Written without JSX, as it is three elements and the import checker reads plain TypeScript.
 */
export function Root({
	app,
	rowTable,
	onRegions,
}: {
	readonly app: TuiApp
	readonly rowTable: RowTable
	/** Called with what the mouse can hit on the frame just drawn. */
	readonly onRegions: (regions: readonly HitRegion[]) => void
}): ReactElement {
	const subscribe = useMemo(() => oncePerTurn(app.store.subscribe), [app])
	const { columns, rows } = useSyncExternalStore(subscribe, app.store.getState)
	const { lines, regions } = frame(app)
	onRegions(regions)
	return createElement(
		Box,
		{ flexDirection: 'column', width: columns, height: rows },
		rowTable.frame(lines).map((reference, row) => createElement(Row, { key: row, reference })),
	)
}

/** A subscription that tells of several changes in one turn of the event loop once: a key often makes three. */
function oncePerTurn(subscribe: (listener: () => void) => () => void): (listener: () => void) => () => void {
	return (listener) => {
		let waiting: NodeJS.Immediate | undefined
		const unsubscribe = subscribe(() => {
			waiting ??= setImmediate(() => {
				waiting = undefined
				listener()
			})
		})
		return () => {
			clearImmediate(waiting)
			unsubscribe()
		}
	}
}

const Row = memo(function Row({ reference }: { readonly reference: string }): ReactElement {
	return createElement(Text, null, reference)
})
