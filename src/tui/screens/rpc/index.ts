import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { RpcModel } from './RpcModel.ts'
import { RpcScreen } from './RpcScreen.tsx'
import { rpcCommands } from './rpcCommands.ts'

/** The places the app can talk to, and which is in use. */
export const rpcScreen = defineScreen({
	...tabs.rpc,
	model: (app) => new RpcModel(app),
	commands: rpcCommands,
	Screen: RpcScreen,
})
