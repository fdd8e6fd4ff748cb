import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import type { Asker } from '../../modules/evm/vm/CallSlots.ts'
import { type EthParam, readParams, type ValuesOf } from './args/EthParam.ts'

/** A result; quantities and bytes are already 0x texts. */
export type EthJson =
	| string
	| number
	| boolean
	| null
	| readonly EthJson[]
	| { readonly [member: string]: EthJson | undefined }

/**
 * One method. What runs code stands in line for its asker.
 *
 * @throws {EthFault}, or any error, whose text becomes that of the reply.
 */
export type EthMethod = (params: JsonNode | undefined, asker?: Asker) => Promise<EthJson>

/** Methods by name: `eth_getBalance`. */
export type EthMethods = Readonly<Record<string, EthMethod>>

/** Defines a method with typed positional parameters; behind them `run` gets who asks, where that is known. */
export function defineEthMethod<const Params extends readonly EthParam<unknown>[]>(
	params: Params,
	run: (...values: [...ValuesOf<Params>, Asker | undefined]) => EthJson | Promise<EthJson>,
): EthMethod {
	// The parameter list guarantees these types.
	return async (node, asker) => run(...(readParams(params, node) as unknown as ValuesOf<Params>), asker)
}
