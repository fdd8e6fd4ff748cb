import { create, type Message } from '@bufbuild/protobuf'
import { ChainError, inOtherWords, itemOf, PanicError, plainError } from '../../errors/ChainError.ts'
import type { LegacyAminoPubKey } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import {
	CompactBitArraySchema,
	type CompactBitArray as CompactBits,
	MultiSignatureSchema,
} from '../../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { type ModeInfo, ModeInfoSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { toHexUpper } from '../../util/bytes.ts'
import { AminoFields, AminoReader, readList, readNested, typ3 } from '../amino/AminoReader.ts'
import type { AminoMultisignature } from '../amino/aminoBinary.ts'
import { noBytes } from '../noBytes.ts'
import { encodeMessage } from '../proto/encodeMessage.ts'
import type { Registry } from '../registry/createRegistry.ts'
import { bitAt, bitCount } from '../tx/compactBitArray.ts'

/** A signature in the protobuf form: how it was made, and its bytes in the transaction. */
export interface ModedSignature {
	readonly modeInfo: ModeInfo
	readonly signature: Uint8Array
}

/** Which members of a multisig key are marked: the first keys (generation 9), or those that signed (generation 8). */
export type MemberMarks = 'first' | 'own'

/**
 * The protobuf form of a legacy signature: mode legacy amino JSON, for a multisig key one for each member that signed.
 * With marks `first` a threshold signature in which an earlier member is missing does not verify any more (cosmos-sdk
 * v0.44.5 x/auth/legacy/legacytx/stdsign.go pubKeySigToSigData). Throws plain errors, and PanicError where the
 * framework reads past a list.
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
	const { bits, signatures } = decodeAminoMultisignature(signature)
	const size = bitCount(bits)
	// Generation 9 allocates space for all signatures before it reads the first; generation 8 only counts them.
	if (size < 0 && marks === 'first') throw new PanicError('runtime error: makeslice: cap out of range')
	const members = (key as LegacyAminoPubKey).publicKeys
	const signed: ModedSignature[] = []
	const marked: number[] = []
	for (let index = 0; index < size; index++) {
		if (!bitAt(bits, index)) continue
		const member = itemOf(members, index)
		const part = itemOf(signatures, signed.length)
		marked.push(marks === 'own' ? index : signed.length)
		signed.push(memberSignature(registry.unpack(member, 'pubKey'), part, signed.length, registry, marks))
	}
	const modeInfos = signed.map(({ modeInfo }) => modeInfo)
	const parts = signed.map((part) => part.signature)
	const multi = { modeInfos, ...(size > 0 ? { bitarray: bitsAt(size, marked) } : {}) }
	return {
		modeInfo: create(ModeInfoSchema, { sum: { case: 'multi', value: multi } }),
		signature: encodeMessage(MultiSignatureSchema, create(MultiSignatureSchema, { signatures: parts })),
	}
}

/** The signature of one member; errors name its index. */
function memberSignature(
	key: Message,
	signature: Uint8Array,
	position: number,
	registry: Registry,
	marks: MemberMarks,
): ModedSignature {
	return inOtherWords(
		() => fromLegacySignature(key, signature, registry, marks),
		(error) => error.wrap(`Unable to convert Signature to SigData ${position}`),
	)
}

function bitsAt(size: number, set: readonly number[]): CompactBits {
	const elems = new Uint8Array(Math.ceil(size / 8))
	for (const index of set) elems[index >> 3]! |= 1 << (7 - (index % 8))
	return create(CompactBitArraySchema, { extraBitsStored: size % 8, elems })
}

const structName = 'multisig.AminoMultisignature'

/**
 * Reads the bytes of a multisignature of a legacy transaction as amino reads a struct: fields in ascending order, those
 * without a place here skipped, empty bytes a value without any.
 * @throws a plain error with amino's text, which tells how far it read and repeats the bytes (go-amino v0.16.0
 * binary-decode.go, cosmos-sdk v0.44.5 crypto/types/multisig/multisignature.go)
 */
export function decodeAminoMultisignature(bytes: Uint8Array): AminoMultisignature {
	const reader = new AminoReader(bytes)
	const fields = new AminoFields(reader, structName)
	try {
		const bits = fields.read(1, typ3.byteLength, () => readBits(reader))
		const signatures = readList(
			reader,
			2,
			() => reader.byteSlice(),
			() => noBytes,
		)
		fields.skipRest()
		return { bits, signatures }
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw plainError(`unmarshal to ${structName} failed after ${reader.pos} bytes (${error.log}): ${toHexUpper(bytes)}`)
	}
}

function readBits(outer: AminoReader): AminoMultisignature['bits'] {
	return readNested(outer, (inner) => {
		const fields = new AminoFields(inner, 'types.CompactBitArray')
		const extraBitsStored = fields.read(1, typ3.varint, () => Number(BigInt.asUintN(32, inner.uvarint()))) ?? 0
		const elems = fields.read(2, typ3.byteLength, () => inner.byteSlice()) ?? noBytes
		fields.skipRest()
		return { extraBitsStored, elems }
	})
}
