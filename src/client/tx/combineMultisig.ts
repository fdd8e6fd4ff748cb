import { create } from '@bufbuild/protobuf'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import { aminoSignBytesOfTx, type SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { decodeTx } from '../../codec/tx/decodeTx.ts'
import { txBytesOf } from '../../codec/txJson/txJson.ts'
import { compactBitArray } from '../../crypto/compactBitArray.ts'
import { encodeMultisignature, multisigKey } from '../../crypto/multisig.ts'
import { verifySecp256k1 } from '../../crypto/secp256k1.ts'
import { UserError } from '../../errors/UserError.ts'
import { LegacyAminoPubKeySchema } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import type { PubKey } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { type SignatureDescriptor, SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, type Tx, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { equalBytes, fromBase64 } from '../../util/bytes.ts'

/** What is put together: the unsigned transaction, the threshold key and its members' signatures. */
export interface CombineInput extends SignerData {
	readonly tx: Tx
	readonly key: KeyInfo
	readonly signatures: readonly SignatureDescriptor[]
	readonly registry: Registry
	readonly settings: ChainSettings
}

/**
 * The transaction signed by a threshold key (framework: x/auth/client/cli tx_multisign.go). Every signature is checked.
 * Throws UserError for a key that is no threshold key, for foreign or wrong signatures, and for too few of them.
 */
export function combineMultisig(input: CombineInput): Tx {
	const { key, tx, registry } = input
	const members = (key.members ?? []).map((member) => fromBase64(member) ?? new Uint8Array())
	if (key.kind !== 'multi' || key.threshold === undefined) {
		throw new UserError(`The key ${key.name} is not a threshold key.`, {
			next: 'Name one made with `keys add --multisig`.',
		})
	}
	const bytes = aminoSignBytesOfTx(decodeTx(txBytesOf(tx), registry), input, {
		registry,
		brand: input.settings.aminoBrand,
	})
	const signed = new Map<number, Uint8Array>()
	for (const descriptor of input.signatures) {
		const { index, signature } = memberOf(descriptor, members, registry)
		const member = members[index] ?? new Uint8Array()
		if (!verifySecp256k1(bytes, signature, member)) {
			throw new UserError("couldn't verify signature", {
				why: `That of member ${index + 1} does not fit this transaction, chain id, account number or sequence.`,
				next: 'Sign again with the same transaction file.',
			})
		}
		signed.set(index, signature)
	}
	if (signed.size < key.threshold) {
		throw new UserError(`${signed.size} of the ${key.threshold} signatures needed are there.`, {
			next: 'Let more members sign.',
		})
	}
	const indexes = [...signed.keys()].sort((a, b) => a - b)
	const publicKey = packAny(LegacyAminoPubKeySchema, multisigKey(key.threshold, members))
	const modeInfo = {
		sum: {
			case: 'multi' as const,
			value: {
				bitarray: compactBitArray(members.length, indexes),
				modeInfos: indexes.map(() => ({
					sum: { case: 'single' as const, value: { mode: SignMode.LEGACY_AMINO_JSON } },
				})),
			},
		},
	}
	const { fee } = tx.authInfo ?? {}
	const authInfo = create(AuthInfoSchema, {
		signerInfos: [{ publicKey, modeInfo, sequence: input.sequence }],
		...(fee ? { fee } : {}),
	})
	const signature = encodeMultisignature(indexes.map((index) => signed.get(index) ?? new Uint8Array()))
	return create(TxSchema, { ...(tx.body ? { body: tx.body } : {}), authInfo, signatures: [signature] })
}

function memberOf(
	{ publicKey, data }: SignatureDescriptor,
	members: readonly Uint8Array[],
	registry: Registry,
): { readonly index: number; readonly signature: Uint8Array } {
	const key = publicKey && (registry.unpack(publicKey, 'pubKey') as PubKey)
	const index = members.findIndex((member) => key && equalBytes(member, key.key))
	if (index >= 0 && data?.sum.case === 'single') return { index, signature: data.sum.value.signature }
	throw new UserError('A signature is of a key that is no member.', { next: 'Give signatures of the members only.' })
}
