import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { KeysModel } from './KeysModel.ts'
import { KeysScreen } from './KeysScreen.tsx'
import { keyCommands } from './keysCommands.ts'

/** The names one signs with. */
export const keysScreen = defineScreen({
	...tabs.keys,
	model: (app) => new KeysModel(app),
	commands: keyCommands,
	Screen: KeysScreen,
})
