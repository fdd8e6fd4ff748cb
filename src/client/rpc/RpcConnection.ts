import type { Call } from '../../wire/NodeSchema.ts'
import type { SubscriptionEvent } from '../../wire/TendermintSchema.ts'

/** Whether events arrive now: `up` after (re)subscribing, `down` with the reason when the stream broke. */
export type RpcStreamState = { readonly up: true } | { readonly up: false; readonly reason: string }

/**
 * Tendermint JSON-RPC to one node, over a MessagePort or over http and websocket. The only thing the client knows of
 * where its node is.
 */
export interface RpcConnection {
	/** `embedded` for a node in this process, `remote` for an address. */
	readonly kind: 'embedded' | 'remote'
	/** What a person would call it: the URL, or `embedded`. */
	readonly name: string
	/**
	 * Resolves with the `result`. Throws RpcError when the node answers with an error and UserError when no answer comes.
	 */
	readonly call: Call
	/** Calls the listener for each event until the returned function is called; comes back by itself after a break. */
	subscribe(
		query: string,
		listener: (event: SubscriptionEvent) => void,
		onState?: (state: RpcStreamState) => void,
	): () => void
	close(): void
}
