import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import {
	createMultisigThresholdPubkey,
	encodeSecp256k1Pubkey,
	pubkeyToRawAddress,
	type Secp256k1Pubkey,
} from '@cosmjs/amino'
import { encodePubkey } from '@cosmjs/proto-signing'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { bitAt, bitCount, trueBitsBefore } from '../../../src/codec/tx/compactBitArray.ts'
import { ed25519FromSeed, signEd25519, verifyEd25519 } from '../../../src/crypto/ed25519.ts'
import { areSignatureValues, signEthSecp256k1 } from '../../../src/crypto/ethSecp256k1.ts'
import { ripemd160, sha256, sha256Truncated } from '../../../src/crypto/hash.ts'
import { hdPath, newMnemonic, privateKeyFromMnemonic } from '../../../src/crypto/hdKey.ts'
import { hexToAddress, hexToHash, isHexAddress } from '../../../src/crypto/hexAddress.ts'
import { type MerkleProof, merkleProof, merkleRoot } from '../../../src/crypto/merkle.ts'
import {
	encodeMultisignature,
	type SignatureData,
	signatureDataOf,
	verifyMultisignature,
} from '../../../src/crypto/multisig.ts'
import { addressOfPublicKey, verifySignature } from '../../../src/crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { PubKeySchema as Ed25519Schema } from '../../../src/gen/cosmos/crypto/ed25519/keys_pb.js'
import type { LegacyAminoPubKey } from '../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1Schema } from '../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1Schema } from '../../../src/gen/cosmos/crypto/secp256r1/keys_pb.js'
import { ModeInfoSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { PubKeySchema as EthSchema } from '../../../src/gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { fromHex, toHex, utf8 } from '../../../src/util/bytes.ts'

describe('hashes', () => {
	it('hashes are those of the standards', () => {
		expect(toHex(sha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
		expect(toHex(sha256Truncated(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a3')
		expect(toHex(ripemd160(utf8('abc')))).toBe('8eb208f7e05d987a9b044a8e98c6b087f15a0bfc')
	})
})

describe('ed25519', () => {
	it('signs as RFC 8032 does', () => {
		const seed = fromHex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb') ?? new Uint8Array(0)
		const { publicKey } = ed25519FromSeed(seed)
		expect(toHex(publicKey)).toBe('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
		const signature = signEd25519(Uint8Array.of(0x72), seed)
		expect(toHex(signature)).toBe(
			'92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
		)
		expect(verifyEd25519(Uint8Array.of(0x72), signature, publicKey)).toBe(true)
		expect(verifyEd25519(Uint8Array.of(0x73), signature, publicKey)).toBe(false)
		expect(verifyEd25519(Uint8Array.of(0x72), signature.slice(1), publicKey)).toBe(false)
		expect(verifyEd25519(Uint8Array.of(0x72), signature, publicKey.slice(1))).toBe(false)
		expect(verifyEd25519(Uint8Array.of(0x72), signature, Uint8Array.of(...publicKey, 0))).toBe(false)
	})
})

describe('mnemonics', () => {
	it('mnemonics have 24 words and a checksum', () => {
		const words = newMnemonic()
		expect(words.split(' ').length).toBe(24)
		expect(() => privateKeyFromMnemonic(`${words} abandon`, hdPath(118))).toThrow('not a valid mnemonic')
		expect(() => privateKeyFromMnemonic('', hdPath(118))).toThrow('not a valid mnemonic')
		expect(privateKeyFromMnemonic(`  ${words.toUpperCase()}\n`, hdPath(118))).toEqual(
			privateKeyFromMnemonic(words, "m/44'/118'/0'/0/0"),
		)
		expect(() => privateKeyFromMnemonic('abandon abandon', hdPath(118))).toThrow('not a valid mnemonic')
		expect(() => privateKeyFromMnemonic(words, 'm/x')).toThrow('"m/x" is not a key path')
	})
})

/** Checks a proof as RFC 6962, section 2.1.1, has it: without the tree, by the bits of index and size. */
function proves({ index, total, leafHash, aunts }: MerkleProof, root: Uint8Array, item: Uint8Array): boolean {
	const hash = (...parts: Uint8Array[]) => sha256(Uint8Array.from(parts.flatMap((part) => [...part])))
	if (index >= total || toHex(leafHash) !== toHex(hash(Uint8Array.of(0), item))) return false
	let [node, last, current] = [index, total - 1, leafHash]
	for (const aunt of aunts) {
		if (last === 0) return false
		if (node % 2 === 1 || node === last) {
			current = hash(Uint8Array.of(1), aunt, current)
			while (node % 2 === 0 && node !== 0) [node, last] = [node >> 1, last >> 1]
		} else current = hash(Uint8Array.of(1), current, aunt)
		;[node, last] = [node >> 1, last >> 1]
	}
	return last === 0 && toHex(current) === toHex(root)
}

describe('merkle trees', () => {
	const items = Array.from({ length: 21 }, (_, i) => utf8(`item ${i}`))

	it('merkle trees have the roots of RFC 6962', () => {
		// Vectors of tendermint v0.34.15 crypto/merkle.
		expect(toHex(merkleRoot([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
		expect(toHex(merkleRoot([new Uint8Array(0)]))).toBe(
			'6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
		)
		expect(toHex(merkleRoot([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)]))).toBe(
			'82e6cfce00453804379b53962939eaa7906b39904be0813fcadd31b100773c4b',
		)
	})

	it('prove every item, and nothing else', () => {
		for (let size = 0; size <= items.length; size++) {
			const part = items.slice(0, size)
			const root = merkleRoot(part)
			part.forEach((item, index) => {
				const proof = merkleProof(part, index)
				expect(proves(proof, root, item)).toBe(true)
				expect(proves(proof, root, utf8('other'))).toBe(false)
				expect(proves({ ...proof, index: proof.index + 1 }, root, item)).toBe(false)
				expect(proves({ ...proof, aunts: [...proof.aunts, root] }, root, item)).toBe(false)
			})
		}
	})
})

describe('threshold keys', () => {
	const registry = createRegistry()
	const secrets = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill))
	const publicKeys = secrets.map((secret) => encodeSecp256k1Pubkey(secp256k1PublicKey(secret)))
	/** A threshold key as CosmJS makes it. */
	const keyOf = (members: readonly Secp256k1Pubkey[]) => {
		const { typeUrl, value } = encodePubkey(createMultisigThresholdPubkey([...members], 2, true))
		return registry.unpack(create(AnySchema, { typeUrl, value }), 'pubKey') as LegacyAminoPubKey
	}
	const bitsOf = (count: number, set: readonly number[]) => {
		const elems = new Uint8Array(Math.ceil(count / 8))
		for (const index of set) elems[index >> 3]! |= 128 >> (index % 8)
		return { extraBitsStored: count % 8, elems }
	}
	const key = keyOf(publicKeys)
	const message = utf8('document')
	const single = (index: number) =>
		({ kind: 'single', mode: 127, signature: signSecp256k1(message, secrets[index] ?? new Uint8Array(0)) }) as const
	const verify =
		(set: number[], signers: number[], count = 3) =>
		() =>
			verifyMultisignature(
				key,
				{ kind: 'multi', bitArray: bitsOf(count, set), signatures: signers.map(single) },
				() => [message],
				registry,
			)

	it('count bits as the framework does', () => {
		const bits = bitsOf(10, [0, 7, 8])
		expect(bitCount(bits)).toBe(10)
		expect([0, 1, 7, 8, 9, 10].map((index) => bitAt(bits, index))).toEqual([true, false, true, true, false, false])
		expect(trueBitsBefore(bits, 10)).toBe(3)
		expect(trueBitsBefore(bits, 8)).toBe(2)
		expect(bitCount(undefined)).toBe(0)
		// The framework reads past its bytes here, and so panics.
		expect(() => trueBitsBefore(bitsOf(8, [0]), 8)).toThrow('index out of range')
	})

	it('take enough signatures of the right members', () => {
		expect(verify([0, 2], [0, 2])).not.toThrow()
		expect(verify([0, 1, 2], [0, 1, 2])).not.toThrow()
		expect(verify([0, 2], [0, 1])).toThrow('unable to verify signature at index 2')
		expect(verify([0], [0])).toThrow('signature size is incorrect 1')
		expect(verify([0], [0, 1])).toThrow('not enough signatures set, have 1, expected 2')
		expect(verify([0, 1], [0, 1], 4)).toThrow('bit array size is incorrect, expecting: 3')
		expect(verify([0, 1, 2], [0, 1])).toThrow('index out of range')
		expect(verify([0, 1, 2], [0, 1, 2, 0])).toThrow('signature size is incorrect 4')
	})

	it('threshold keys are members of others, each level with its own threshold', () => {
		const { typeUrl, value } = encodePubkey(createMultisigThresholdPubkey([...publicKeys], 2, true))
		const any = create(AnySchema, { typeUrl, value })
		const outer = { ...key, threshold: 1, publicKeys: [any, key.publicKeys[0]!] }
		const inside = (signers: number[]): SignatureData => ({
			kind: 'multi',
			bitArray: bitsOf(3, signers),
			signatures: signers.map(single),
		})
		const check = (bits: number[], signatures: readonly (SignatureData | undefined)[]) => () =>
			verifyMultisignature(outer, { kind: 'multi', bitArray: bitsOf(2, bits), signatures }, () => [message], registry)
		expect(check([0], [inside([0, 2])])).not.toThrow()
		expect(check([0], [inside([0])])).toThrow('signature size is incorrect 1')
		expect(check([1], [inside([0, 2])])).toThrow('unable to parse pubkey of index 1')
		expect(check([1], [undefined])).toThrow('improper signature data type for index 0')
		// A threshold key does not sign by itself: the framework panics.
		expect(check([0], [single(0)])).toThrow('not implemented')
	})

	it('threshold keys have as many signatures as modes', () => {
		const one = { sum: { case: 'single', value: { mode: 127 } } } as const
		const modes = (count: number) =>
			create(ModeInfoSchema, {
				sum: {
					case: 'multi',
					value: { bitarray: bitsOf(3, [0, 1]), modeInfos: Array.from({ length: count }, () => one) },
				},
			})
		const parts = [Uint8Array.of(1), Uint8Array.of(2)]
		const bytes = encodeMultisignature(parts)
		expect(signatureDataOf(modes(2), bytes)).toMatchObject({
			kind: 'multi',
			signatures: parts.map((signature) => ({ kind: 'single', mode: 127, signature })),
		})
		expect(signatureDataOf(modes(1), bytes)).toMatchObject({ signatures: [{ signature: parts[0] }, undefined] })
		expect(() => signatureDataOf(modes(3), bytes)).toThrow('index out of range')
		for (const none of [undefined, create(ModeInfoSchema)]) {
			expect(() => signatureDataOf(none, bytes)).toThrow('unexpected ModeInfo data type <nil>')
		}
	})

	it('threshold keys have addresses that depend on the order of the members', () => {
		const turned = keyOf([...publicKeys].reverse())
		expect(toHex(addressOfPublicKey(key, registry))).not.toBe(toHex(addressOfPublicKey(turned, registry)))
		expect(toHex(addressOfPublicKey(key, registry))).toBe(
			toHex(pubkeyToRawAddress(createMultisigThresholdPubkey(publicKeys, 2, true))),
		)
	})
})

describe('single keys', () => {
	const registry = createRegistry()
	const bytes = (length: number) => new Uint8Array(length).fill(2)

	it('single keys have an address by their type, and panic in another length where the framework does', () => {
		const address = (key: Parameters<typeof addressOfPublicKey>[0]) => toHex(addressOfPublicKey(key, registry))
		const secp = secp256k1PublicKey(bytes(32))
		expect(address(create(Secp256k1Schema, { key: secp }))).toBe(toHex(ripemd160(sha256(secp))))
		expect(address(create(Ed25519Schema, { key: bytes(32) }))).toBe(toHex(sha256Truncated(bytes(32))))
		// ADR-028: the hash of the type's name goes before the key.
		const typed = Uint8Array.from([...sha256(utf8('cosmos.crypto.secp256r1.PubKey')), ...bytes(33)])
		expect(address(create(Secp256r1Schema, { key: bytes(33) }))).toBe(toHex(sha256(typed)))
		expect(address(create(EthSchema, { key: secp }))).toMatch(/^[0-9a-f]{40}$/)
		expect(address(create(EthSchema, { key: bytes(32) }))).toBe('')
		expect(() => address(create(Secp256k1Schema, { key: bytes(32) }))).toThrow('length of pubkey is incorrect')
		expect(() => address(create(Ed25519Schema, { key: bytes(33) }))).toThrow('pubkey is incorrect size')
	})

	it('verify by their type, and panic for one that no chain of this line accepts', () => {
		const message = utf8('document')
		const seed = bytes(32)
		const ed = create(Ed25519Schema, { key: ed25519FromSeed(seed).publicKey })
		expect(verifySignature(ed, message, signEd25519(message, seed))).toBe(true)
		expect(verifySignature(ed, utf8('other'), signEd25519(message, seed))).toBe(false)
		const eth = create(EthSchema, { key: secp256k1PublicKey(seed) })
		const signature = signEthSecp256k1(message, seed)
		expect([65, 64, 63].map((length) => verifySignature(eth, message, signature.subarray(0, length)))).toEqual([
			true,
			true,
			false,
		])
		expect(() => verifySignature(create(Secp256r1Schema, { key: bytes(33) }), message, signature)).toThrow(
			'not implemented',
		)
	})
})

describe('hexadecimal addresses of go-ethereum', () => {
	it.each([
		['0xF39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266', true],
		['f39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266', true],
		['0xaaf39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266', false],
		['0x123', '0000000000000000000000000000000000000123', false],
		['0x12zz34', '0000000000000000000000000000000000000012', false],
		['', '0000000000000000000000000000000000000000', false],
	])('%j is read as %s', (text, expected, isAddress) => {
		expect([toHex(hexToAddress(text)), isHexAddress(text)]).toEqual([expected, isAddress])
		expect(toHex(hexToHash(text)).endsWith(expected)).toBe(true)
	})
})

describe('values of a signature', () => {
	const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
	it.each([
		[0n, 1n, false, false],
		[1n, 0n, false, false],
		[order, 1n, false, false],
		[1n, order, false, false],
		[order - 1n, order / 2n, true, true],
		[1n, order / 2n + 1n, true, false],
	])('r %d and s %d: before homestead %s, since then %s', (r, s, before, since) => {
		expect([areSignatureValues(r, s, false), areSignatureValues(r, s, true)]).toEqual([before, since])
	})
})
