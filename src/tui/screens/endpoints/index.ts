import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { createRoutes } from './createRoutes.ts'
import { EndpointsModel } from './EndpointsModel.ts'
import { EndpointsScreen } from './EndpointsScreen.tsx'
import { endpointCommands } from './endpointsCommands.ts'

/** Private JSON-RPC endpoints: accounts, projects, teams, applications, keys, statistics and bills. */
export const endpointsScreen = defineScreen({
	...tabs.endpoints,
	model: (app) => new EndpointsModel(app, createRoutes),
	commands: endpointCommands,
	Screen: EndpointsScreen,
})
