import { parsePlaces } from '../../client/index.ts'
import { clockShift } from '../app/format/clockShift.ts'
import type { TuiApp } from '../app/TuiApp.ts'
import { cellWidth, fitCells } from '../kit/text/cells.ts'
import { grouped } from '../kit/text/numbers.ts'
import { safeText } from '../kit/text/safeText.ts'
import type { HeaderFacts } from './headerRow.ts'

/** Content of the first row. */
export function headerFacts(app: TuiApp): HeaderFacts {
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
	if (phase === 'failed') {
		const place = placeName(app)
		return theme.bad(place === '' ? '○ no node' : `○ ${place} does not answer`)
	}
	if (status === undefined) return theme.warn('◐ starting')
	const signs = {
		live: theme.good('● live'),
		starting: theme.warn('◐ starting'),
		syncing: theme.warn('◐ catching up'),
		paused: theme.warn('‖ paused'),
		unreachable: theme.bad('○ unreachable'),
	}
	const chain = columns >= 100 ? [safeText(status.chainId, 24)] : []
	const place = placeName(app)
	const kind = place !== '' ? [theme.accent(place)] : columns >= 120 ? [status.kind] : []
	const own = app.state.own === undefined ? [] : [theme.muted(columns >= 100 ? 'own chain running' : 'own ●')]
	const shift = clockShift(status)
	const clock = shift === undefined ? [] : [theme.warn(shift.badge)]
	return [signs[status.state], ...clock, ...kind, ...chain, theme.strong(`#${grouped(status.height)}`), ...own].join(
		theme.border(' · '),
	)
}

/** Name of the place in use; empty for the own chain. */
function placeName(app: TuiApp): string {
	const url = app.preferences.get('node')
	if (url === '') return ''
	return safeText(parsePlaces(app.preferences.get('nodes')).find((place) => place.url === url)?.name ?? url, 20)
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
	return `${theme.strong(fitName(current))} ${theme.muted(coins)}`
}

function fitName(name: string): string {
	const safe = safeText(name, 40)
	return cellWidth(safe) > 14 ? fitCells(safe, 14) : safe
}
