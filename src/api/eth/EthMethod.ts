import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import { type EthParam, readParams, type ValuesOf } from './args/EthParam.ts'

/** A reply: quantities and bytes are 0x texts already. */
export type EthJson =
	| string
	| number
	| boolean
	| null
	| readonly EthJson[]
	| { readonly [member: string]: EthJson | undefined }

/**
 * One method.
 *
 * @throws {EthFault}, or any error whose text becomes the reply's.
 */
export type EthMethod = (params: JsonNode | undefined) => Promise<EthJson>

/** Methods by their name: `eth_getBalance`. */
export type EthMethods = Readonly<Record<string, EthMethod>>

/** A method with typed positional parameters. */
export function defineEthMethod<const Params extends readonly EthParam<unknown>[]>(
	params: Params,
	run: (...values: ValuesOf<Params>) => EthJson | Promise<EthJson>,
): EthMethod {
	// What was read by the list of parameters has its types.
	return async (node) => run(...(readParams(params, node) as unknown as ValuesOf<Params>))
}
