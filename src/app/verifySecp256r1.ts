import { createPublicKey, ECDH, verify } from 'node:crypto'
import { toBase64, toHex } from '../util/bytes.ts'

/** Half the order of the curve P-256. */
const halfOrder = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n

/**
 * Whether a 64-byte r||s with low S signs SHA-256 of a message under a 33-byte P-256 key. Malformed input is false.
 * Source: cosmos-sdk v0.44.5 crypto/keys/internal/ecdsa/pubkey.go.
 */
export function verifySecp256r1(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
	if (signature.length !== 64 || publicKey.length !== 33) return false
	if (BigInt(`0x${toHex(signature.subarray(32))}`) > halfOrder) return false
	try {
		const point = new Uint8Array(
			ECDH.convertKey(publicKey, 'prime256v1', undefined, undefined, 'uncompressed') as Uint8Array,
		)
		const jwk = {
			kty: 'EC',
			crv: 'P-256',
			x: base64Url(point.subarray(1, 33)),
			y: base64Url(point.subarray(33)),
		}
		const key = createPublicKey({ key: jwk, format: 'jwk' })
		return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
	} catch {
		return false
	}
}

function base64Url(bytes: Uint8Array): string {
	return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
