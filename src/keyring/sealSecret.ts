import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { concatBytes } from '../util/bytes.ts'

/** Random number for each sealing, as AES-GCM wants it (NIST SP 800-38D). */
const nonceLength = 12
const tagLength = 16

/** AES-256-GCM of a secret: nonce, ciphertext and tag in one. `context` is authenticated with it and needed again. */
export function sealSecret(key: Uint8Array, secret: Uint8Array, context: Uint8Array): Uint8Array {
	const nonce = randomBytes(nonceLength)
	const cipher = createCipheriv('aes-256-gcm', key, nonce)
	cipher.setAAD(context)
	const body = cipher.update(secret)
	return concatBytes(nonce, body, cipher.final(), cipher.getAuthTag())
}

/** The secret, or undefined when the key is wrong or a byte was changed. */
export function openSecret(key: Uint8Array, sealed: Uint8Array, context: Uint8Array): Uint8Array | undefined {
	if (sealed.length < nonceLength + tagLength) return undefined
	const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
	decipher.setAAD(context)
	decipher.setAuthTag(sealed.subarray(sealed.length - tagLength))
	try {
		const body = decipher.update(sealed.subarray(nonceLength, sealed.length - tagLength))
		return concatBytes(body, decipher.final())
	} catch {
		return undefined
	}
}
