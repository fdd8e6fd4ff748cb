import type { ScreenFactory } from '../app/TuiApp.ts'
import { type ScreenId, tabs } from '../app/tabs.ts'
import { accountsScreen } from './accounts/index.ts'
import { blocksScreen } from './blocks/index.ts'
import { contractsScreen } from './contracts/index.ts'
import { converterScreen } from './converter/index.ts'
import { endpointsScreen } from './endpoints/index.ts'
import { greetingsScreen } from './greetings/index.ts'
import { homeScreen } from './home/index.ts'
import { keysScreen } from './keys/index.ts'
import { logsScreen } from './logs/index.ts'
import { networkScreen } from './network/index.ts'
import { nodeScreen } from './node/index.ts'
import { requestsScreen } from './requests/index.ts'
import { rpcScreen } from './rpc/RpcScreen.tsx'
import { transactionsScreen } from './transactions/index.ts'
import { upgradeScreen } from './upgrade/index.ts'

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
