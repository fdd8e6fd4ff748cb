import { globalCommands, movingCommands } from '../keymap/globalCommands.ts'
import { screens } from '../screens/index.ts'
import { TuiApp, type TuiAppOptions } from '../state/TuiApp.ts'

/** An app with all screens and commands, for whatever host shows it. */
export function createApp(options: Omit<TuiAppOptions, 'screens' | 'commands'>): TuiApp {
	return new TuiApp({ ...options, screens, commands: { global: globalCommands, moving: movingCommands } })
}
