import type { TuiApp } from '../app/TuiApp.ts'
import { isEnabled } from '../kit/keymap/Command.ts'
import { formatKey } from '../kit/keymap/formatKey.ts'

/** Location of the user as text. */
export function plainPlace(app: TuiApp): string {
	const crumbs = [app.screen.title, ...app.screen.model.crumbs(), ...app.state.overlays.map((overlay) => overlay.title)]
	return crumbs.join(', ')
}

/** The keys that matter here, in words. */
export function plainKeys(app: TuiApp): string {
	const named = app.commands
		.reachable()
		.filter((command) => command.footer !== undefined && isEnabled(command))
		.sort((a, b) => a.footer! - b.footer!)
		.map((command) => `${spoken(command.keys[0] ?? '')} ${command.title}`)
	return `Keys: ${[...named, ...(app.topOverlay === undefined ? ['? help', 'q quit'] : [])].join(', ')}.`
}

function spoken(key: string): string {
	return key === 'enter' ? 'Enter' : formatKey(key)
}

/** A line without colours and drawing characters. */
export function spokenLine(line: string): string {
	return line
		.replaceAll(/\x1b\[[\d;]*m/g, '')
		.replaceAll(/[─-╿▐█░▁-▇]+/g, ' ')
		.replaceAll(/ {3,}/g, '  ')
		.trimEnd()
}
