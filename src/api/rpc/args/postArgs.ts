import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { goStringBytes } from '../../../util/goString.ts'
import { MethodFault } from '../MethodFault.ts'
import { type ArgList, type Args, zeroOf } from './ArgType.ts'
import { jsonArg } from './jsonArg.ts'

/**
 * Arguments from the `params` of a JSON-RPC request, an object by name or an array by position
 * (tendermint v0.34.15 rpc/jsonrpc/server jsonParamsToArgs). Unknown names are ignored. Throws with Go's texts.
 */
export function postArgs(list: ArgList, params: JsonNode): Args {
	if (params.kind === 'array') return byPosition(list, params.items)
	if (params.kind !== 'object' && params.kind !== 'null') {
		const cause = `json: cannot unmarshal ${params.kind} into Go value of type []json.RawMessage`
		throw new MethodFault(`unknown type for JSON params: ${cause}. Expected map or array`)
	}
	const args: { [name: string]: Args[string] } = {}
	for (const [name, type] of list) {
		const node = params.kind === 'object' ? params.members.get(name) : undefined
		args[name] = node === undefined ? zeroOf(type) : jsonArg(type, node)
	}
	return args
}

function byPosition(list: ArgList, items: readonly JsonNode[]): Args {
	if (items.length !== list.length) {
		const names = list.map(([name]) => name).join(' ')
		const given = items.map(({ raw }) => `[${goStringBytes(raw).join(' ')}]`).join(' ')
		throw new MethodFault(`expected ${list.length} parameters ([${names}]), got ${items.length} ([${given}])`)
	}
	return Object.fromEntries(list.map(([name, type], index) => [name, jsonArg(type, items[index]!)]))
}
