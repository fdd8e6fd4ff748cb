/** Which store holds the secrets. */
export type KeyringBackend = 'os' | 'file' | 'memory'

/** Kind of a key: the chain's own, or Ethereum's, which signs for the EVM too. */
export type KeyAlgo = 'secp256k1' | 'eth_secp256k1'

/** The public half of a key as a store keeps it. It names no prefix: addresses are bytes. */
export interface KeyRecord {
	readonly name: string
	/** `local` has a secret, `watch` only an address, `multi` is a threshold key. */
	readonly kind: 'local' | 'watch' | 'multi'
	/** Address bytes, lower-case hex. */
	readonly address: string
	/** Of `local`: absent for the chain's own kind. */
	readonly algo?: 'eth_secp256k1'
	/** Compressed secp256k1 key, base64; `local` only. */
	readonly pubKey?: string
	/** HD path; absent when the key came from no mnemonic. */
	readonly path?: string
	/** Of `multi`: how many members must sign. */
	readonly threshold?: number
	/** Of `multi`: compressed member keys, base64, in the order of the threshold key. */
	readonly members?: readonly string[]
}
