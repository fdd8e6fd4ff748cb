/** One event of a subscription: the `result` of the JSON-RPC reply that carries it (tendermint 0.34 event format). */
export interface RpcEvent {
	readonly query: string
	readonly data: { readonly type: string; readonly value: Readonly<Record<string, unknown>> }
	readonly events?: Readonly<Record<string, readonly string[]>>
}

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
	call(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
	/** Calls the listener for each event until the returned function is called; comes back by itself after a break. */
	subscribe(query: string, listener: (event: RpcEvent) => void, onState?: (state: RpcStreamState) => void): () => void
	close(): void
}
