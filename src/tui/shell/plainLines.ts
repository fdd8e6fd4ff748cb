import type { TuiApp } from '../app/TuiApp.ts'
import { isEnabled } from '../kit/keymap/Command.ts'
import { formatKey } from '../kit/keymap/formatKey.ts'
import { createView, type HitRegion } from '../kit/lines/View.ts'
import { phaseLines } from './phaseLines.ts'

/** Cells of a line in plain mode: narrow enough that every screen shows one thing below the other. */
const width = 96
const height = 40

/** What is on the screen as plain lines, from top to bottom; empty ones left out. */
export function plainLines(app: TuiApp): readonly string[] {
	const regions: HitRegion[] = []
	const view = createView({ x: 0, y: 0, width, height }, app.theme, app.state.now, regions, { plain: true })
	const overlay = app.topOverlay
	const lines =
		overlay !== undefined ? overlay.render(view) : app.usable ? app.screen.render(view) : phaseLines(app, view)
	return lines.map(strip).filter((line) => line.trim() !== '')
}

/** Where the person is, in words. */
export function plainPlace(app: TuiApp): string {
	const crumbs = [app.screen.title, ...app.screen.model.crumbs(), ...app.state.overlays.map((overlay) => overlay.title)]
	return crumbs.join(', ')
}

/** The keys that matter here, in words. */
export function plainKeys(app: TuiApp): string {
	const named = app
		.reachable()
		.filter((command) => command.footer !== undefined && isEnabled(command))
		.sort((a, b) => a.footer! - b.footer!)
		.map((command) => `${spoken(command.keys[0] ?? '')} ${command.title}`)
	return `Keys: ${[...named, ...(app.topOverlay === undefined ? ['? help', 'q quit'] : [])].join(', ')}.`
}

function spoken(key: string): string {
	return key === 'enter' ? 'Enter' : formatKey(key)
}

/** Without colours and drawing characters. */
function strip(line: string): string {
	return line
		.replaceAll(/\x1b\[[\d;]*m/g, '')
		.replaceAll(/[─-╿▐█░▁-▇]+/g, ' ')
		.replaceAll(/ {3,}/g, '  ')
		.trimEnd()
}
