import type { Offer, Toast } from '../../app/AppState.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { cellWidth, cutCells, fitCells, wrapCells } from '../../kit/text/cells.ts'
import { footerHints, type Hint, type HintRow, hint } from '../../kit/text/hints.ts'
import { duration } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** Seconds for which a message stays: errors longer, progress until it ends. */
const staySeconds: Readonly<Record<Toast['kind'], number>> = { good: 8, info: 8, busy: 600, bad: 20 }

/** Seconds for which a message takes precedence over the hints; later it gets the remaining space. */
const freshSeconds: Readonly<Record<Toast['kind'], number>> = { good: 6, info: 6, busy: 6, bad: 12 }

/** Rows a message takes at most above the footer. */
const mostRows = 3

/**
 * The last row: what can be pressed here, what is offered for a while, help and commands, and the last message. Help,
 * commands and the offer are never hidden: the less important hints go first, then the message is shortened.
 */
export function footerRow(app: TuiApp, width: number): HintRow {
	const { theme } = app
	const { toast } = app.state
	const now = app.clock()
	const kept = keptHints(theme, app.state.overlays.length > 0, app.state.offer, now)
	const seconds = toast === undefined ? 0 : secondsSince(now, toast.at)
	const told = toast === undefined || seconds >= staySeconds[toast.kind] || toastRows(app, width).length > 0
	const right = told ? '' : toastText(toast, seconds, messageRoom(kept, width), theme)
	const fresh = toast !== undefined && seconds < freshSeconds[toast.kind]
	const hints = footerHints(theme, app.commands.reachable(), kept, width - 2 - (fresh ? cellWidth(right) + 1 : 0))
	const left = ` ${hints.text}`
	const places = hints.places.map((place) => ({ ...place, x: place.x + 1 }))
	// A blank stays between them.
	if (cellWidth(left) + cellWidth(right) >= width) return { text: fitCells(left, width), places }
	return { text: `${fitCells(left, width - cellWidth(right))}${right}`, places }
}

/** The last row of an app that just starts. */
export function firstFooterRow(theme: Theme, width: number): string {
	return fitCells(` ${footerHints(theme, [], keptHints(theme, false, undefined, 0), width - 2).text}`, width)
}

/** A new message that is too long for the footer, in rows above it. Errors are shown completely, with the next step. */
export function toastRows(app: TuiApp, width: number): readonly string[] {
	const { theme } = app
	const { toast, overlays, offer } = app.state
	const now = app.clock()
	if (toast === undefined || secondsSince(now, toast.at) >= freshSeconds[toast.kind]) return []
	const text = signed(toast)
	if (cellWidth(text) <= messageRoom(keptHints(theme, overlays.length > 0, offer, now), width)) return []
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

function keptHints(theme: Theme, overlaid: boolean, offer: Offer | undefined, now: number): readonly Hint[] {
	if (overlaid) return []
	return [
		...(offer === undefined
			? []
			: [
					{
						key: offer.key,
						text: `${hint(theme, offer.key, offer.title)} ${theme.warn(`${Math.max(0, -secondsSince(now, offer.until))}s`)}`,
					},
				]),
		{ key: '?', text: hint(theme, '?', 'help') },
		{ key: ':', text: hint(theme, ':', 'commands') },
	]
}

/** Cells a message has in the footer: what the kept hints leave; over an overlay, which shows its own hints, most of it. */
function messageRoom(kept: readonly Hint[], width: number): number {
	const cells = cellWidth(kept.map(({ text }) => text).join(' · ')) + 2
	return width - ageCells - (kept.length === 0 ? Math.floor(width * 0.3) : cells)
}

function secondsSince(now: number, at: number): number {
	return Math.floor((now - at) / 1_000)
}

function toastText(toast: Toast, seconds: number, most: number, theme: Theme): string {
	const text = signed(toast)
	const paint = paintOf(toast, theme)
	return `${paint(cutCells(text, most))} ${theme.muted(fitCells(duration(Math.max(0, seconds)), 3, 'right'))} `
}

function paintOf(toast: Toast, theme: Theme): (text: string) => string {
	return { good: theme.good, bad: theme.bad, info: theme.muted, busy: theme.accent }[toast.kind]
}

function signed(toast: Toast): string {
	const sign = { good: '✓', bad: '✗', info: '·', busy: '◌' }[toast.kind]
	return /^[✓✗◌]/.test(toast.text) ? toast.text : `${sign} ${toast.text}`
}
