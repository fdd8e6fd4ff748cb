import { hash } from 'node:crypto'
import { ripemd160 as ripemd } from '@noble/hashes/legacy.js'

/** SHA-256 of bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
	return new Uint8Array(hash('sha256', bytes, 'buffer'))
}

/** RIPEMD-160 of bytes: 20 bytes. */
export function ripemd160(bytes: Uint8Array): Uint8Array {
	return ripemd(bytes)
}

/** The first 20 bytes of SHA-256: addresses of ed25519 and multisig keys and of module accounts (tendermint tmhash). */
export function sha256Truncated(bytes: Uint8Array): Uint8Array {
	return sha256(bytes).slice(0, 20)
}
