import { UserError } from '../errors/UserError.ts'
import { sha256 } from './hash.ts'
import { signatureBackend } from './signatureBackend.ts'

/**
 * Whether a 64-byte r||s with low S is a valid signature over SHA-256 of a message under a 33-byte key. False for
 * malformed input. Source: cosmos-sdk v0.44.5 crypto/keys/secp256k1, PubKey.VerifySignature.
 */
export function verifySecp256k1(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
	return signatureBackend().verify(sha256(message), signature, publicKey)
}

/**
 * The 64-byte r||s over SHA-256 of a message: RFC 6979 nonce, low S.
 * @throws {UserError} unless the private key has 32 bytes and lies between 1 and the order of the curve.
 */
export function signSecp256k1(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
	assertPrivateKey(privateKey)
	return signatureBackend().sign(sha256(message), privateKey)
}

/** The 33-byte public key. @throws {UserError} for an invalid private key. */
export function secp256k1PublicKey(privateKey: Uint8Array): Uint8Array {
	assertPrivateKey(privateKey)
	return signatureBackend().publicKey(privateKey)
}

function assertPrivateKey(privateKey: Uint8Array): void {
	if (signatureBackend().isPrivateKey(privateKey)) return
	throw new UserError('This is not a secp256k1 private key', {
		why: 'It must have 32 bytes and lie between 1 and the order of the curve.',
		next: 'Check the key that was given.',
	})
}
