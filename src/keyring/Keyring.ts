import type { KeyAlgo, KeyringBackend } from './KeyRecord.ts'
import type { KeySigner } from './keySigner.ts'

/** A key as lists show it; never its secret. */
export interface KeyInfo {
	readonly name: string
	/** bech32 under the chain's prefix. */
	readonly address: string
	/** `local` has a secret, `watch` only an address, `multi` is a threshold key. */
	readonly kind: 'local' | 'watch' | 'multi'
	/** Of `local`: absent for the chain's own kind, `eth_secp256k1` for a key that signs for the EVM too. */
	readonly algo?: 'eth_secp256k1'
	/** Of an Ethereum key: its address as 0x text with the case of EIP-55. */
	readonly ethAddress?: string
	/** Compressed secp256k1 key, base64; only of `local`. */
	readonly pubKey?: string
	/** HD path it was derived with; absent when not from a mnemonic. */
	readonly path?: string
	/** Of `multi`: how many members must sign. */
	readonly threshold?: number
	/** Of `multi`: compressed member keys, base64, in the order of the threshold key. */
	readonly members?: readonly string[]
}

/** A key that is deleted, its secret in this process's memory alone. */
export interface TakenKey {
	/**
	 * Puts it back in its place, with all it had; under its name with a number when another key has taken that meanwhile.
	 *
	 * @throws UserError When the same key is in the keyring again, or was forgotten.
	 */
	restore(): Promise<KeyInfo>
	/** Wipes the secret: from now on the key is gone for good. */
	forget(): void
}

/**
 * The keyring as screens and commands use it. Secrets leave it only through `exportKey`, `exportPrivateKey` and the result
 * of `create`. Methods throw UserError: unknown or taken name, locked store, wrong passphrase, bad words.
 */
export interface Keyring {
	readonly backend: KeyringBackend
	/** One sentence when another backend than the wished one is used; empty otherwise. */
	readonly notice: string
	/** Whether the backend waits for a passphrase (`file`); `unlock` before anything that needs a secret. */
	isLocked(): boolean
	/** Whether the first `unlock` will set the passphrase: there is no keyring file yet. */
	isNew(): Promise<boolean>
	/** Checks the passphrase, or sets it on a new store (at least 8 characters). */
	unlock(passphrase: string): Promise<void>
	list(): Promise<readonly KeyInfo[]>
	/** By name or by address, also 0x. */
	get(nameOrAddress: string): Promise<KeyInfo | undefined>
	/** Makes a key from a new 24-word mnemonic, shown once. */
	create(
		name: string,
		options?: { readonly path?: string; readonly algo?: KeyAlgo },
	): Promise<{ readonly key: KeyInfo; readonly mnemonic: string }>
	/** `passphrase` is BIP-39's 25th word. */
	importMnemonic(
		name: string,
		mnemonic: string,
		options?: { readonly path?: string; readonly passphrase?: string; readonly algo?: KeyAlgo },
	): Promise<KeyInfo>
	/** 32 bytes as hex, with or without 0x. */
	importPrivateKey(name: string, hex: string, options?: { readonly algo?: KeyAlgo }): Promise<KeyInfo>
	/** Takes bech32 and 0x. */
	addWatchOnly(name: string, address: string): Promise<KeyInfo>
	/** Members are key names or base64 public keys; they are sorted by address unless `keepOrder`, as the framework does. */
	addMultisig(
		name: string,
		threshold: number,
		members: readonly string[],
		options?: { readonly keepOrder?: boolean },
	): Promise<KeyInfo>
	rename(from: string, to: string): Promise<void>
	delete(name: string): Promise<void>
	/** Deletes a key like `delete`, and can still put it back: for a person who changes their mind. */
	take(name: string): Promise<TakenKey>
	/** The private key encrypted with a passphrase (ASCII armor of our file format). */
	exportKey(name: string, passphrase: string): Promise<string>
	/** The private key as hex, in the clear. */
	exportPrivateKey(name: string): Promise<string>
	importKey(name: string, armor: string, passphrase: string): Promise<KeyInfo>
	/** A `local` key as a signer of CosmJS; the secret does not leave the keyring. */
	signer(name: string): Promise<KeySigner>
	/** The signature of a `local` key over bytes: 64-byte r||s over SHA-256, of an Ethereum key 65-byte r||s||v over Keccak-256. */
	sign(name: string, bytes: Uint8Array): Promise<Uint8Array>
	/** The 65-byte r||s||v of an Ethereum key over a 32-byte digest, v 0 or 1: for transactions and typed data of Ethereum. */
	signDigest(name: string, digest: Uint8Array): Promise<Uint8Array>
	/** ADR-36 style signature over a text: base64 of what `sign` gives. */
	signText(name: string, text: string): Promise<{ readonly signature: string; readonly pubKey: string }>
	verifyText(address: string, text: string, signature: string, pubKey: string): Promise<boolean>
	/** Copies all keys to another backend, which later starts use. */
	moveTo(backend: KeyringBackend, passphrase?: string): Promise<void>
}
