import { type JsonNode, parseJson } from '../../../codec/goJson/parseJson.ts'
import { arrayItems, boolValue, cannotUnmarshal, integerValue, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { fromBase64 } from '../../../util/bytes.ts'
import { goQuote } from '../../../util/goQuote.ts'
import { parseBase64 } from '../../rest/goBase64.ts'
import { decodeHex } from '../../services/decodeHex.ts'
import { MethodFault } from '../MethodFault.ts'
import { type Args, type ArgType, zeroOf } from './ArgType.ts'

/**
 * A JSON value as a Go argument (tendermint v0.34.15 libs/json Unmarshal): 64-bit integers are texts, bytes base64 or, for
 * abci_query's data, hex. Throws with Go's texts.
 */
export function jsonArg(type: ArgType, node: JsonNode): Args[string] {
	if (node.kind === 'null') return zeroOf(type)
	switch (type) {
		case 'int64':
		case 'int64?':
			return integer(node, 'int64')
		case 'int?':
			return integer(node, 'int')
		case 'uint':
			return integer(node, 'uint')
		case 'string':
			return stringValue(node)
		case 'bool':
			return boolValue(node)
		case 'bytes':
			return bytes(node, '[]uint8')
		case 'tx':
			return bytes(node, 'types.Tx')
		case 'hexBytes':
			return hexBytes(node)
		case 'evidence':
			return evidence(node)
	}
}

function integer(node: JsonNode, goType: 'int64' | 'int' | 'uint'): bigint {
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

function bytes(node: JsonNode, goType: string): Uint8Array {
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

function hexBytes(node: JsonNode): Uint8Array {
	if (node.kind !== 'string') throw new MethodFault(`invalid hex string: ${node.raw}`)
	return decodeHex(node.raw.slice(1, -1))
}

/** Evidence is an interface with type and value. This node, its own only validator, has no pool to put it in. */
function evidence(node: JsonNode): string {
	if (node.kind !== 'object') throw cannotUnmarshal(node, 'json.interfaceWrapper')
	const type = node.members.get('type')
	const name = type === undefined ? '' : stringValue(type)
	if (name === '') throw new MethodFault('interface type cannot be empty')
	if (!node.members.has('value')) throw new MethodFault('interface value cannot be empty')
	if (!/^tendermint\/(DuplicateVote|LightClientAttack)Evidence$/.test(name)) {
		throw new MethodFault(`unknown type ${goQuote(name)}`)
	}
	return name
}
