import type { ClientContext } from '../ClientContext.ts'
import { simulateTx } from '../tx/estimate.ts'
import { withUserErrors } from '../withUserErrors.ts'
import { getAccount, getAccountNames, getAccounts, getAddressPages, getBalances, getTotalSupply } from './accounts.ts'
import { getGasTrace } from './gasTrace.ts'
import { getGreeting, getGreetingCount, getGreetings, hasState } from './greetings.ts'
import { getGreetingTx } from './greetingTx.ts'
import { getLegacyAccount } from './legacyAccount.ts'
import { getHistory, getNodeAbout } from './node.ts'
import { analyzeLegacyTx, createGreeting, sendCoins } from './send.ts'
import { getBlock, getEthereumTxs, getTx } from './txs.ts'
import { verifyGreeting } from './verifyGreeting.ts'

/** The client's methods that answer once, by the action each one is. */
const answers = {
	about: getNodeAbout,
	network: of('network', 'read'),
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
	blocks: of('summaries', 'blocks'),
	block: getBlock,
	tx: getTx,
	sentTx: of('tracker', 'sent'),
	listTxs: of('summaries', 'txs'),
	/** Like `listTxs`, but with complete transactions. */
	searchTxs: of('details', 'search'),
	ethereumTxs: getEthereumTxs,
	gasTrace: getGasTrace,
	estimate: of('sender', 'estimate'),
	simulateTx,
	signAmino: of('sender', 'signAmino'),
	multisig: of('sender', 'multisig'),
	multisigOf: of('sender', 'multisigOf'),
	analyzeLegacyTx,
}

/** The client's methods that answer step by step. A failed transaction is its last step. */
const streams = {
	addressPages: getAddressPages,
	sendTx: of('sender', 'send'),
	createGreeting,
	send: sendCoins,
	broadcastTx: of('sender', 'broadcast'),
}

/** The action that is a method of a part of the client. */
function of<Part extends keyof ClientContext, Name extends keyof ClientContext[Part]>(part: Part, name: Name) {
	type Method = Extract<ClientContext[Part][Name], (...args: never[]) => unknown>
	type Run = (...args: Parameters<Method>) => ReturnType<Method>
	return (client: Pick<ClientContext, Part>, ...args: Parameters<Method>) =>
		(client[part] as unknown as Record<Name, Run>)[name](...args)
}

/** An action without its first parameter, the client. */
type Bound<Action> = Action extends (client: never, ...args: infer Args) => infer Reply
	? (...args: Args) => Reply
	: never

type BoundAll<Actions> = { readonly [Name in keyof Actions]: Bound<Actions[Name]> }

/** All actions of a client. What each does stands at the action, or at the method of the part that it is. */
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
