import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { TransactionsModel } from './TransactionsModel.ts'
import { TransactionsScreen } from './TransactionsScreen.tsx'
import { transactionCommands } from './transactionsCommands.ts'

/** The transactions of the chain, live and searchable. */
export const transactionsScreen = defineScreen({
	...tabs.transactions,
	model: (app) => new TransactionsModel(app),
	commands: transactionCommands,
	Screen: TransactionsScreen,
})
