import { concatBytes } from '../util/bytes.ts'
import { keccak256 } from './keccak256.ts'
import { signatureBackend } from './signatureBackend.ts'

/** Half the order of the curve, the largest S that is low. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The 20-byte address of a 33-byte public key; no bytes when it is no key (ethermint v0.14.1 crypto/ethsecp256k1). */
export function ethAddressOfKey(publicKey: Uint8Array): Uint8Array {
	const point = signatureBackend().uncompress(publicKey)
	return point === undefined ? new Uint8Array(0) : addressOfPoint(point)
}

/**
 * Whether r||s, with or without a 65th byte, signs Keccak-256 of a message under a 33-byte key. High S is refused.
 * Source: ethermint v0.14.1 crypto/ethsecp256k1, PubKey.VerifySignature.
 */
export function verifyEthSecp256k1(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
	const short = signature.length === 65 ? signature.subarray(0, 64) : signature
	return signatureBackend().verify(keccak256(message), short, publicKey)
}

/** The 65-byte r||s||v over Keccak-256, v 0 or 1 (ethermint v0.14.1 PrivKey.Sign). The key must be valid. */
export function signEthSecp256k1(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
	return signEthDigest(keccak256(message), privateKey)
}

/** The 65-byte r||s||v of a 32-byte digest, v 0 or 1. The key must be valid. */
export function signEthDigest(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
	const { signature, recovery } = signatureBackend().signRecoverable(digest, privateKey)
	return concatBytes(signature, Uint8Array.of(recovery))
}

/** Whether r and s may be those of a signature of an Ethereum transaction; `homestead` refuses high S. */
export function areSignatureValues(r: bigint, s: bigint, homestead: boolean): boolean {
	return r > 0n && s > 0n && r < order && s < order && (!homestead || s <= halfOrder)
}

/** The 65-byte key that signed a digest; undefined when no key did. `recovery` is 0 or 1. */
export function recoverKey(digest: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array | undefined {
	return signatureBackend().recover(digest, signature, recovery)
}

/** The address of a 65-byte public key. */
export function addressOfPoint(point: Uint8Array): Uint8Array {
	return keccak256(point.subarray(1)).slice(12)
}
