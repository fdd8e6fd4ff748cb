import { keccak_256 } from '@noble/hashes/sha3.js'

/** Keccak-256 of bytes, the hash of Ethereum: 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
	return keccak_256(bytes)
}
