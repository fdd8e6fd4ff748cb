import { create, fromBinary } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { encodeAminoMultisignature } from '../../../../src/codec/amino/aminoBinary.ts'
import { decodeAminoMultisignature, fromLegacySignature } from '../../../../src/codec/legacy/legacySignature.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { secp256k1PublicKey } from '../../../../src/crypto/secp256k1.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { MultiSignatureSchema } from '../../../../src/gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import { PubKeySchema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'

it('a multisignature that claims three bits and has no byte of them is the panic that the framework dies of', () => {
	const key = create(LegacyAminoPubKeySchema, { threshold: 2, publicKeys: [] })
	const bits = { extraBitsStored: 3, elems: new Uint8Array(0) }
	const signature = encodeAminoMultisignature({ bits, signatures: [] })
	expect(() => fromLegacySignature(key, signature, createRegistry())).toThrow(
		new PanicError('runtime error: makeslice: cap out of range'),
	)
})

it('the same multisignature is one of no members in generation 8, which then finds that it does not verify', () => {
	const key = create(LegacyAminoPubKeySchema, { threshold: 2, publicKeys: [] })
	const bits = { extraBitsStored: 3, elems: new Uint8Array(0) }
	const signature = encodeAminoMultisignature({ bits, signatures: [] })
	const { modeInfo } = fromLegacySignature(key, signature, createRegistry(), 'own')
	expect(modeInfo.sum).toMatchObject({ case: 'multi', value: { modeInfos: [] } })
	expect(modeInfo.sum.case === 'multi' && modeInfo.sum.value.bitarray).toBeUndefined()
})

it('a multisignature of no bytes is one of no members in both generations', () => {
	const key = create(LegacyAminoPubKeySchema, { threshold: 2, publicKeys: [] })
	for (const marks of ['first', 'own'] as const) {
		const { modeInfo, signature } = fromLegacySignature(key, new Uint8Array(0), createRegistry(), marks)
		expect(modeInfo.sum).toMatchObject({ case: 'multi', value: { modeInfos: [] } })
		expect(modeInfo.sum.case === 'multi' && modeInfo.sum.value.bitarray).toBeUndefined()
		expect(signature).toEqual(new Uint8Array(0))
	}
})

it('a multisignature of nine members has two bytes of marks', () => {
	const registry = createRegistry()
	const member = packAny(PubKeySchema, create(PubKeySchema, { key: secp256k1PublicKey(new Uint8Array(32).fill(1)) }))
	const key = create(LegacyAminoPubKeySchema, { threshold: 1, publicKeys: Array(9).fill(member) })
	const bits = { extraBitsStored: 1, elems: Uint8Array.of(0, 0b1000_0000) }
	const bytes = encodeAminoMultisignature({ bits, signatures: [new Uint8Array(64)] })
	const { modeInfo } = fromLegacySignature(key, bytes, registry, 'own')
	expect(modeInfo.sum).toMatchObject({ value: { bitarray: bits } })
})

it.each([
	['no bytes', [], undefined, []],
	['no marks', [0x12, 1, 7, 0x12, 0], undefined, [[7], []]],
	['marks of nothing', [0x0a, 0], [0, []], []],
	['marks without a count', [0x0a, 3, 0x12, 1, 0x80], [0, [0x80]], []],
	['a count of more than 32 bits', [0x0a, 6, 0x08, 0x83, 0x80, 0x80, 0x80, 0x10], [3, []], []],
	['fields of other numbers', [0x0a, 5, 0x08, 1, 0x1a, 1, 9, 0x1a, 1, 9], [1, []], []],
] as const)('a multisignature of amino with %s is read', (_, bytes, bits, signatures) => {
	expect(decodeAminoMultisignature(Uint8Array.from(bytes))).toEqual({
		bits: bits && { extraBitsStored: bits[0], elems: Uint8Array.from(bits[1]) },
		signatures: signatures.map((signature) => Uint8Array.from(signature)),
	})
})

it('a multisignature of amino with fields out of order is refused with all its bytes', () => {
	const log =
		'unmarshal to multisig.AminoMultisignature failed after 4 bytes (encountered fieldnNum: 2, but we have already ' +
		'seen fnum: 3\nbytes:00): 1A01091200'
	expect(() => decodeAminoMultisignature(Uint8Array.of(0x1a, 1, 9, 0x12, 0))).toThrow(expect.objectContaining({ log }))
})

it('a multisignature of twenty members marks the first of them as signers, and in generation 8 those that signed', () => {
	const signed = [0, 7, 8, 15, 16, 19]
	const registry = createRegistry()
	const publicKeys = Array.from({ length: 20 }, (_, index) =>
		packAny(PubKeySchema, create(PubKeySchema, { key: secp256k1PublicKey(new Uint8Array(32).fill(index + 1)) })),
	)
	const key = create(LegacyAminoPubKeySchema, { threshold: signed.length, publicKeys })
	const elems = Uint8Array.of(0b1000_0001, 0b1000_0001, 0b1001_0000)
	const signatures = signed.map((index) => new Uint8Array(64).fill(index))
	const bytes = encodeAminoMultisignature({ bits: { extraBitsStored: 4, elems }, signatures })
	for (const [marks, wanted] of [
		['first', Uint8Array.of(0b1111_1100, 0, 0)],
		['own', elems],
	] as const) {
		const { modeInfo, signature } = fromLegacySignature(key, bytes, registry, marks)
		if (modeInfo.sum.case !== 'multi') throw new TypeError('not of many')
		expect(modeInfo.sum.value.bitarray).toMatchObject({ extraBitsStored: 4, elems: wanted })
		expect(modeInfo.sum.value.modeInfos).toHaveLength(signed.length)
		expect(fromBinary(MultiSignatureSchema, signature).signatures).toEqual(signatures)
	}
})
