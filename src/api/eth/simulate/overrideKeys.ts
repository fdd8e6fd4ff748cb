import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { plainError } from '../../../errors/plainError.ts'

/** Names of the members of block overrides (go-ethereum v1.17 internal/ethapi/override BlockOverrides). */
export const blockKeys = [
	...['number', 'difficulty', 'time', 'gasLimit', 'feeRecipient', 'prevRandao', 'baseFeePerGas'],
	...['blobBaseFee', 'beaconRoot', 'withdrawals'],
]

/** Names of the members of an account's overrides. */
export const accountKeys = ['nonce', 'code', 'balance', 'state', 'stateDiff', 'movePrecompileToAddress']

/**
 * An object of overrides with its members under the names of the list. A simulation takes them in any case, as Go's decoder
 * does, and no others (go-ethereum v1.17 internal/ethapi checkOverrideKeys).
 *
 * @throws a plain error for a name that is not in the list, or that stands there twice.
 */
export function withOverrideKeys(node: JsonNode, names: readonly string[], what: string): JsonNode {
	if (node.kind !== 'object') return node
	const written = new Map<string, string>()
	for (const key of [...node.members.keys()].sort()) {
		const name = names.find((known) => known.toLowerCase() === key.toLowerCase())
		if (name === undefined) throw plainError(`unknown field ${JSON.stringify(key)} in ${what}`)
		const before = written.get(name)
		if (before !== undefined) {
			throw plainError(`keys ${JSON.stringify(before)} and ${JSON.stringify(key)} in ${what} name the same field`)
		}
		written.set(name, key)
	}
	return { ...node, members: new Map([...written].map(([name, key]) => [name, node.members.get(key)!])) }
}
