import { defineScreen } from '../defineScreen.ts'
import { keyCommands } from './commands.ts'
import { KeysModel } from './model.ts'
import { keysLines } from './Screen.ts'

/** The names one signs with. */
export const keysScreen = defineScreen({
	id: 'keys',
	title: 'Keys',
	short: 'Keys',
	model: (app) => new KeysModel(app),
	commands: keyCommands,
	render: keysLines,
})
