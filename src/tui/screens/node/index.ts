import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { NodeModel } from './NodeModel.ts'
import { NodeScreen } from './NodeScreen.tsx'
import { nodeCommands } from './nodeCommands.ts'

/** The node and the powers over it. */
export const nodeScreen = defineScreen({
	...tabs.node,
	model: (app) => new NodeModel(app),
	commands: nodeCommands,
	Screen: NodeScreen,
})
