import { defineScreen } from '../../app/defineScreen.ts'
import { NodeModel } from './NodeModel.ts'
import { nodeLines } from './NodeScreen.ts'
import { nodeCommands } from './nodeCommands.ts'

/** The node and the powers over it. */
export const nodeScreen = defineScreen({
	id: 'node',
	title: 'Node',
	short: 'Node',
	model: (app) => new NodeModel(app),
	commands: nodeCommands,
	render: nodeLines,
})
