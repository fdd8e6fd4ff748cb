import type { Algorithm } from '@node-rs/argon2'
import { utf8 } from '../util/bytes.ts'

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
 * 32 bytes of argon2id over the passphrase in NFKC, so that the same typing on another system gives the same key.
 *
 * The native module is used where it exists; WebAssembly gives the same bytes more slowly elsewhere.
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
