import type { DescMethodUnary, Message, MessageShape } from '@bufbuild/protobuf'
import type { Call } from '../../wire/NodeSchema.ts'
import type { SubscriptionEvent } from '../../wire/TendermintSchema.ts'

/** Whether events arrive: `up` after (re)subscribing, `down` with the reason after the stream broke. */
export type RpcStreamState = { readonly up: true } | { readonly up: false; readonly reason: string }

/** Protocols in which a client talks to a place that has no Tendermint JSON-RPC. */
export type OtherProtocol = 'rest 9' | 'rest 8' | 'evm'

/** Reads the API key of a place when it is asked; throws UserError while the keyring is locked. */
export type ApiKeySource = () => Promise<string | undefined>

/** Calls a method of a protobuf query service. */
export type QueryCall = <Method extends DescMethodUnary>(
	method: Method,
	request: Message,
	height?: number,
) => Promise<MessageShape<Method['output']>>

/** Tendermint JSON-RPC to one node, over a MessagePort or http and websocket; nothing else knows where it is. */
export interface RpcConnection {
	/** `embedded` for a node in this process, `remote` for an address. */
	readonly kind: 'embedded' | 'remote'
	/** Display name: the URL, or `embedded`. */
	readonly name: string
	/** What the place offers instead of Tendermint JSON-RPC; then most methods are refused. Absent for a node. */
	readonly protocol?: OtherProtocol
	/** The key that requests to this place carry; absent for one that takes none. */
	readonly apiKey?: ApiKeySource
	/** Only where queries have another way than `abci_query`. */
	readonly query?: QueryCall
	/** Calls a method for its `result`. @throws {RpcError} for an error reply. @throws {UserError} without a reply. */
	readonly call: Call
	/** Calls the listener for each event until the returned function is called. Reconnects after a break. */
	subscribe(
		query: string,
		listener: (event: SubscriptionEvent) => void,
		onState?: (state: RpcStreamState) => void,
	): () => void
	close(): void
}
