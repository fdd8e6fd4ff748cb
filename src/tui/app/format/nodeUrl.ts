import type { NodeStatus } from '../../../client/index.ts'
import { linkText } from '../../kit/text/linkText.ts'
import type { TuiApp } from '../TuiApp.ts'

/** An item that a node serves under its own URL. */
export type NodeThing = 'account' | 'balances' | 'block' | 'greeting' | 'tx'

/**
 * The URL of an item on the node: of its REST listener (gRPC gateway), otherwise of its JSON-RPC; undefined if neither
 * serves it.
 * @param id Address, height, number of the greeting or upper-case hash.
 */
export function nodeUrl(status: NodeStatus | undefined, thing: NodeThing, id: string): string | undefined {
	const { rest, rpc } = status?.listeners ?? {}
	if (!/^[\w.-]{1,200}$/.test(id)) return undefined
	if (rest !== undefined) return join(rest, restPaths[thing] + id)
	if (rpc === undefined) return undefined
	if (thing === 'tx') return join(rpc, `/tx?hash=0x${id}`)
	return thing === 'block' ? join(rpc, `/block?height=${id}`) : undefined
}

/** A text that opens an item on the node, where it serves it and the terminal shows links. @param text safe to print */
export function nodeLink(app: TuiApp, thing: NodeThing, id: string, text: string): string {
	const url = nodeUrl(app.state.status, thing, id)
	return url === undefined ? text : linkText(app.links, url, text)
}

const restPaths: Readonly<Record<NodeThing, string>> = {
	account: '/cosmos/auth/v1beta1/accounts/',
	balances: '/cosmos/bank/v1beta1/balances/',
	block: '/cosmos/base/tendermint/v1beta1/blocks/',
	greeting: '/chain/greet/v1beta1/greetings/',
	tx: '/cosmos/tx/v1beta1/txs/',
}

function join(base: string, path: string): string {
	return base.replace(/\/+$/, '') + path
}
