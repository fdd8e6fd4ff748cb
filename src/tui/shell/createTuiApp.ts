import { TuiApp, type TuiAppOptions } from '../app/TuiApp.ts'
import { screens } from '../screens/index.ts'
import { globalCommands, movingCommands } from './globalCommands.ts'

/** An app with all screens and commands, for whatever host shows it. */
export function createTuiApp(options: Omit<TuiAppOptions, 'screens' | 'commands'>): TuiApp {
	const app = new TuiApp({ ...options, screens, commands: { global: globalCommands, moving: movingCommands } })
	app.reportKeys()
	return app
}
