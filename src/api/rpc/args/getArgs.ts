import { parseJson } from '../../../codec/goJson/parseJson.ts'
import { stringValue } from '../../../codec/goJson/unmarshal.ts'
import { fromUtf8, utf8 } from '../../../util/bytes.ts'
import { decodeHex } from '../../services/decodeHex.ts'
import { MethodFault } from '../MethodFault.ts'
import { type ArgList, type Args, type ArgType, zeroOf } from './ArgType.ts'
import { jsonArg } from './jsonArg.ts'

/**
 * Parses arguments from the parameters of a URL (tendermint v0.34.15 rpc/jsonrpc/server/http_uri_handler.go): bare integers,
 * `0x…` for bytes and texts, a quoted text for bytes means its own characters, everything else is JSON. Throws Go's
 * texts.
 */
export function getArgs(list: ArgList, parameters: ReadonlyMap<string, string>): Args {
	const args: { [name: string]: Args[string] } = {}
	for (const [name, type] of list) {
		const text = parameters.get(name) ?? ''
		args[name] = text === '' ? zeroOf(type) : urlArg(type, text)
	}
	return args
}

const goKinds: { readonly [T in ArgType]: string } = {
	int64: 'int64',
	'int64?': 'int64',
	'int?': 'int',
	uint: 'uint',
	string: 'string',
	bool: 'bool',
	bytes: 'slice',
	tx: 'slice',
	hexBytes: 'slice',
	evidence: 'interface',
}

function urlArg(type: ArgType, text: string): Args[string] {
	const kind = goKinds[type]
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
	if (text === 'null') return zeroOf(type)
	return jsonArg(type, { kind: 'number', raw: text })
}
