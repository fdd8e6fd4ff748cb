import { defineScreen } from '../defineScreen.ts'
import { accountCommands } from './commands.ts'
import { AccountsModel } from './model.ts'
import { accountsLines } from './Screen.ts'

/** Accounts as the legacy REST of both generations writes them. */
export const accountsScreen = defineScreen({
	id: 'accounts',
	title: 'Accounts',
	short: 'Accts',
	model: (app) => new AccountsModel(app),
	commands: accountCommands,
	render: accountsLines,
})
