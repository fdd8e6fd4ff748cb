import { defineScreen } from '../defineScreen.ts'
import { transactionCommands } from './commands.ts'
import { TransactionsModel } from './model.ts'
import { transactionsLines } from './Screen.ts'

/** The transactions of the chain, live and searchable. */
export const transactionsScreen = defineScreen({
	id: 'transactions',
	title: 'Transactions',
	short: 'Txs',
	model: (app) => new TransactionsModel(app),
	commands: transactionCommands,
	render: transactionsLines,
})
