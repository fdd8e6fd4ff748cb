import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { compactBitArray } from '../../crypto/compactBitArray.ts'
import { encodeMultisignature, multisigKey } from '../../crypto/multisig.ts'
import { LegacyAminoPubKeySchema } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { SignerInfoSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { PubKeySchema as EthPubKeySchema } from '../../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { fromBase64 } from '../../util/bytes.ts'

/** How a transaction is signed: over its bytes, or over an amino JSON document. */
export type SignModeName = 'direct' | 'amino-json'

/** The members of a threshold key, compressed. */
export function memberKeys(key: KeyInfo): readonly Uint8Array[] {
	return (key.members ?? []).map(keyBytes)
}

/** The signer info of a single key. */
export function singleSignerInfo({ algo, pubKey = '' }: KeyInfo, mode: SignModeName, sequence: bigint) {
	const key = { key: keyBytes(pubKey) }
	return {
		publicKey:
			algo === 'eth_secp256k1'
				? packAny(EthPubKeySchema, create(EthPubKeySchema, key))
				: packAny(PubKeySchema, create(PubKeySchema, key)),
		modeInfo: {
			sum: {
				case: 'single' as const,
				value: { mode: mode === 'direct' ? SignMode.DIRECT : SignMode.LEGACY_AMINO_JSON },
			},
		},
		sequence,
	}
}

/** The signer info of a threshold key, of which the members of these indexes, in order, have signed. */
export function multisigSignerInfo(key: KeyInfo, indexes: readonly number[], sequence: bigint) {
	const members = memberKeys(key)
	const single = { sum: { case: 'single' as const, value: { mode: SignMode.LEGACY_AMINO_JSON } } }
	return {
		publicKey: packAny(LegacyAminoPubKeySchema, multisigKey(key.threshold ?? 0, members)),
		modeInfo: {
			sum: {
				case: 'multi' as const,
				value: { bitarray: compactBitArray(members.length, indexes), modeInfos: indexes.map(() => single) },
			},
		},
		sequence,
	}
}

/** The signer info of a key with a signature of the right size, for simulation; of a threshold key as many members as it takes. */
export function emptySignature(
	key: KeyInfo,
	sequence: bigint,
): { readonly info: MessageInitShape<typeof SignerInfoSchema>; readonly signature: Uint8Array } {
	const zeros = new Uint8Array(64)
	if (key.kind !== 'multi') {
		const signature = key.algo === 'eth_secp256k1' ? new Uint8Array(65) : zeros
		return { info: singleSignerInfo(key, 'direct', sequence), signature }
	}
	const indexes = Array.from({ length: key.threshold ?? 0 }, (_, index) => index)
	return {
		info: multisigSignerInfo(key, indexes, sequence),
		signature: encodeMultisignature(indexes.map(() => zeros)),
	}
}

function keyBytes(base64: string): Uint8Array {
	return fromBase64(base64) ?? new Uint8Array()
}
