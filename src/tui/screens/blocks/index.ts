import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { BlocksModel } from './BlocksModel.ts'
import { BlocksScreen } from './BlocksScreen.tsx'
import { blockCommands } from './blocksCommands.ts'

/** Blocks and the transactions in them. */
export const blocksScreen = defineScreen({
	...tabs.blocks,
	model: (app) => new BlocksModel(app),
	commands: blockCommands,
	Screen: BlocksScreen,
})
