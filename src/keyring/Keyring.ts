import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { KeyAlgo } from './KeyRecord.ts'
import type { KeyringBackend } from './keyringBackends.ts'
import type { KeySigner } from './keySigner.ts'

/** A key as lists show it, without its secret. */
export interface KeyInfo {
	readonly name: string
	/** bech32 under the chain's prefix. */
	readonly address: string
	/** `local` has a secret, `watch` an address, `multi` is a multisig key; `acting`: anyone may act as the account. */
	readonly kind: 'local' | 'watch' | 'multi' | 'acting'
	/** Only for `local`: absent for the chain's own kind, `eth_secp256k1` for a key that also signs for the EVM. */
	readonly algo?: 'eth_secp256k1'
	/** Only for an Ethereum key: its 0x address with the EIP-55 checksum. */
	readonly ethAddress?: string
	/** Compressed secp256k1 key, base64; only for `local`. */
	readonly pubKey?: string
	/** HD path of its derivation; absent if the key does not come from a mnemonic. */
	readonly path?: string
	/** Only for `multi`: number of required signatures. */
	readonly threshold?: number
	/** Only for `multi`: compressed member keys, base64, in the order of the multisig key. */
	readonly members?: readonly string[]
}

/** A deleted key that can be restored. Its secret exists only in this process's memory. */
export interface TakenKey {
	/**
	 * Restores the key with all its data. If another key has taken its name, it gets a number.
	 * @throws {UserError} if the keyring holds the same key again, or if `forget` was called.
	 */
	restore(): Promise<KeyInfo>
	/** Wipes the secret, which makes the deletion final. */
	forget(): void
}

/**
 * The keyring of screens and commands. Secrets leave it only through `exportKey`, `exportPrivateKey` and the result of
 * `create`. Methods throw UserError for an unknown or taken name, a locked store, a wrong passphrase or a wrong
 * mnemonic.
 */
export interface Keyring {
	/** The same keys, unlocked or not, as another chain writes their addresses. */
	withSettings(settings: ChainSettings): Keyring
	readonly backend: KeyringBackend
	/** Says in one sentence that a fallback backend is in use; empty otherwise. */
	readonly notice: string
	/** Whether the backend (`file`) needs `unlock` before any operation on secrets. */
	isLocked(): boolean
	/** Whether the first `unlock` will set the passphrase, because no keyring file exists yet. */
	isNew(): Promise<boolean>
	/** Checks the passphrase, or sets it on a new store (at least 8 characters). */
	unlock(passphrase: string): Promise<void>
	list(): Promise<readonly KeyInfo[]>
	/** Finds a key by name or by address, bech32 or 0x. */
	get(nameOrAddress: string): Promise<KeyInfo | undefined>
	/** Creates a key from a new 24-word mnemonic, which is returned only here. */
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
	/** Imports 32 bytes of hex, with or without 0x. */
	importPrivateKey(name: string, hex: string, options?: { readonly algo?: KeyAlgo }): Promise<KeyInfo>
	/** Adds an address, bech32 or 0x, without a key. */
	addWatchOnly(name: string, address: string): Promise<KeyInfo>
	/** Adds a multisig key of key names or base64 public keys, sorted by address as in the framework or `keepOrder`. */
	addMultisig(
		name: string,
		threshold: number,
		members: readonly string[],
		options?: { readonly keepOrder?: boolean },
	): Promise<KeyInfo>
	rename(from: string, to: string): Promise<void>
	delete(name: string): Promise<void>
	/** Deletes a key like `delete`, but returns a handle that can restore it. */
	take(name: string): Promise<TakenKey>
	/** The private key encrypted with a passphrase (ASCII armor of our file format). */
	exportKey(name: string, passphrase: string): Promise<string>
	/** The private key as hex, in the clear. */
	exportPrivateKey(name: string): Promise<string>
	importKey(name: string, armor: string, passphrase: string): Promise<KeyInfo>
	/** A CosmJS signer of a `local` key. The secret does not leave the keyring. */
	signer(name: string): Promise<KeySigner>
	/** Signs bytes with a `local` key: 64-byte r||s over SHA-256; for an Ethereum key 65-byte r||s||v over Keccak-256. */
	sign(name: string, bytes: Uint8Array): Promise<Uint8Array>
	/** Signs a 32-byte digest with an Ethereum key, for transactions and typed data: 65-byte r||s||v, v 0 or 1. */
	signDigest(name: string, digest: Uint8Array): Promise<Uint8Array>
	/** Signs a text in the manner of ADR-36: base64 of what `sign` returns. */
	signText(name: string, text: string): Promise<{ readonly signature: string; readonly pubKey: string }>
	verifyText(address: string, text: string, signature: string, pubKey: string): Promise<boolean>
	/** Another provider's API key by the address it is for; undefined if there is none. */
	apiKey(url: string): Promise<string | undefined>
	/** Keeps an API key for an address as secrets are kept, or forgets it. */
	setApiKey(url: string, value: string | undefined): Promise<void>
	/**
	 * Copies all keys to another backend, which later starts then use. A key that is there already stays as it is; another
	 * provider’s API key of the same address is replaced by the one in use.
	 * @throws {UserError} before any is copied, if other keys have their names there.
	 */
	moveTo(backend: KeyringBackend, passphrase?: string): Promise<void>
}
