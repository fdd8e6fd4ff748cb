import { Box } from 'ink'
import type { ReactElement } from 'react'
import { parsePlaces } from '../../client/index.ts'
import { dispatchKey } from '../app/dispatch.ts'
import { clockShift } from '../app/format/clockShift.ts'
import { shownName } from '../app/names/shownName.ts'
import { ownChainId } from '../app/node/OwnChains.ts'
import type { TuiApp } from '../app/TuiApp.ts'
import { AppProvider, useTuiApp } from '../app/TuiAppContext.tsx'
import { Area } from '../kit/components/layout.tsx'
import { Row, Rows } from '../kit/components/Rows.tsx'
import { useChanges, useHit, useModel, useNow, useTheme } from '../kit/hooks/hooks.ts'
import { cellWidth, cutCells } from '../kit/text/cells.ts'
import { grouped } from '../kit/text/numbers.ts'
import { safeText } from '../kit/text/safeText.ts'
import { Content } from './Content.tsx'
import { footerRow, toastRows } from './frame/footerRow.ts'
import { frameSize, tooSmallRows } from './frame/frameSize.ts'
import { type HeaderFacts, headerRow, ruleRow } from './frame/headerRow.ts'
import { sidebarRows, tabsRow } from './frame/tabsRow.ts'

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

/** The last row: keys that matter here, which a click presses, and the last message. */
function Footer({ width }: { readonly width: number }): ReactElement {
	useChanges()
	useNow()
	const app = useTuiApp()
	useModel(() => app.state)
	const { text, places } = footerRow(app, width)
	const box = useHit({
		onClick: (x) => {
			const key = places.find((place) => x >= place.x && x < place.x + place.width)?.key
			if (key !== undefined) dispatchKey(app, { id: key })
		},
	})
	return (
		<Box ref={box} height={1} flexShrink={0}>
			<Row text={text} />
		</Box>
	)
}

/** A message that is too long for the footer, above it. */
function Toast({ width }: { readonly width: number }): ReactElement {
	useNow()
	const app = useTuiApp()
	useModel(() => app.state.toast)
	return <Rows lines={toastRows(app, width)} />
}

/** The first row: where the user is, who signs and how the node is. A click on the last two opens their screens. */
function Header({ width }: { readonly width: number }): ReactElement {
	useChanges()
	const app = useTuiApp()
	useModel(() => app.state)
	const { text, whoFrom, stateFrom } = headerRow(useTheme(), headerFacts(app), width)
	const box = useHit({
		onClick: (x) => {
			if (x >= stateFrom) app.open('node')
			else if (x >= whoFrom) app.open('keys')
		},
	})
	return (
		<Box ref={box} height={1} flexShrink={0}>
			<Row text={text} />
		</Box>
	)
}

/** Content of the first row. */
function headerFacts(app: TuiApp): HeaderFacts {
	const crumbs = [
		app.screen.title,
		...app.screen.model.crumbs(),
		...app.state.overlays.slice(0, 1).map((overlay) => overlay.title),
	]
	return { crumbs, who: identity(app), state: nodeState(app) }
}

/** `● live · ⏱ +30 d · chain-localnet · #1,204`: sign and word, never colour alone. */
function nodeState(app: TuiApp): string {
	const { theme } = app
	const { status, phase, columns } = app.state
	const [unseen, ...more] = [...app.state.own].map((entry) => safeText(ownChainId(...entry), 24))
	const words = more.length === 0 ? `own ${unseen} running` : `${more.length + 1} own chains running`
	const own = unseen === undefined ? [] : [theme.muted(columns >= 100 ? words : 'own ●')]
	if (phase === 'failed') {
		const place = placeName(app)
		const fault = theme.bad(place === '' ? '○ no node' : `○ ${place} does not answer`)
		return [fault, ...own].join(theme.border(' · '))
	}
	if (status === undefined) return theme.warn('◐ starting')
	const signs = {
		live: theme.good('● live'),
		starting: theme.warn('◐ starting'),
		syncing: theme.warn('◐ catching up'),
		paused: theme.warn('‖ paused'),
		unreachable: theme.bad('○ unreachable'),
	}
	const place = placeName(app)
	const chain = columns >= 100 && place !== status.chainId ? [safeText(status.chainId, 24)] : []
	const { standsFor } = app.state
	const kind =
		place !== ''
			? [standsFor === undefined ? theme.accent(place) : theme.warn(`${place} for ${shortPlace(app, standsFor)}`)]
			: columns >= 120
				? [status.kind]
				: []
	const shift = clockShift(status)
	const clock = shift === undefined ? [] : [theme.warn(shift.badge)]
	const acted = (status.actAs ?? []).length
	const acting = acted === 0 ? [] : [theme.warn(columns >= 100 ? `acts as ${acted}` : `⚑ ${acted}`)]
	const mode = { interval: [], instant: [theme.warn('instant')], manual: [theme.warn('by hand')] }[
		status.blockMode ?? 'interval'
	]
	return [
		signs[status.state],
		...mode,
		...clock,
		...acting,
		...kind,
		...chain,
		theme.strong(`#${grouped(status.height)}`),
		...own,
	].join(theme.border(' · '))
}

/** Name of the place in use; empty for the own chain. */
function placeName(app: TuiApp): string {
	const url = app.preferences.get('node')
	if (url === '') return ''
	return shortPlace(app, parsePlaces(app.preferences.get('nodes')).find((place) => place.url === url)?.name ?? url)
}

/** A name in so many cells that height, own chains and breadcrumbs keep their room. */
function shortPlace({ state }: TuiApp, name: string): string {
	return cutCells(shownName(name), state.columns >= 100 ? 20 : 12)
}

/** Cells of the balance; a longer one is cut in its decimals. */
const exactCells = 24

function identity(app: TuiApp): string {
	const { theme } = app
	const { current, balances } = app.state
	if (current === '') return ''
	const native = balances.find((coin) => coin.denom === app.denom)
	const exact = native === undefined ? app.amounts.none : app.amounts.coin(native)
	const coins = native === undefined || cellWidth(exact) <= exactCells ? exact : app.amounts.short(native)
	const isActing = app.state.keys.some(({ name, kind }) => name === current && kind === 'acting')
	const name = isActing ? app.shortName(current, 14) : cutCells(safeText(current), 14)
	// The balance of the place before is not that of one that does not answer.
	return app.state.phase === 'failed' ? theme.strong(name) : `${theme.strong(name)} ${theme.muted(coins)}`
}

/** The tabs of the screens in a row, for terminals too narrow for a sidebar. */
function Tabs({ width }: { readonly width: number }): ReactElement {
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
function Sidebar({ width, height }: { readonly width: number; readonly height: number }): ReactElement {
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
