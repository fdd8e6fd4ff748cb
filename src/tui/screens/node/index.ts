import { defineScreen } from '../defineScreen.ts'
import { nodeCommands } from './commands.ts'
import { NodeModel } from './model.ts'
import { nodeLines } from './Screen.ts'

/** The node and the powers over it. */
export const nodeScreen = defineScreen({
	id: 'node',
	title: 'Node',
	short: 'Node',
	model: (app) => new NodeModel(app),
	commands: nodeCommands,
	render: nodeLines,
})
