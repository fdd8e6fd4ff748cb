import { LogRing } from '../../../src/tui/app/LogRing.ts'
import { memoryPreferences, type PreferenceValues } from '../../../src/tui/app/Preferences.ts'
import type { Host, TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { createTuiApp } from '../../../src/tui/shell/createTuiApp.ts'

/** A host that does nothing. */
export const silentHost: Host = {
	copy: async () => ({ to: 'clipboard' }),
	copySecret: async () => ({ to: 'clipboard' }),
	suspend: () => {},
	redraw: () => {},
	setMouse: () => {},
	quit: () => {},
}

/** An app that is drawn nowhere and connected to nothing. */
export function placesApp(preferences: Partial<PreferenceValues>): TuiApp {
	return createTuiApp({
		host: silentHost,
		preferences: memoryPreferences({ welcomed: true, ...preferences }),
		log: new LogRing(),
		columns: 120,
		rows: 40,
		colorLevel: 0,
		background: 'dark',
		clock: () => Date.now(),
		directory: '/nonexistent',
	})
}
