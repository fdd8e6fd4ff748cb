import { Box } from 'ink'
import type { ReactElement } from 'react'
import { isOwn } from '../../client/index.ts'
import { useTuiApp } from '../app/TuiAppContext.tsx'
import { Area } from '../kit/components/layout.tsx'
import { Rows } from '../kit/components/Rows.tsx'
import { useArea, useChanges, useModel, useTheme } from '../kit/hooks/hooks.ts'
import type { Overlay } from '../kit/keymap/Overlay.ts'
import { phaseRows } from './frame/phaseRows.ts'

/** The screen in front or the overlay that takes its place, and the overlay above or below it. */
export function Content(): ReactElement {
	useChanges()
	const app = useTuiApp()
	const overlays = useModel(() => app.state.overlays)
	useModel(() => app.state.phase)
	const { width, height } = useArea()
	const full = overlays.findLast(({ placement }) => placement === 'full')
	const top = overlays.at(-1)
	const edge = top?.placement === 'full' ? undefined : top
	const rows = Math.min(height, edge?.rows?.(width, height) ?? 0)
	const rest = height - rows
	const base = full === undefined ? <ScreenView /> : overlayView(full)
	const part = (key: string, cells: number, child: ReactElement): ReactElement => (
		<Box key={key} flexDirection="column" width={width} height={cells} flexShrink={0} overflow="hidden">
			<Area width={width} height={cells}>
				{child}
			</Area>
		</Box>
	)
	// A strip of two rows of the screen above it would be useless.
	const shown = rest < (edge?.placement === 'top' ? 3 : 1) ? undefined : part('base', rest, base)
	const over = edge === undefined ? undefined : part('edge', rows, overlayView(edge))
	return (
		<Box flexDirection="column" width={width} height={height}>
			{edge?.placement === 'bottom' ? [shown, over] : [over, shown]}
		</Box>
	)
}

/** The screen in front; what it waits for while there is no node. */
export function ScreenView(): ReactElement {
	const app = useTuiApp()
	const screen = useModel(() => app.screen)
	if (!app.usable) return <PhasePage />
	return <Box key={screen.id}>{screen.view()}</Box>
}

/** The component of an overlay. */
export function overlayView(overlay: Overlay): ReactElement {
	return overlay.view?.() ?? <Rows lines={[]} />
}

function PhasePage(): ReactElement {
	useChanges()
	const app = useTuiApp()
	const { width } = useArea()
	const { phase } = app.state
	const problem = phase === 'ready' ? app.lacks(app.screen) : app.state.problem
	const saved = !isOwn(app.preferences.get('node'))
	return (
		<Rows
			lines={phaseRows(
				useTheme(),
				{ problem: phase === 'connecting' ? undefined : problem, saved, isFailed: phase === 'failed' },
				width,
			)}
		/>
	)
}
