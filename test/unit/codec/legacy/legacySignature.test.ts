import { create } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { encodeAminoMultisignature } from '../../../../src/codec/amino/aminoBinary.ts'
import { fromLegacySignature } from '../../../../src/codec/legacy/legacySignature.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'

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
