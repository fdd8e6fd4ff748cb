import { formatCoinShort, unitName } from '../app/format/coins.ts'
import type { TuiApp } from '../app/TuiApp.ts'
import type { Overlay } from '../kit/keymap/Layer.ts'
import { screenDigit } from '../kit/keymap/screenDigit.ts'
import { fill } from '../kit/lines/layout.ts'
import { createView, type HitRegion, type Line, type View } from '../kit/lines/View.ts'
import { cellWidth, fitCells } from '../kit/text/cells.ts'
import { grouped } from '../kit/text/numbers.ts'
import { safeText } from '../kit/text/safeText.ts'
import type { Theme } from '../kit/theme/Theme.ts'
import { footerLine, toastRows } from './footerLine.ts'
import { phaseLines } from './phaseLines.ts'
import { tabsLine } from './tabsLine.ts'

/** Smallest terminal the app is drawn on. */
export const minimumSize = { columns: 60, rows: 16 } as const

/** From this width on, the tabs stand at the left. */
const sidebarFrom = 100
/** Cells of the tabs at the left: narrow while the screens need the room more. */
const sidebarWidth = (columns: number): number => (columns < 122 ? 16 : 18)

/** The whole screen: `rows` lines of `columns` cells, and what the mouse can hit on it. */
export function frame(app: TuiApp): { readonly lines: readonly Line[]; readonly regions: readonly HitRegion[] } {
	const { columns, rows, now } = app.state
	const regions: HitRegion[] = []
	const view = createView({ x: 0, y: 0, width: columns, height: rows }, app.theme, now, regions, {
		links: app.host.links === true,
	})
	if (columns < minimumSize.columns || rows < minimumSize.rows) return { lines: tooSmall(view), regions }
	const wide = columns >= sidebarFrom
	const header = [
		headerLine(app, view.part(0, 0, columns, 1)),
		wide
			? ruleLine(view, '┬')
			: tabsLine(app.screens, app.screen.id, view.part(0, 1, columns, 1), (id) => app.open(id)),
	]
	const contentHeight = rows - header.length - 1
	const contentX = wide ? sidebarWidth(columns) : 0
	const content = contentLines(app, view.part(contentX, header.length, columns - contentX, contentHeight))
	const body = wide
		? sidebarLines(app, view.part(0, header.length, contentX, contentHeight)).map((line, row) => line + content[row])
		: content
	const said = toastRows(app, view)
	const lines = [...header, ...body.slice(0, body.length - said.length), ...said]
	return { lines: [...lines, footerLine(app, view.part(0, rows - 1, columns, 1))], regions }
}

function tooSmall(view: View): readonly Line[] {
	const lines = [
		'Make me larger, please:',
		`${minimumSize.columns}x${minimumSize.rows} at least, now ${view.width}x${view.height}.`,
	]
	const top = Math.max(0, Math.floor((view.height - lines.length) / 2))
	return fill(
		[...Array.from({ length: top }, () => ''), ...lines.map((line) => fitCells(line, view.width, 'center'))],
		view.width,
		view.height,
	)
}

function headerLine(app: TuiApp, view: View): Line {
	const { theme, width } = view
	const crumbs = [
		app.screen.title,
		...app.screen.model.crumbs(),
		...app.state.overlays.slice(0, 1).map((overlay) => overlay.title),
	]
	const state = nodeState(app)
	const who = identity(app, theme)
	const right = [who, state].filter((part) => part !== '').join(theme.border('  │  '))
	const rightWidth = Math.min(cellWidth(right), width - 16)
	const left = ` ${theme.accent('◆ chain-tui')} ${theme.border('›')} ${crumbs.map((crumb) => safeText(crumb, 80)).join(theme.border(' › '))}`
	const stateWidth = cellWidth(state)
	const jump = (id: string) => (): void => {
		if (app.screens.some((screen) => screen.id === id)) app.open(id)
	}
	view.hit({ x: width - 1 - stateWidth, y: 0, width: stateWidth, height: 1, onClick: jump('node') })
	view.hit({
		x: width - 1 - rightWidth,
		y: 0,
		width: Math.max(0, rightWidth - stateWidth),
		height: 1,
		onClick: jump('keys'),
	})
	return `${fitCells(left, width - rightWidth - 2)} ${fitCells(right, rightWidth)} `
}

/** `● live · chain-localnet · #1,204`: sign and word, never colour alone. */
function nodeState(app: TuiApp): string {
	const { theme } = app
	const { status, phase, columns } = app.state
	if (phase === 'failed') return theme.bad('○ no node')
	if (status === undefined) return theme.warn('◐ starting')
	const signs = {
		live: theme.good('● live'),
		starting: theme.warn('◐ starting'),
		syncing: theme.warn('◐ catching up'),
		paused: theme.warn('‖ paused'),
		unreachable: theme.bad('○ unreachable'),
	}
	const chain = columns >= 100 ? [safeText(status.chainId, 24)] : []
	const kind = columns >= 120 ? [status.kind] : []
	return [signs[status.state], ...kind, ...chain, theme.strong(`#${grouped(status.height)}`)].join(theme.border(' · '))
}

function identity(app: TuiApp, theme: Theme): string {
	const { current, balances } = app.state
	if (current === '') return ''
	const native = balances.find((coin) => coin.denom === app.denom)
	const coins = native === undefined ? `0 ${unitName(app.denom)}` : formatCoinShort(native)
	return `${theme.strong(fitName(current))} ${theme.muted(coins)}`
}

function fitName(name: string): string {
	const safe = safeText(name, 40)
	return cellWidth(safe) > 14 ? fitCells(safe, 14) : safe
}

function ruleLine(view: View, joint: string): Line {
	const at = sidebarWidth(view.width) - 2
	return view.theme.border(`${'─'.repeat(at)}${joint}${'─'.repeat(view.width - at - 1)}`)
}

function sidebarLines(app: TuiApp, view: View): readonly Line[] {
	const { theme } = view
	const lines: Line[] = []
	const lead = app.screens.every(({ title }) => title.length + 3 <= view.width - 2) ? ' ' : ''
	for (let row = 0; row < view.height; row++) {
		const screen = app.screens[row]
		const edge = theme.border('│')
		if (screen === undefined) {
			lines.push(`${' '.repeat(view.width - 2)}${edge} `)
			continue
		}
		const label = fitCells(`${lead}${screenDigit(row) || ' '} ${screen.title}`, view.width - 2)
		const active = screen === app.screen
		const digitCells = lead.length + 2
		lines.push(
			`${active ? theme.selected(label) : theme.muted(label.slice(0, digitCells)) + label.slice(digitCells)}${active ? theme.borderActive('▐') : edge} `,
		)
		view.hit({ x: 0, y: row, width: view.width - 2, height: 1, onClick: () => app.open(screen.id) })
	}
	return lines
}

function contentLines(app: TuiApp, view: View): readonly Line[] {
	const { width, height } = view
	const full = app.state.overlays.findLast((overlay) => overlay.placement === 'full')
	const edge = app.topOverlay?.placement === 'full' ? undefined : app.topOverlay
	const base = (part: View): readonly Line[] =>
		full !== undefined ? full.render(part) : app.usable ? app.screen.render(part) : phaseLines(app, part)
	if (edge === undefined) return fill(base(view), width, height)
	const rows = overlayRows(edge, width, height)
	const rest = height - rows
	if (edge.placement === 'bottom') {
		return [
			...fill(base(view.part(0, 0, width, rest)), width, rest),
			...fill(edge.render(view.part(0, rest, width, rows)), width, rows),
		]
	}
	const top = fill(edge.render(view.part(0, 0, width, rows)), width, rows)
	return [...top, ...fill(rest < 3 ? [] : base(view.part(0, rows, width, rest)), width, rest)]
}

function overlayRows(overlay: Overlay, width: number, height: number): number {
	return Math.min(height, overlay.rows(width, height))
}
