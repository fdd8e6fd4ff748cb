import { type JsonNode, parseJson } from '../../../codec/goJson/parseJson.ts'
import { integerValue } from '../../../codec/goJson/unmarshal.ts'
import { goQuote } from '../../../util/goString.ts'
import { decodeHex } from '../../services/goParse.ts'
import { MethodFault } from '../MethodFault.ts'

/** A number of 64 bits, which is a text. Throws Go's texts. */
export function quotedInteger(node: JsonNode, goType: 'int64' | 'int' | 'uint'): bigint {
	if (node.kind !== 'string') {
		throw new MethodFault(`invalid 64-bit integer encoding ${goQuote(node.raw)}, expected string`)
	}
	return integerValue(parseJson(node.raw.slice(1, -1)), goType === 'uint' ? 'uint64' : 'int64', goType)
}

/** Bytes in hex. Throws Go's texts. */
export function hexBytes(node: JsonNode): Uint8Array {
	if (node.kind !== 'string') throw new MethodFault(`invalid hex string: ${node.raw}`)
	return decodeHex(node.raw.slice(1, -1))
}
