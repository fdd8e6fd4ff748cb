import { Box } from 'ink'
import type { ReactElement } from 'react'
import { AppProvider } from '../app/AppProvider.tsx'
import type { TuiApp } from '../app/TuiApp.ts'
import { useTuiApp } from '../app/TuiAppContext.ts'
import { Area } from '../kit/components/Area.tsx'
import { Row, Rows } from '../kit/components/Rows.tsx'
import { useModel, useNow, useTheme } from '../kit/hooks/useModel.ts'
import { Content } from './Content.tsx'
import { Footer, Toast } from './Footer.tsx'
import { toastRows } from './footerRow.ts'
import { frameSize, tooSmallRows } from './frameSize.ts'
import { Header } from './Header.tsx'
import { ruleRow } from './headerRow.ts'
import { Sidebar, Tabs } from './Tabs.tsx'

/** The whole app as Ink draws it. */
export function App({ app }: { readonly app: TuiApp }): ReactElement {
	return (
		<AppProvider app={app}>
			<Frame />
		</AppProvider>
	)
}

function Frame(): ReactElement {
	useNow()
	const app = useTuiApp()
	const theme = useTheme()
	const columns = useModel((ui) => ui.columns)
	const rows = useModel((ui) => ui.rows)
	useModel(() => app.state.toast)
	const said = toastRows(app, columns).length
	const { tooSmall, sidebar, contentWidth, contentHeight } = frameSize(columns, rows, said)
	if (tooSmall) return <Rows lines={tooSmallRows(columns, rows)} />
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Header width={columns} />
			{sidebar === 0 ? <Tabs width={columns} /> : <Row text={ruleRow(theme, sidebar, columns)} />}
			<Box height={contentHeight} flexShrink={0}>
				{sidebar === 0 ? null : <Sidebar width={sidebar} height={contentHeight} />}
				<Area width={contentWidth} height={contentHeight}>
					<Content />
				</Area>
			</Box>
			<Toast width={columns} />
			<Footer width={columns} />
		</Box>
	)
}
