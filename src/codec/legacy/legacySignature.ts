import type { Message } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import { plainError } from '../../errors/plainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { LegacyAminoPubKey } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import {
	CompactBitArraySchema,
	type CompactBitArray as CompactBits,
	MultiSignatureSchema,
} from '../../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { type ModeInfo, ModeInfoSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { type AminoMultisignature, decodeAminoMultisignature } from '../amino/aminoBinary.ts'
import { encodeMessage } from '../proto/encodeMessage.ts'
import type { Registry } from '../registry/createRegistry.ts'

/** A signature in the protobuf form: how it was made, and its bytes in the transaction. */
export interface ModedSignature {
	readonly modeInfo: ModeInfo
	readonly signature: Uint8Array
}

/**
 * Where the members' signatures of a threshold key are marked: as those of the first keys, which is the rule of
 * generation 9's conversion, or of the keys that made them, as generation 8 read them.
 */
export type MemberMarks = 'first' | 'own'

/**
 * The protobuf form of a legacy signature: mode legacy amino JSON, for a threshold key one for each member that signed.
 *
 * With marks `first` a threshold signature in which an earlier member is missing does not verify any more (cosmos-sdk v0.44.5 x/auth/legacy/legacytx/stdsign.go
 * pubKeySigToSigData). Throws plain errors, and the panic class where the framework reads past a list.
 */
export function fromLegacySignature(
	key: Message | undefined,
	signature: Uint8Array,
	registry: Registry,
	marks: MemberMarks = 'first',
): ModedSignature {
	if (key?.$typeName !== 'cosmos.crypto.multisig.LegacyAminoPubKey') {
		const single = { mode: SignMode.LEGACY_AMINO_JSON }
		return { modeInfo: create(ModeInfoSchema, { sum: { case: 'single', value: single } }), signature }
	}
	const bits = decodeMultisignature(signature)
	const size = bitCount(bits)
	const members = (key as LegacyAminoPubKey).publicKeys
	const signed: ModedSignature[] = []
	const marked: number[] = []
	for (let index = 0; index < size; index++) {
		if (!bitAt(bits, index)) continue
		const member = members[index]
		const part = bits.signatures[signed.length]
		if (member === undefined || part === undefined) throw sdkErrors.panic.wrap('index out of range')
		marked.push(marks === 'own' ? index : signed.length)
		signed.push(fromLegacySignature(registry.unpack(member, 'pubKey'), part, registry, marks))
	}
	const modeInfos = signed.map(({ modeInfo }) => modeInfo)
	const signatures = signed.map((part) => part.signature)
	return {
		modeInfo: create(ModeInfoSchema, {
			sum: { case: 'multi', value: { bitarray: bitsAt(size, marked), modeInfos } },
		}),
		signature: encodeMessage(MultiSignatureSchema, create(MultiSignatureSchema, { signatures })),
	}
}

function decodeMultisignature(bytes: Uint8Array): AminoMultisignature {
	if (bytes.length === 0) throw plainError('cannot decode empty bytes')
	return decodeAminoMultisignature(bytes)
}

function bitsAt(size: number, set: readonly number[]): CompactBits {
	const elems = new Uint8Array(Math.ceil(size / 8))
	for (const index of set) elems[index >> 3]! |= 1 << (7 - (index % 8))
	return create(CompactBitArraySchema, { extraBitsStored: size % 8, elems })
}

interface Bits {
	readonly extraBitsStored: number
	readonly elems: Uint8Array
}

/** Number of bits in a compact bit array. */
function bitCount({ extraBitsStored, elems }: Bits): number {
	return extraBitsStored === 0 ? elems.length * 8 : (elems.length - 1) * 8 + extraBitsStored
}

function bitAt({ elems }: Bits, index: number): boolean {
	const byte = elems[index >> 3]
	if (byte === undefined) throw sdkErrors.panic.wrap('index out of range')
	return (byte & (1 << (7 - (index % 8)))) !== 0
}
