import { hash } from 'node:crypto'
import { ripemd160 as ripemd } from '@noble/hashes/legacy.js'

/** SHA-256 of bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
	// A buffer with memory of its own takes longer to make than the hash: the text takes a third of the time.
	const text = hash('sha256', bytes, 'binary')
	const digest = new Uint8Array(32)
	for (let i = 0; i < 32; i++) digest[i] = text.charCodeAt(i)
	return digest
}

/** RIPEMD-160 of bytes: 20 bytes. */
export function ripemd160(bytes: Uint8Array): Uint8Array {
	return ripemd(bytes)
}

/** The first 20 bytes of SHA-256: addresses of ed25519 and multisig keys and of module accounts (tendermint tmhash). */
export function sha256Truncated(bytes: Uint8Array): Uint8Array {
	return sha256(bytes).slice(0, 20)
}
