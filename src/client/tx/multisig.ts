import { create } from '@bufbuild/protobuf'
import { createMultisigThresholdPubkey, encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { makeMultisignedTx } from '@cosmjs/stargate'
import { addressToText } from '../../codec/address/address.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import { aminoDocBytes } from '../../codec/signDoc/aminoSignBytes.ts'
import { encodeTxBody } from '../../codec/tx/encodeTx.ts'
import { secp256k1Address } from '../../crypto/publicKey.ts'
import { verifySecp256k1 } from '../../crypto/secp256k1.ts'
import { UserError } from '../../errors/UserError.ts'
import { type PubKey, PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import {
	type SignatureDescriptor,
	SignatureDescriptorSchema,
	SignMode,
} from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { equalBytes, fromBase64 } from '../../util/bytes.ts'
import { aminoDoc, type SignOptions, type SignTxInput } from './sign.ts'
import { memberKeys } from './signerInfo.ts'

/** A member's signature for a multisig account, always of the amino document, with the account's sequence. */
export async function memberSignature(input: Omit<SignTxInput, 'mode' | 'overwrite'>): Promise<SignatureDescriptor> {
	const { key, tx } = input
	const signer = await input.keyring.signer(key.name)
	const { signature } = await signer.signAmino(key.address, aminoDoc(tx, input))
	return create(SignatureDescriptorSchema, {
		publicKey: packAny(PubKeySchema, create(PubKeySchema, { key: bytesOf(key.pubKey ?? '') })),
		data: {
			sum: {
				case: 'single',
				value: { mode: SignMode.LEGACY_AMINO_JSON, signature: bytesOf(signature.signature) },
			},
		},
		sequence: input.sequence,
	})
}

/** Input of `combineMultisig`: the unsigned transaction, the multisig key and its members' signatures. */
export interface CombineInput extends SignOptions {
	readonly tx: Tx
	readonly key: KeyInfo
	readonly signatures: readonly SignatureDescriptor[]
}

/** The signatures by member index. Each one is verified. @throws {UserError} for foreign and for wrong signatures. */
export function memberSignatures(input: CombineInput): ReadonlyMap<number, Uint8Array> {
	const members = memberKeys(input.key)
	const bytes = aminoDocBytes(aminoDoc(input.tx, input))
	const signed = new Map<number, Uint8Array>()
	for (const descriptor of input.signatures) {
		const { index, signature } = memberOf(descriptor, members, input.registry)
		const member = members[index] ?? new Uint8Array()
		if (!verifySecp256k1(bytes, signature, member)) {
			const prefix = input.key.address.slice(0, input.key.address.lastIndexOf('1'))
			const address = addressToText(secp256k1Address(member), prefix)
			throw new UserError(`couldn't verify signature for address ${address}`, {
				why: `That of member ${index + 1} does not fit this transaction, chain id, account number or sequence.`,
				next: 'Sign again with the same transaction file.',
			})
		}
		signed.set(index, signature)
	}
	return signed
}

/**
 * The transaction signed by a multisig key.
 * @throws {UserError} for a key that is not a multisig key, for foreign or wrong signatures, and for too few of them.
 */
export async function combineMultisig(input: CombineInput): Promise<Tx> {
	const { key, tx } = input
	if (key.threshold === undefined) {
		throw new UserError(`The key ${key.name} is not a threshold key.`, {
			next: 'Name one made with `keys add --multisig`.',
		})
	}
	const signed = memberSignatures(input)
	if (signed.size < key.threshold) {
		throw new UserError(`${signed.size} of the ${key.threshold} signatures needed are there.`, {
			next: 'Let more members sign.',
		})
	}
	return multisignedTx(tx, key, input.sequence, signed)
}

function memberOf(
	{ publicKey, data }: SignatureDescriptor,
	members: readonly Uint8Array[],
	registry: Registry,
): { readonly index: number; readonly signature: Uint8Array } {
	const key = publicKey && (registry.unpack(publicKey, 'pubKey') as PubKey)
	const index = members.findIndex((member) => key && equalBytes(member, key.key))
	if (index >= 0 && data?.sum.case === 'single') return { index, signature: data.sum.value.signature }
	throw new UserError('A signature is from a key that is not a member.', {
		next: 'Give signatures of the members only.',
	})
}

function bytesOf(base64: string): Uint8Array {
	return fromBase64(base64) ?? new Uint8Array()
}

// Imported only when a multisig key signs, because @cosmjs/stargate loads slowly.

/** Signatures are keyed by address; any prefix will do. */
const prefix = 'member'

/**
 * Combines a transaction with signatures of members of a multisig key, by their index (framework: x/auth/client/cli
 * tx_multisign.go). CosmJS 0.37.1 drops fee granter and payer, so the transaction's own fee is put back.
 */
export function multisignedTx(
	{ body = create(TxBodySchema), authInfo }: Tx,
	key: KeyInfo,
	sequence: bigint,
	signatures: ReadonlyMap<number, Uint8Array>,
): Tx {
	const members = memberKeys(key).map(encodeSecp256k1Pubkey)
	const addresses = members.map((member) => pubkeyToAddress(member, prefix))
	const { authInfoBytes, signatures: joined } = makeMultisignedTx(
		createMultisigThresholdPubkey(members, key.threshold ?? 0, true),
		Number(sequence),
		{ amount: [], gas: '0' },
		encodeTxBody(body),
		new Map([...signatures].map(([index, signature]) => [addresses[index] ?? '', signature])),
	)
	const { signerInfos } = decodeMessage(AuthInfoSchema, authInfoBytes)
	const { fee } = authInfo ?? {}
	return create(TxSchema, {
		body,
		authInfo: create(AuthInfoSchema, { signerInfos, ...(fee ? { fee } : {}) }),
		signatures: joined,
	})
}
