import { createRequire } from 'node:module'
import { thrownText, UserError } from '../errors/UserError.ts'
import { getOrInsert } from '../util/getOrInsert.ts'

/** The elliptic-curve code that checks and makes secp256k1 signatures, under one strict interface. */
export interface SignatureBackend {
	/** `native` is libsecp256k1 as a Node addon, `wasm` the same library compiled to WebAssembly. */
	readonly name: 'native' | 'wasm'
	/** The reason that the faster one is not used; empty otherwise. */
	readonly reason: string
	/** Whether a 64-byte r||s with low S is a hash's signature under a 33-byte key; false for malformed input. */
	verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean
	/** The 64-byte r||s of RFC 6979 with low S. The key must be valid. */
	sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array
	/** The 33-byte public key. The key must be valid. */
	publicKey(privateKey: Uint8Array): Uint8Array
	isPrivateKey(privateKey: Uint8Array): boolean
	/** r||s and the recovery number (0 to 3) of the same signature. The key must be valid. */
	signRecoverable(
		hash: Uint8Array,
		privateKey: Uint8Array,
	): { readonly signature: Uint8Array; readonly recovery: number }
	/** The 65-byte public key that made a 64-byte r||s, also one with high S; undefined when none did. */
	recover(hash: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array | undefined
	/** Both coordinates (65 bytes) of a 33-byte key; undefined for an invalid key. */
	uncompress(publicKey: Uint8Array): Uint8Array | undefined
}

/** The environment variable that forces one of them: `native` or `wasm`. */
export const backendVariable = 'CHAIN_TUI_SECP256K1'

let loaded: SignatureBackend | undefined

/**
 * The backend of this process, loaded once: native if its binary loads, otherwise WebAssembly with the reason.
 * @throws {UserError} if `CHAIN_TUI_SECP256K1` forces one that does not load or does not exist.
 */
export function signatureBackend(): SignatureBackend {
	loaded ??= load(process.env[backendVariable] ?? '')
	return loaded
}

function load(forced: string): SignatureBackend {
	if (forced === 'wasm') return loadWasm(`${backendVariable}=wasm`)
	if (forced !== '' && forced !== 'native') {
		throw new UserError(`${backendVariable} is "${forced}"`, {
			why: 'It can be native or wasm.',
			next: `Set ${backendVariable} to native or wasm, or remove it.`,
		})
	}
	try {
		return loadNative()
	} catch (error) {
		const reason = thrownText(error)
		if (forced !== 'native') return loadWasm(reason)
		throw new UserError('The native secp256k1 library does not load', {
			why: reason,
			next: `Remove ${backendVariable} to use the WebAssembly one, or run npm rebuild secp256k1.`,
			cause: error,
		})
	}
}

interface NativeModule {
	ecdsaVerify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
	ecdsaSign(hash: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly recid: number }
	ecdsaRecover(signature: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean): Uint8Array
	publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array
	publicKeyConvert(publicKey: Uint8Array, compressed: boolean): Uint8Array
	privateKeyVerify(privateKey: Uint8Array): boolean
}

interface WasmModule {
	verify(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array, strict: boolean): boolean
	sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array
	/** Throws for bytes that are no private key. */
	pointFromScalar(privateKey: Uint8Array, compressed: boolean): Uint8Array
	isPrivate(privateKey: Uint8Array): boolean
	signRecoverable(
		hash: Uint8Array,
		privateKey: Uint8Array,
	): { readonly signature: Uint8Array; readonly recoveryId: number }
	recover(hash: Uint8Array, signature: Uint8Array, recovery: number, compressed: boolean): Uint8Array | null
	pointCompress(point: Uint8Array, compressed: boolean): Uint8Array
}

/** Bytes of a compressed public key. */
const keySize = 33

const requireFrom = createRequire(import.meta.url)

/** libsecp256k1 as a Node addon. Throws when no binary fits this machine. */
export function loadNative(): SignatureBackend {
	// The package's main file would fall back to slow JavaScript without a word; its bindings file fails instead.
	const native = requireFrom('secp256k1/bindings.js') as NativeModule
	const points = new WeakMap<Uint8Array, Uint8Array>()
	/** A key with both coordinates: to find the second takes a tenth of a verification, and the same keys sign again and again. */
	const pointOf = (publicKey: Uint8Array): Uint8Array => {
		return getOrInsert(points, publicKey, () => native.publicKeyConvert(publicKey, false))
	}
	return {
		name: 'native',
		reason: '',
		verify: (hash, signature, publicKey) =>
			falseOnThrow(
				() => areLengthsRight(signature, publicKey) && native.ecdsaVerify(signature, hash, pointOf(publicKey)),
			),
		sign: (hash, privateKey) => new Uint8Array(native.ecdsaSign(hash, privateKey).signature),
		publicKey: (privateKey) => new Uint8Array(native.publicKeyCreate(privateKey, true)),
		isPrivateKey: (privateKey) => privateKey.length === 32 && native.privateKeyVerify(privateKey),
		signRecoverable: (hash, privateKey) => {
			const { signature, recid } = native.ecdsaSign(hash, privateKey)
			return { signature: new Uint8Array(signature), recovery: recid }
		},
		recover: (hash, signature, recovery) =>
			undefinedOnThrow(() => new Uint8Array(native.ecdsaRecover(signature, recovery, hash, false))),
		// This library also takes 65 bytes, which are no key of the framework.
		uncompress: (publicKey) =>
			publicKey.length === keySize
				? undefinedOnThrow(() => new Uint8Array(native.publicKeyConvert(publicKey, false)))
				: undefined,
	}
}

/** libsecp256k1 as WebAssembly; `reason` is why it is used. */
export function loadWasm(reason: string): SignatureBackend {
	const wasm = requireFrom('tiny-secp256k1') as WasmModule
	return {
		name: 'wasm',
		reason,
		// Without the strict flag this library accepts high S.
		verify: (hash, signature, publicKey) =>
			falseOnThrow(() => areLengthsRight(signature, publicKey) && wasm.verify(hash, publicKey, signature, true)),
		sign: (hash, privateKey) => wasm.sign(hash, privateKey),
		publicKey: (privateKey) => wasm.pointFromScalar(privateKey, true),
		isPrivateKey: (privateKey) => wasm.isPrivate(privateKey),
		signRecoverable: (hash, privateKey) => {
			const { signature, recoveryId } = wasm.signRecoverable(hash, privateKey)
			return { signature, recovery: recoveryId }
		},
		recover: (hash, signature, recovery) =>
			undefinedOnThrow(() => wasm.recover(hash, signature, recovery, false) ?? undefined),
		uncompress: (publicKey) =>
			publicKey.length === keySize ? undefinedOnThrow(() => wasm.pointCompress(publicKey, false)) : undefined,
	}
}

function areLengthsRight(signature: Uint8Array, publicKey: Uint8Array): boolean {
	return signature.length === 64 && publicKey.length === keySize
}

function falseOnThrow(check: () => boolean): boolean {
	try {
		return check()
	} catch {
		return false
	}
}

function undefinedOnThrow<T>(run: () => T | undefined): T | undefined {
	try {
		return run()
	} catch {
		return undefined
	}
}
