import type { Toast } from '../app/AppState.ts'
import type { TuiApp } from '../app/TuiApp.ts'
import { footerHints, hint } from '../kit/lines/hints.ts'
import type { Line, View } from '../kit/lines/View.ts'
import { cellWidth, fitCells, wrapCells } from '../kit/text/cells.ts'
import { duration } from '../kit/text/times.ts'
import type { Theme } from '../kit/theme/Theme.ts'

/** Seconds a message is fresh: it then goes before the hints, later it takes what they leave. What went wrong is read longer. */
const freshSeconds: Readonly<Record<Toast['kind'], number>> = { good: 6, info: 6, busy: 6, bad: 12 }

/** Seconds after which a message is forgotten. */
const forgottenSeconds = 600

/** Rows a message takes at most above the footer. */
const mostRows = 3

/**
 * The last row: what can be pressed here, what is offered for a while, help and commands, and the last message. Help,
 * commands and the offer are never hidden: the less important hints go first, then the message is shortened.
 */
export function footerLine(app: TuiApp, view: View): Line {
	const { theme, width } = view
	const { toast } = app.state
	const kept = keptHints(app, theme)
	const seconds = toast === undefined ? 0 : secondsSince(app, toast.at)
	const right =
		toast === undefined || seconds >= forgottenSeconds || toastRows(app, view).length > 0
			? ''
			: toastText(toast, seconds, messageRoom(app, view), theme)
	const fresh = toast !== undefined && seconds < freshSeconds[toast.kind]
	const left = ` ${footerHints(theme, app.reachable(), kept, width - 2 - (fresh ? cellWidth(right) + 1 : 0))}`
	if (right === '' || cellWidth(left) + cellWidth(right) > width) return fitCells(left, width)
	return `${fitCells(left, Math.max(0, width - cellWidth(right)))}${right}`
}

/** A fresh message that is too long for the footer, in rows above it: an error is told whole, with what to do next. */
export function toastRows(app: TuiApp, view: View): readonly Line[] {
	const { theme, width } = view
	const { toast } = app.state
	if (toast === undefined || secondsSince(app, toast.at) >= freshSeconds[toast.kind]) return []
	const text = signed(toast)
	if (cellWidth(text) <= messageRoom(app, view)) return []
	const rows = wrapCells(text, width - 4)
	const shown = rows.length <= mostRows ? rows : [...rows.slice(0, mostRows - 1), rows.slice(mostRows - 1).join(' ')]
	return [
		theme.border('─'.repeat(width)),
		...shown.map(
			(row, index) =>
				`${index === 0 ? ' ' : '   '}${paintOf(toast, theme)(fitCells(row, width - (index === 0 ? 1 : 3)))}`,
		),
	]
}

/** Cells behind a message: a blank, its age in three, a blank; and one between it and the hints. */
const ageCells = 6

function keptHints(app: TuiApp, theme: Theme): readonly Line[] {
	if (app.state.overlays.length > 0) return []
	const { offer } = app.state
	return [
		...(offer === undefined
			? []
			: [`${hint(theme, offer.key, offer.title)} ${theme.warn(`${Math.max(0, -secondsSince(app, offer.until))}s`)}`]),
		hint(theme, '?', 'help'),
		hint(theme, ':', 'commands'),
	]
}

/** Cells a message has in the footer: what the kept hints leave; over an overlay, which shows its own hints, most of it. */
function messageRoom(app: TuiApp, { theme, width }: View): number {
	const kept = keptHints(app, theme)
	return width - ageCells - (kept.length === 0 ? Math.floor(width * 0.3) : cellWidth(kept.join(' · ')) + 2)
}

function secondsSince(app: TuiApp, at: number): number {
	return Math.floor((app.clock() - at) / 1_000)
}

function toastText(toast: Toast, seconds: number, most: number, theme: Theme): Line {
	const text = signed(toast)
	const paint = paintOf(toast, theme)
	return `${paint(fitCells(text, Math.min(cellWidth(text), most)))} ${theme.muted(fitCells(duration(Math.max(0, seconds)), 3, 'right'))} `
}

function paintOf(toast: Toast, theme: Theme): (text: string) => Line {
	return { good: theme.good, bad: theme.bad, info: theme.muted, busy: theme.accent }[toast.kind]
}

function signed(toast: Toast): string {
	const sign = { good: '✓', bad: '✗', info: '·', busy: '◌' }[toast.kind]
	return /^[✓✗◌]/.test(toast.text) ? toast.text : `${sign} ${toast.text}`
}
