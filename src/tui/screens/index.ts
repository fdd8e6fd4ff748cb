import type { ScreenFactory } from '../app/TuiApp.ts'
import { type ScreenId, tabs } from '../app/tabs.ts'
import { accountsScreen } from './accounts/AccountsScreen.tsx'
import { blocksScreen } from './blocks/BlocksScreen.tsx'
import { contractsScreen } from './contracts/ContractsScreen.tsx'
import { converterScreen } from './converter/ConverterScreen.tsx'
import { endpointsScreen } from './endpoints/EndpointsScreen.tsx'
import { greetingsScreen } from './greetings/GreetingsScreen.tsx'
import { homeScreen } from './home/HomeScreen.tsx'
import { keysScreen } from './keys/KeysScreen.tsx'
import { logsScreen } from './logs/LogsScreen.tsx'
import { networkScreen } from './network/NetworkScreen.tsx'
import { nodeScreen } from './node/NodeScreen.tsx'
import { requestsScreen } from './requests/RequestsScreen.tsx'
import { rpcScreen } from './rpc/RpcScreen.tsx'
import { transactionsScreen } from './transactions/TransactionsScreen.tsx'
import { upgradeScreen } from './upgrade/UpgradeScreen.tsx'

/** Every screen of the tabs. */
const all: Readonly<Record<ScreenId, ScreenFactory>> = {
	home: homeScreen,
	greetings: greetingsScreen,
	accounts: accountsScreen,
	keys: keysScreen,
	converter: converterScreen,
	endpoints: endpointsScreen,
	blocks: blocksScreen,
	node: nodeScreen,
	logs: logsScreen,
	transactions: transactionsScreen,
	contracts: contractsScreen,
	requests: requestsScreen,
	network: networkScreen,
	rpc: rpcScreen,
	upgrade: upgradeScreen,
}

/** The screens in the order of their tabs and digits. */
export const screens: readonly ScreenFactory[] = Object.values(tabs).map(({ id }) => all[id])
