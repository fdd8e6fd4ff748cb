import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointsConfig } from '../EndpointsConfig.ts'

/** What a method answers from. */
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
	/** Result as JSON: quantities and bytes as 0x text. Throws RpcFault. */
	run(params: readonly unknown[], context: MethodContext): Promise<unknown>
}
