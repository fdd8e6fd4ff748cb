import { utf8 } from '../../util/bytes.ts'

/** A text as the header `grpc-message` has it (grpc-go v1.33.2 internal/transport/http_util.go encodeGrpcMessage). */
export function percentEncoded(text: string): string {
	if (!/[^ -$&-~]/.test(text)) return text
	let encoded = ''
	for (const byte of utf8(text)) {
		const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25
		encoded += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
	}
	return encoded
}
