import type { AccountData, OfflineAminoSigner } from '@cosmjs/amino'
import type { OfflineDirectSigner } from '@cosmjs/proto-signing'
import { aminoDocBytes } from '../codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../codec/signDoc/directSignBytes.ts'
import { toBase64 } from '../util/bytes.ts'
import type { KeyAlgo } from './KeyRecord.ts'
import { keyAlgos } from './keyAlgos.ts'

/** A CosmJS signer of a key for direct and amino documents. */
export type KeySigner = OfflineDirectSigner & OfflineAminoSigner

/** The public half of a signing key. */
export interface SigningKey {
	/** bech32. */
	readonly address: string
	/** Compressed. */
	readonly pubKey: Uint8Array
	/** Absent for the chain's own kind. */
	readonly algo?: KeyAlgo
}

/**
 * The signer of one key. `sign` gives its signature over the bytes, hashed as its kind does. CosmJS has no word for
 * Ethereum's keys: their curve is named, and the public key's type is for the caller to choose. Amino documents are
 * written as the node writes them, with the escapes of Go's encoding/json: CosmJS's own serializer knows only those of
 * `& < >`.
 */
export function keySigner(
	{ address, pubKey, algo = 'secp256k1' }: SigningKey,
	sign: (bytes: Uint8Array) => Promise<Uint8Array>,
): KeySigner {
	const account: AccountData = { address, algo: 'secp256k1', pubkey: pubKey }
	const signature = async (bytes: Uint8Array) => ({
		pub_key: { type: keyAlgos[algo].aminoType, value: toBase64(pubKey) },
		signature: toBase64(await sign(bytes)),
	})
	return {
		getAccounts: async () => [account],
		signDirect: async (_address, signDoc) => ({
			signed: signDoc,
			signature: await signature(directSignBytes(signDoc)),
		}),
		signAmino: async (_address, signDoc) => ({ signed: signDoc, signature: await signature(aminoDocBytes(signDoc)) }),
	}
}
