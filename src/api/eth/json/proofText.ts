import type { ProofOp } from '../../../store/MultiStore.ts'
import { utf8 } from '../../../util/bytes.ts'

/**
 * Proof steps in the text form of their protobuf message, as in the recordings (gogo/protobuf v1.3.3 proto/text.go).
 */
export function proofText(ops: readonly ProofOp[]): string {
	return ops
		.map(({ type, key, data }) => `ops:<type:${quoted(utf8(type))} key:${quoted(key)} data:${quoted(data)} > `)
		.join('')
}

const escapes: Readonly<Record<number, string>> = {
	10: '\\n',
	13: '\\r',
	9: '\\t',
	34: '\\"',
	92: '\\\\',
}

function quoted(bytes: Uint8Array): string {
	let text = ''
	for (const byte of bytes) {
		const isPrintable = byte >= 0x20 && byte < 0x7f
		text += escapes[byte] ?? (isPrintable ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`)
	}
	return `"${text}"`
}
