import { create, fromBinary } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { encodeAminoMultisignature } from '../../../../src/codec/amino/aminoBinary.ts'
import { fromLegacySignature } from '../../../../src/codec/legacy/legacySignature.ts'
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
