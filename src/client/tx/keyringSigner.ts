import type { AccountData, OfflineDirectSigner, OfflineSigner } from '@cosmjs/proto-signing'
import { directSignBytes } from '../../codec/signDoc/directSignBytes.ts'
import { UserError } from '../../errors/UserError.ts'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { fromBase64, toBase64 } from '../../util/bytes.ts'
import { aminoDocBytes } from './aminoDocBytes.ts'

/** How a transaction is signed: over its bytes, or over an amino JSON document. */
export type SignMode = 'direct' | 'amino-json'

/** A key of the keyring as a CosmJS signer. Throws UserError for a key without a secret. */
export function keyringSigner(keyring: Keyring, key: KeyInfo, mode: SignMode): OfflineSigner {
	const pubkey = fromBase64(key.pubKey ?? '')
	if (key.kind !== 'local' || !pubkey) {
		throw new UserError(`The key ${key.name} cannot sign here.`, { next: 'Choose a key with a secret.' })
	}
	const account: AccountData = { address: key.address, algo: 'secp256k1', pubkey }
	const getAccounts = async () => [account]
	const signature = async (bytes: Uint8Array) => ({
		pub_key: { type: 'tendermint/PubKeySecp256k1', value: toBase64(pubkey) },
		signature: toBase64(await keyring.sign(key.name, bytes)),
	})
	const signDirect: OfflineDirectSigner['signDirect'] = async (_address, signDoc) => ({
		signed: signDoc,
		signature: await signature(directSignBytes(signDoc)),
	})
	if (mode === 'direct') return { getAccounts, signDirect }
	return {
		getAccounts,
		signAmino: async (_address, signDoc) => ({ signed: signDoc, signature: await signature(aminoDocBytes(signDoc)) }),
	}
}
