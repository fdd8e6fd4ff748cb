import { defineScreen } from '../../app/defineScreen.ts'
import { KeysModel } from './KeysModel.ts'
import { keysLines } from './KeysScreen.ts'
import { keyCommands } from './keysCommands.ts'

/** The names one signs with. */
export const keysScreen = defineScreen({
	id: 'keys',
	title: 'Keys',
	short: 'Keys',
	model: (app) => new KeysModel(app),
	commands: keyCommands,
	render: keysLines,
})
