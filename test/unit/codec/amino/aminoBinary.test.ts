import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
	aminoPrefix,
	encodeAminoMultisignature,
	encodeAminoPubKey,
	keyPrefixes,
} from '../../../../src/codec/amino/aminoBinary.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { toHex } from '../../../../src/util/bytes.ts'

test('the prefixes of keys in amino are those of their names', () => {
	expect(keyPrefixes).toEqual({
		secp256k1: aminoPrefix('tendermint/PubKeySecp256k1'),
		ed25519: aminoPrefix('tendermint/PubKeyEd25519'),
		ethSecp256k1: aminoPrefix('ethermint/PubKeyEthSecp256k1'),
		multisig: aminoPrefix('tendermint/PubKeyMultisigThreshold'),
	})
})

test.each([
	['marks and a signature', { extraBitsStored: 3, elems: [0xa0] }, [[1]], '0a0508031201a0120101'],
	['whole bytes of marks', { extraBitsStored: 0, elems: [0xa0] }, [], '0a031201a0'],
	['a count without marks', { extraBitsStored: 3, elems: [] }, [], '0a020803'],
	['marks of nothing', { extraBitsStored: 0, elems: [] }, [[]], '0a001200'],
	['no marks', undefined, [[1], [2, 3]], '12010112020203'],
])('a multisignature in amino with %s is written as Go does', (_, bits, signatures, hex) => {
	const parts = {
		bits: bits && { ...bits, elems: Uint8Array.from(bits.elems) },
		signatures: signatures.map((signature) => Uint8Array.from(signature)),
	}
	expect(toHex(encodeAminoMultisignature(parts))).toBe(hex)
})

test('a key of several in amino leaves a threshold of zero out', () => {
	const written = (threshold: number) =>
		toHex(encodeAminoPubKey(create(LegacyAminoPubKeySchema, { threshold }), createRegistry()))
	expect([0, 1, 300].map(written)).toEqual(['22c1f7e2', '22c1f7e20801', '22c1f7e208ac02'])
})
