import { Box, Text } from 'ink'
import { createElement, memo, type ReactElement, useSyncExternalStore } from 'react'
import type { HitRegion, Line } from '../components/View.ts'
import type { TuiApp } from '../state/TuiApp.ts'
import { frame } from './frame.ts'

/**
 * The tree Ink draws: one text node per row of the screen, each exactly as wide as the terminal, so that Ink neither
 * measures, wraps nor clips anything.
 *
 * Written without JSX, as it is three elements and the import checker reads plain TypeScript.
 */
export function Root({
	app,
	onRegions,
}: {
	readonly app: TuiApp
	/** Called with what the mouse can hit on the frame just drawn. */
	readonly onRegions: (regions: readonly HitRegion[]) => void
}): ReactElement {
	const { columns, rows } = useSyncExternalStore(app.store.subscribe, app.store.getState)
	const { lines, regions } = frame(app)
	onRegions(regions)
	return createElement(
		Box,
		{ flexDirection: 'column', width: columns, height: rows },
		lines.map((line, row) => createElement(Row, { key: row, line })),
	)
}

const Row = memo(function Row({ line }: { readonly line: Line }): ReactElement {
	return createElement(Text, { wrap: 'truncate' }, line === '' ? ' ' : line)
})
