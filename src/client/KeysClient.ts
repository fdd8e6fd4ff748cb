/** A key as lists show it; never its secret. */
export interface KeyInfo {
	readonly name: string
	readonly address: string
	/** `local` has a secret, `watch` only an address, `multi` is a threshold key. */
	readonly kind: 'local' | 'watch' | 'multi'
	/** Compressed secp256k1 key, base64; absent for watch-only. */
	readonly pubKey?: string
	/** HD path it was derived with; absent when not from a mnemonic. */
	readonly path?: string
	/** For `multi`: threshold and member key names or base64 keys. */
	readonly threshold?: number
	readonly members?: readonly string[]
}

/** Which store holds the secrets. */
export type KeyringBackend = 'os' | 'file' | 'memory'

/** The keyring as screens and commands use it. Secrets leave it only through `exportKey` and the result of `create`. */
export interface KeysClient {
	readonly backend: KeyringBackend
	/** Whether the backend waits for a passphrase (`file`); `unlock` before anything that needs a secret. */
	isLocked(): boolean
	unlock(passphrase: string): Promise<void>
	list(): Promise<readonly KeyInfo[]>
	get(name: string): Promise<KeyInfo | undefined>
	/** Makes a key from a new 24-word mnemonic, shown once. */
	create(name: string): Promise<{ readonly key: KeyInfo; readonly mnemonic: string }>
	importMnemonic(name: string, mnemonic: string, options?: { readonly path?: string }): Promise<KeyInfo>
	/** 32 bytes as hex. */
	importPrivateKey(name: string, hex: string): Promise<KeyInfo>
	addWatchOnly(name: string, address: string): Promise<KeyInfo>
	addMultisig(name: string, threshold: number, members: readonly string[]): Promise<KeyInfo>
	rename(from: string, to: string): Promise<void>
	delete(name: string): Promise<void>
	/** The private key encrypted with a passphrase (ASCII armor of our file format). */
	exportKey(name: string, passphrase: string): Promise<string>
	importKey(name: string, armor: string, passphrase: string): Promise<KeyInfo>
	/** ADR-36 style signature over a text: base64 of r||s. */
	signText(name: string, text: string): Promise<{ readonly signature: string; readonly pubKey: string }>
	verifyText(address: string, text: string, signature: string, pubKey: string): Promise<boolean>
	/** Copies all keys to another backend. */
	moveTo(backend: KeyringBackend, passphrase?: string): Promise<void>
}
