import { defineScreen } from '../../app/defineScreen.ts'
import { BlocksModel } from './BlocksModel.ts'
import { blocksLines } from './BlocksScreen.ts'
import { blockCommands } from './blocksCommands.ts'

/** Blocks and the transactions in them. */
export const blocksScreen = defineScreen({
	id: 'blocks',
	title: 'Blocks',
	short: 'Blocks',
	model: (app) => new BlocksModel(app),
	commands: blockCommands,
	render: blocksLines,
})
