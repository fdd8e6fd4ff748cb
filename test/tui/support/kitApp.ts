import { FrameSignal } from '../../../src/tui/kit/hooks/FrameSignal.ts'
import { HitBoxes } from '../../../src/tui/kit/hooks/HitBoxes.ts'
import type { Overlay } from '../../../src/tui/kit/keymap/Overlay.ts'
import { makeTheme } from '../../../src/tui/kit/theme/makeTheme.ts'
import type { UiApp } from '../../../src/tui/kit/UiApp.ts'

/** What the kit needs of an app, without one: it remembers what it was asked. */
export interface KitApp extends UiApp {
	readonly said: string[]
	readonly overlays: Overlay[]
}

/** A stand-in for the app, for tests of components that know no chain. */
export function kitApp(parts: Partial<UiApp> = {}): KitApp {
	const frames = new FrameSignal()
	let version = 0
	const app: KitApp = {
		frames,
		hits: new HitBoxes(),
		theme: makeTheme('dark', 'dark', 0),
		links: false,
		columns: 100,
		rows: 30,
		now: Date.parse('2026-01-01T00:00:00Z'),
		get version() {
			return version
		},
		said: [],
		overlays: [],
		show: (overlay) => void app.overlays.push(overlay),
		close: (overlay) => void app.overlays.splice(app.overlays.indexOf(overlay), 1),
		touch: () => {
			version++
			frames.changed()
		},
		attempt: (work) => void work().then(app.touch),
		note: () => {},
		toast: (kind, text) => void app.said.push(`${kind} ${text}`),
		copy: (text, what, then) => {
			app.said.push(`copied ${what}: ${text}`)
			then?.(true)
		},
		copySecret: (text, what, then) => {
			app.said.push(`copied the secret ${what}: ${text}`)
			then?.(true)
		},
		...parts,
	}
	return app
}
