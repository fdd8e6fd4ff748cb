import type { EngineReader } from '../../engine/EngineReader.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'
import type { ArgList, Args } from './args/ArgType.ts'
import type { RpcJson } from './json/RpcJson.ts'

/** What methods work on. */
export interface RpcContext {
	readonly engine: EngineReader
	readonly identity: NodeIdentity
}

/** A method with its arguments. Throws RpcFault, or any error whose text is the reply's. */
export interface RpcMethod {
	readonly args: ArgList
	readonly run: (args: Args, context: RpcContext) => RpcJson | Promise<RpcJson>
}
