import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointsConfig } from '../EndpointsConfig.ts'

/** Data sources of a method. */
export interface MethodContext {
	readonly chain: ChainView
	readonly config: EndpointsConfig
	/** Heights this application answers, from the newest; undefined from genesis. */
	readonly window: number | undefined
}

/** One JSON-RPC method. */
export interface EthMethod {
	readonly name: string
	/** Arguments by position, as error texts count them. */
	readonly params: { readonly min: number; readonly max: number }
	/**
	 * Result as JSON, quantities and bytes as 0x text, or a promise of it: what is known at once need not wait for a
	 * turn.
	 *
	 * @throws {RpcFault}, or the promise rejects with it.
	 */
	run(params: readonly unknown[], context: MethodContext): unknown
}
