import { create } from '@bufbuild/protobuf'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { PubKeySchema as EthPubKeySchema } from '../../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { fromBase64 } from '../../util/bytes.ts'

/** Sign mode: the transaction bytes, or the amino JSON document. */
export type SignModeName = 'direct' | 'amino-json'

/** Compressed public keys of the members of a multisig key. */
export function memberKeys(key: KeyInfo): readonly Uint8Array[] {
	return (key.members ?? []).map(keyBytes)
}

/** An account on the node's list of those that anyone may act as, in place of a key. */
export function actingKey(address: string): KeyInfo {
	return { name: address, address, kind: 'acting' }
}

/** The signer info of a single key; without a public key for an account that somebody acts as. */
export function singleSignerInfo({ kind, algo, pubKey = '' }: KeyInfo, mode: SignModeName, sequence: bigint) {
	const key = { key: keyBytes(pubKey) }
	const publicKey =
		algo === 'eth_secp256k1'
			? packAny(EthPubKeySchema, create(EthPubKeySchema, key))
			: packAny(PubKeySchema, create(PubKeySchema, key))
	return {
		...(kind === 'acting' ? {} : { publicKey }),
		modeInfo: {
			sum: {
				case: 'single' as const,
				value: { mode: mode === 'direct' ? SignMode.DIRECT : SignMode.LEGACY_AMINO_JSON },
			},
		},
		sequence,
	}
}

function keyBytes(base64: string): Uint8Array {
	return fromBase64(base64) ?? new Uint8Array()
}
