import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { thrownText } from '../../../errors/thrownText.ts'
import { EthFault, ethCodes } from '../EthFault.ts'

/** One positional parameter of a method. */
export interface EthParam<Value> {
	/** Whether it may be missing or null; otherwise a missing one is refused. */
	readonly optional: boolean
	/** Throws any error; its text follows `invalid argument N: `. */
	read(node: JsonNode): Value
}

/** The values of a parameter list. */
export type ValuesOf<Params extends readonly EthParam<unknown>[]> = {
	readonly [Index in keyof Params]: Params[Index] extends EthParam<infer Value> ? Value : never
}

/** Makes a parameter optional: missing or null is undefined. */
export function optional<Value>({ read }: EthParam<Value>): EthParam<Value | undefined> {
	return { optional: true, read: (node) => (node.kind === 'null' ? undefined : read(node)) }
}

/**
 * Reads the parameters of a request in order.
 *
 * @throws {EthFault} -32602 with go-ethereum's texts (v1.10.16 rpc/json.go parsePositionalArguments).
 */
export function readParams(params: readonly EthParam<unknown>[], node: JsonNode | undefined): readonly unknown[] {
	const items = itemsOf(node)
	const values = params.slice(0, items.length).map((param, index) => {
		try {
			return param.read(items[index]!)
		} catch (fault) {
			if (fault instanceof EthFault) throw fault
			throw invalid(`invalid argument ${index}: ${thrownText(fault)}`)
		}
	})
	if (items.length > params.length) throw invalid(`too many arguments, want at most ${params.length}`)
	for (let index = items.length; index < params.length; index++) {
		if (!params[index]!.optional) throw invalid(`missing value for required argument ${index}`)
		values.push(undefined)
	}
	return values
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
	if (node === undefined || node.kind === 'null') return []
	if (node.kind !== 'array') throw invalid('non-array args')
	return node.items
}

function invalid(message: string): EthFault {
	return new EthFault(message, ethCodes.invalidParams)
}
