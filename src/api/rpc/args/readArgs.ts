import { type JsonNode, parseJson } from '../../../codec/goJson/parseJson.ts'
import { memberOf, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { fromUtf8, utf8 } from '../../../util/bytes.ts'
import { goStringBytes } from '../../../util/goString.ts'
import { decodeHex } from '../../services/goParse.ts'
import { MethodFault } from '../MethodFault.ts'
import { type ArgList, type Args, type ArgType, argTypes } from './ArgType.ts'

/**
 * Parses arguments from the parameters of a URL (tendermint v0.34.15 rpc/jsonrpc/server/http_uri_handler.go): bare integers,
 * `0x…` for bytes and texts, a quoted text for bytes means its own characters, everything else is JSON. Throws Go's
 * texts.
 */
export function getArgs(list: ArgList, parameters: ReadonlyMap<string, string>): Args {
	const args: { [name: string]: Args[string] } = {}
	for (const [name, type] of list) {
		const text = parameters.get(name) ?? ''
		args[name] = text === '' ? argTypes[type].zero : urlArg(type, text)
	}
	return args
}

function urlArg(type: ArgType, text: string): Args[string] {
	const { kind } = argTypes[type]
	const isInteger = kind === 'int64' || kind === 'int' || kind === 'uint'
	if (isInteger && /^-?[0-9]+$/.test(text)) return jsonArg(type, parseJson(`"${text}"`))
	if (text.slice(0, 2).toLowerCase() === '0x') {
		if (kind !== 'string' && kind !== 'slice') throw new MethodFault(`got a hex string arg, but expected '${kind}'`)
		const bytes = decodeHex(text.slice(2))
		return kind === 'string' ? fromUtf8(bytes) : bytes
	}
	if (kind === 'slice' && text.startsWith('"') && text.endsWith('"')) return utf8(stringValue(parseJson(text)))
	if (isInteger && !(text.startsWith('"') && text.endsWith('"'))) return refuseInteger(type, text)
	// These read their own JSON, so that any text reaches them.
	if (type === 'hexBytes' && text !== 'null') throw new MethodFault(`invalid hex string: ${text}`)
	return jsonArg(type, parseJson(text))
}

/** Refuses a text that is not JSON before parsing it. */
function refuseInteger(type: ArgType, text: string): Args[string] {
	if (text === 'null') return argTypes[type].zero
	return jsonArg(type, { kind: 'number', raw: text })
}

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
		const node = memberOf(params, name)
		args[name] = node === undefined ? argTypes[type].zero : jsonArg(type, node)
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

/** A JSON value as a Go argument. Throws with Go's texts. */
export function jsonArg(type: ArgType, node: JsonNode): Args[string] {
	return node.kind === 'null' ? argTypes[type].zero : argTypes[type].read(node)
}
