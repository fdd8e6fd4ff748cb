import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Algorithm } from '@node-rs/argon2'
import { concatBytes, utf8 } from '../util/bytes.ts'

/** Cost of turning a passphrase into a key with argon2id (RFC 9106), kept beside what it protects. */
export interface KdfParams {
	readonly memoryKiB: number
	readonly iterations: number
	readonly parallelism: number
	/** At least 16 bytes. */
	readonly salt: Uint8Array
}

/** RFC 9106's second recommended choice: 64 MiB, three passes. One lane, so that every implementation takes equal steps. */
export const defaultKdfCost = { memoryKiB: 65_536, iterations: 3, parallelism: 1 } as const

/** The value of `Algorithm.Argon2id`, an ambient enum that cannot be read at run time under isolated modules. */
const argon2id = 2 as Algorithm

/**
 * 32 bytes of argon2id over the passphrase in NFKC, so that the same typing on another system gives the same key. The
 * native module is used where it exists; WebAssembly gives the same bytes more slowly elsewhere.
 */
export async function passphraseKey(passphrase: string, params: KdfParams): Promise<Uint8Array> {
	const password = utf8(passphrase.normalize('NFKC'))
	const native = await import('@node-rs/argon2').catch(() => undefined)
	if (native === undefined) return wasmPassphraseKey(password, params)
	const key = await native.hashRaw(password, {
		algorithm: argon2id,
		memoryCost: params.memoryKiB,
		timeCost: params.iterations,
		parallelism: params.parallelism,
		outputLen: 32,
		salt: params.salt,
	})
	return new Uint8Array(key)
}

/** The same 32 bytes from the WebAssembly implementation. */
export async function wasmPassphraseKey(password: Uint8Array, params: KdfParams): Promise<Uint8Array> {
	const wasm = await import('hash-wasm')
	return wasm.argon2id({
		password,
		salt: params.salt,
		iterations: params.iterations,
		parallelism: params.parallelism,
		memorySize: params.memoryKiB,
		hashLength: 32,
		outputType: 'binary',
	})
}

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
