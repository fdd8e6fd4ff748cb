import type { AccountData, OfflineAminoSigner } from '@cosmjs/amino'
import type { OfflineDirectSigner } from '@cosmjs/proto-signing'
import { aminoDocBytes } from '../codec/signDoc/aminoDocBytes.ts'
import { directSignBytes } from '../codec/signDoc/directSignBytes.ts'
import { toBase64 } from '../util/bytes.ts'

/** A key as a signer of CosmJS, for documents of both kinds: `signDirect` and `signAmino`. */
export type KeySigner = OfflineDirectSigner & OfflineAminoSigner

/**
 * The signer of one secp256k1 key. `sign` gives the 64-byte r||s over SHA-256 of its bytes.
 *
 * Amino documents are written as the node writes them, with the escapes of Go's encoding/json: CosmJS's own serializer knows
 * only those of `& < >`.
 */
export function keySigner(
	address: string,
	pubkey: Uint8Array,
	sign: (bytes: Uint8Array) => Promise<Uint8Array>,
): KeySigner {
	const account: AccountData = { address, algo: 'secp256k1', pubkey }
	const signature = async (bytes: Uint8Array) => ({
		pub_key: { type: 'tendermint/PubKeySecp256k1', value: toBase64(pubkey) },
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
