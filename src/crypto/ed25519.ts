import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { concatBytes } from '../util/bytes.ts'
import { getOrInsert } from '../util/getOrInsert.ts'

// DER headers of a PKCS #8 private key and of a subject public key with ed25519 (RFC 8410).
const privateHeader = Uint8Array.from([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32])
const publicHeader = Uint8Array.from([48, 42, 48, 5, 6, 3, 43, 101, 112, 3, 33, 0])

/** An ed25519 key pair: the 32-byte seed and the 32-byte public key. Tendermint writes them one behind the other. */
export interface Ed25519KeyPair {
	readonly seed: Uint8Array
	readonly publicKey: Uint8Array
}

/** The key pair of a 32-byte seed. */
export function ed25519FromSeed(seed: Uint8Array): Ed25519KeyPair {
	const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
	return { seed, publicKey: new Uint8Array(der.subarray(publicHeader.length)) }
}

/** Keys by the arrays of their seeds. Reading a key takes longer than signing by it, and a validator signs twice a block. */
const signingKeys = new WeakMap<Uint8Array, KeyObject>()

/** The 64-byte signature of a message (not of its hash). The bytes of the seed must not change between two calls. */
export function signEd25519(message: Uint8Array, seed: Uint8Array): Uint8Array {
	const key = getOrInsert(signingKeys, seed, privateKeyOf)
	return new Uint8Array(sign(null, message, key))
}

/** Whether a 64-byte signature of a message is valid under a 32-byte key; false for malformed input. */
export function verifyEd25519(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
	if (signature.length !== 64 || publicKey.length !== 32) return false
	try {
		const key = createPublicKey({
			key: Buffer.from(concatBytes(publicHeader, publicKey)),
			format: 'der',
			type: 'spki',
		})
		return verify(null, message, key, signature)
	} catch {
		return false
	}
}

function privateKeyOf(seed: Uint8Array): KeyObject {
	return createPrivateKey({ key: Buffer.from(concatBytes(privateHeader, seed)), format: 'der', type: 'pkcs8' })
}
