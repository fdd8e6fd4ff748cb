import type { ClientContext } from '../ClientContext.ts'
import { withUserErrors } from '../withUserErrors.ts'
import { getAccount, getAccountNames, getAccounts, getAddressPages, getBalances, getTotalSupply } from './accounts.ts'
import { getGasTrace } from './gasTrace.ts'
import { getGreeting, getGreetingCount, getGreetings, hasState } from './greetings.ts'
import { getGreetingTx } from './greetingTx.ts'
import { getLegacyAccount } from './legacyAccount.ts'
import { getHistory, getNetwork, getNodeAbout } from './node.ts'
import {
	analyzeLegacyTx,
	broadcastTx,
	createGreeting,
	estimate,
	multisig,
	multisigOf,
	sendCoins,
	sendTx,
	signAmino,
	simulateTx,
} from './send.ts'
import { getBlock, getBlocks, getEthereumTxs, getTx, listTxs, searchTxs } from './txs.ts'
import { verifyGreeting } from './verifyGreeting.ts'

/** The client's methods that answer once, by the action each one is. */
const answers = {
	about: getNodeAbout,
	network: getNetwork,
	history: getHistory,
	hasState,
	greetingCount: getGreetingCount,
	greeting: getGreeting,
	greetingRange: getGreetings,
	greetingTx: getGreetingTx,
	verifyGreeting,
	account: getAccount,
	accounts: getAccounts,
	accountNames: getAccountNames,
	balances: getBalances,
	totalSupply: getTotalSupply,
	legacyAccount: getLegacyAccount,
	blocks: getBlocks,
	block: getBlock,
	tx: getTx,
	listTxs,
	searchTxs,
	ethereumTxs: getEthereumTxs,
	gasTrace: getGasTrace,
	estimate,
	simulateTx,
	signAmino,
	multisig,
	multisigOf,
	analyzeLegacyTx,
}

/** The client's methods that answer step by step. A failed transaction is its last step. */
const streams = { addressPages: getAddressPages, sendTx, createGreeting, send: sendCoins, broadcastTx }

/** An action without its first parameter, the client. */
type Bound<Action> = Action extends (client: never, ...args: infer Args) => infer Reply
	? (...args: Args) => Reply
	: never

type BoundAll<Actions> = { readonly [Name in keyof Actions]: Bound<Actions[Name]> }

/** All actions of a client. What each does stands at the action. */
export interface ChainActions extends BoundAll<typeof answers>, BoundAll<typeof streams> {}

/** The actions of one client. Refusals of the node become UserErrors. */
export function chainActions(client: ClientContext): ChainActions {
	const all: { readonly [name: string]: unknown } = { ...answers, ...streams }
	const bound = Object.entries(all).map(([name, action]) => {
		// Each action takes a part of the context; the interface has the types of the others.
		const run = (action as (client: ClientContext, ...args: readonly unknown[]) => never).bind(undefined, client)
		return [name, name in answers ? withUserErrors(run) : run]
	})
	return Object.fromEntries(bound) as ChainActions
}
