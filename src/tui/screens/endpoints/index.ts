import { defineScreen } from '../defineScreen.ts'
import { endpointCommands } from './commands.ts'
import { createRoutes } from './createRoutes.ts'
import { EndpointsModel } from './model.ts'
import { endpointsLines } from './Screen.ts'

/** Private JSON-RPC endpoints: accounts, projects, teams, applications, keys, statistics and bills. */
export const endpointsScreen = defineScreen({
	id: 'endpoints',
	title: 'Endpoints',
	short: 'Endpts',
	model: (app) => new EndpointsModel(app, createRoutes),
	commands: endpointCommands,
	render: endpointsLines,
})
