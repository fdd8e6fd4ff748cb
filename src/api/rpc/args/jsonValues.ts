import { type JsonNode, parseJson } from '../../../codec/goJson/parseJson.ts'
import { arrayItems, cannotUnmarshal, integerValue } from '../../../codec/goJson/unmarshal.ts'
import { fromBase64 } from '../../../util/bytes.ts'
import { goQuote } from '../../../util/goString.ts'
import { parseBase64 } from '../../rest/goBase64.ts'
import { decodeHex } from '../../services/goParse.ts'
import { MethodFault } from '../MethodFault.ts'

/** A number of 64 bits, which is a text. Throws Go's texts. */
export function quotedInteger(node: JsonNode, goType: 'int64' | 'int' | 'uint'): bigint {
	if (node.kind !== 'string') {
		throw new MethodFault(`invalid 64-bit integer encoding ${goQuote(node.raw)}, expected string`)
	}
	const inner = parseJson(node.raw.slice(1, -1))
	if (goType === 'int64') return integerValue(inner, 'int64')
	try {
		return integerValue(inner, goType === 'int' ? 'int64' : 'uint64')
	} catch (fault) {
		throw new MethodFault(fault instanceof Error ? fault.message.replace(/u?int64$/, goType) : String(fault))
	}
}

/** Bytes in base64 or as a list of numbers. Throws Go's texts. */
export function base64Bytes(node: JsonNode, goType: string): Uint8Array {
	if (node.kind === 'array') return Uint8Array.from((arrayItems(node) ?? []).map(byte))
	if (node.kind !== 'string') throw cannotUnmarshal(node, goType)
	const plain = fromBase64(node.value)
	if (plain !== undefined) return plain
	// Standard base64 only, with the offsets Go reports: its own letters for those of the URL alphabet, which is no base64 here.
	return parseBase64(node.value.replace(/[-_]/g, '!').replaceAll('+', '-').replaceAll('/', '_'))
}

function byte(node: JsonNode): number {
	try {
		const value = integerValue(node, 'uint32')
		if (value < 256n) return Number(value)
	} catch (fault) {
		throw new MethodFault(fault instanceof Error ? fault.message.replace(/uint32$/, 'uint8') : String(fault))
	}
	throw new MethodFault(`json: cannot unmarshal number ${node.raw} into Go value of type uint8`)
}

/** Bytes in hex. Throws Go's texts. */
export function hexBytes(node: JsonNode): Uint8Array {
	if (node.kind !== 'string') throw new MethodFault(`invalid hex string: ${node.raw}`)
	return decodeHex(node.raw.slice(1, -1))
}
