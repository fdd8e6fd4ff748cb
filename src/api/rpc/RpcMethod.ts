import type { ChainSource } from '../../chain/ChainSource.ts'
import type { RawJson } from '../../codec/goJson/writeJson.ts'
import type { ReplyOf } from '../../wire/NodeSchema.ts'
import type { Genesis } from '../../wire/node.ts'
import type { TendermintSchema } from '../../wire/TendermintSchema.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'
import type { ArgList, Args, ArgsOf, ArgType } from './args/ArgType.ts'
import type { RpcJson } from './json/RpcJson.ts'

/** Dependencies of methods. */
export interface RpcContext extends ChainSource {
	readonly identity: NodeIdentity
}

/** A method with its arguments. @throws {MethodFault}, or any error whose text is the reply's. */
export interface RpcMethod {
	readonly args: ArgList
	readonly run: (args: Args, context: RpcContext) => RpcJson | Promise<RpcJson>
}

/** Name of a method of Tendermint. */
export type TendermintMethod = keyof TendermintSchema

/** A genesis document whose application state keeps the spelling it was given in. */
export type ServedGenesis = Omit<Genesis, 'app_state'> & { readonly app_state: RawJson }

/** The reply of a method as the server makes it. */
export type ServedReply<M extends TendermintMethod> = M extends 'genesis'
	? { readonly genesis: ServedGenesis }
	: ReplyOf<M>

/** Arguments of a method in Tendermint's order, named as in the contract. */
type ArgListOf<M extends TendermintMethod> = readonly (readonly [
	name: keyof TendermintSchema[M]['Parameters'] & string,
	type: ArgType,
])[]

/** A method of Tendermint: names of its arguments and its reply are checked against the contract in `src/wire`. */
export function defineMethod<M extends TendermintMethod, const L extends ArgListOf<M>>(
	_name: M,
	args: L,
	run: (args: ArgsOf<L>, context: RpcContext) => ServedReply<M> | Promise<ServedReply<M>>,
): RpcMethod {
	// The list is what the arguments are read by.
	return { args, run: (read, context) => run(read as ArgsOf<L>, context) }
}
