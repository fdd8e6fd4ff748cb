import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useTuiApp } from '../app/TuiAppContext.ts'
import { Row, Rows } from '../kit/components/Rows.tsx'
import { useHit } from '../kit/hooks/useHit.ts'
import { useModel, useTheme } from '../kit/hooks/useModel.ts'
import { sidebarRows } from './sidebarRows.ts'
import { tabsRow } from './tabsRow.ts'

/** The tabs of the screens in a row, for terminals too narrow for a sidebar. */
export function Tabs({ width }: { readonly width: number }): ReactElement {
	const app = useTuiApp()
	const current = useModel(() => app.screen.id)
	const { text, places } = tabsRow(useTheme(), app.screens, current, width)
	const box = useHit({
		onClick: (x) => {
			const place = places.find((tab) => x >= tab.x && x < tab.x + tab.width)
			if (place !== undefined) app.open(place.id)
		},
	})
	return (
		<Box ref={box} height={1} flexShrink={0}>
			<Row text={text} />
		</Box>
	)
}

/** The tabs at the left. */
export function Sidebar({ width, height }: { readonly width: number; readonly height: number }): ReactElement {
	const app = useTuiApp()
	const current = useModel(() => app.screen.id)
	const box = useHit({
		onClick: (_x, y) => {
			const screen = app.screens[y]
			if (screen !== undefined) app.open(screen.id)
		},
	})
	return (
		<Box ref={box} flexDirection="column" width={width} height={height} flexShrink={0}>
			<Rows lines={sidebarRows(useTheme(), app.screens, current, width, height)} />
		</Box>
	)
}
