/** Which store holds the secrets. */
export type KeyringBackend = 'os' | 'file' | 'memory'

/** The public half of a key as a store keeps it. It names no prefix: addresses are bytes. */
export interface KeyRecord {
	readonly name: string
	/** `local` has a secret, `watch` only an address, `multi` is a threshold key. */
	readonly kind: 'local' | 'watch' | 'multi'
	/** Address bytes, lower-case hex. */
	readonly address: string
	/** Compressed secp256k1 key, base64; `local` only. */
	readonly pubKey?: string
	/** HD path; absent when the key came from no mnemonic. */
	readonly path?: string
	/** Of `multi`: how many members must sign. */
	readonly threshold?: number
	/** Of `multi`: compressed member keys, base64, in the order of the threshold key. */
	readonly members?: readonly string[]
}
