import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { boolValue, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { type Args, type ArgType, zeroOf } from './ArgType.ts'
import { readEvidence } from './evidence.ts'
import { base64Bytes, hexBytes, quotedInteger } from './jsonValues.ts'

/**
 * A JSON value as a Go argument (tendermint v0.34.15 libs/json Unmarshal): 64-bit integers are texts, bytes base64 or, for
 * abci_query's data, hex. Throws with Go's texts.
 */
export function jsonArg(type: ArgType, node: JsonNode): Args[string] {
	if (node.kind === 'null') return zeroOf(type)
	switch (type) {
		case 'int64':
		case 'int64?':
			return quotedInteger(node, 'int64')
		case 'int?':
			return quotedInteger(node, 'int')
		case 'uint':
			return quotedInteger(node, 'uint')
		case 'string':
			return stringValue(node)
		case 'bool':
			return boolValue(node)
		case 'bytes':
			return base64Bytes(node, '[]uint8')
		case 'tx':
			return base64Bytes(node, 'types.Tx')
		case 'hexBytes':
			return hexBytes(node)
		case 'evidence':
			return readEvidence(node)
	}
}
