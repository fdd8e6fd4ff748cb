/** Which store holds the secrets. */
export type KeyringBackend = 'os' | 'file' | 'memory'

/** Kind of a key: the chain's own, or Ethereum's, which also signs for the EVM. */
export type KeyAlgo = 'secp256k1' | 'eth_secp256k1'

/** The public half of a key as a store keeps it. It has no prefix, because addresses are bytes. */
export interface KeyRecord {
	readonly name: string
	/** `local` has a secret, `watch` only an address, `multi` is a multisig key. */
	readonly kind: 'local' | 'watch' | 'multi'
	/** Address bytes, lower-case hex. */
	readonly address: string
	/** Only for `local`; absent for the chain's own kind. */
	readonly algo?: 'eth_secp256k1'
	/** Compressed secp256k1 key, base64; `local` only. */
	readonly pubKey?: string
	/** HD path; absent if the key does not come from a mnemonic. */
	readonly path?: string
	/** Only for `multi`: number of required signatures. */
	readonly threshold?: number
	/** Only for `multi`: compressed member keys, base64, in the order of the multisig key. */
	readonly members?: readonly string[]
}
