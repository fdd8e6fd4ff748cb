import { defineScreen } from '../defineScreen.ts'
import { blockCommands } from './commands.ts'
import { BlocksModel } from './model.ts'
import { blocksLines } from './Screen.ts'

/** Blocks and the transactions in them. */
export const blocksScreen = defineScreen({
	id: 'blocks',
	title: 'Blocks',
	short: 'Blocks',
	model: (app) => new BlocksModel(app),
	commands: blockCommands,
	render: blocksLines,
})
