import type { Call } from '../../wire/NodeSchema.ts'
import type { SubscriptionEvent } from '../../wire/TendermintSchema.ts'

/** Whether events arrive: `up` after (re)subscribing, `down` with the reason after the stream broke. */
export type RpcStreamState = { readonly up: true } | { readonly up: false; readonly reason: string }

/**
 * Tendermint JSON-RPC to one node, over a MessagePort or over http and websocket. No other part of the client knows
 * where the node is.
 */
export interface RpcConnection {
	/** `embedded` for a node in this process, `remote` for an address. */
	readonly kind: 'embedded' | 'remote'
	/** Display name: the URL, or `embedded`. */
	readonly name: string
	/**
	 * Calls a method and resolves with its `result`.
	 *
	 * @throws {RpcError} if the node answers with an error.
	 * @throws {UserError} if it does not answer.
	 */
	readonly call: Call
	/** Calls the listener for each event until the returned function is called. Reconnects after a break. */
	subscribe(
		query: string,
		listener: (event: SubscriptionEvent) => void,
		onState?: (state: RpcStreamState) => void,
	): () => void
	close(): void
}
