import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { RequestsModel } from './RequestsModel.ts'
import { RequestsScreen } from './RequestsScreen.tsx'
import { requestsCommands } from './requestsCommands.ts'

/** Requests that clients send to this node. */
export const requestsScreen = defineScreen({
	...tabs.requests,
	model: (app) => new RequestsModel(app),
	commands: requestsCommands,
	Screen: RequestsScreen,
})
