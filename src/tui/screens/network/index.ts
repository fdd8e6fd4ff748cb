import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { NetworkModel } from './NetworkModel.ts'
import { NetworkScreen } from './NetworkScreen.tsx'
import { networkCommands } from './networkCommands.ts'

/** The network that the node is part of. */
export const networkScreen = defineScreen({
	...tabs.network,
	model: (app) => new NetworkModel(app),
	commands: networkCommands,
	Screen: NetworkScreen,
})
