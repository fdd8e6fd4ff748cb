import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { AccountsModel } from './AccountsModel.ts'
import { AccountsScreen } from './AccountsScreen.tsx'
import { accountCommands } from './accountsCommands.ts'

/** Accounts as the legacy REST of both generations writes them. */
export const accountsScreen = defineScreen({
	...tabs.accounts,
	model: (app) => new AccountsModel(app),
	commands: accountCommands,
	Screen: AccountsScreen,
})
