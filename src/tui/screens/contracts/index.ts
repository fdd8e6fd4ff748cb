import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { ContractsModel } from './ContractsModel.ts'
import { ContractsScreen } from './ContractsScreen.tsx'
import { contractsCommands } from './contractsCommands.ts'

/** Contracts of the chain's EVM: deploy, call, events, storage, traces. */
export const contractsScreen = defineScreen({
	...tabs.contracts,
	model: (app) => new ContractsModel(app),
	commands: contractsCommands,
	Screen: ContractsScreen,
})
