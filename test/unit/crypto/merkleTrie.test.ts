import { createMerkleProof, createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../src/crypto/keccak256.ts'
import { listRoot, provenValue, trieRoot } from '../../../src/crypto/merkleTrie.ts'
import { toHex } from '../../../src/util/bytes.ts'

describe('the root of a list', () => {
	test.each([0, 1, 2, 15, 16, 17, 127, 128, 129, 256, 300])(
		'the root of a list of %d items is the one of a trie by the library',
		async (count) => {
			const items = Array.from({ length: count }, (_, at) => new Uint8Array((at % 70) + 1).fill((at % 255) + 1))
			const trie = await createMPT({ useKeyHashing: false })
			for (const [at, item] of items.entries()) await trie.put(RLP.encode(at), item)
			expect(toHex(listRoot(items))).toBe(toHex(trie.root()))
		},
	)
})

describe('the proof of a value in a trie', () => {
	test.each([1, 2, 17, 200])(
		'the proofs that the library makes of %d pairs show each value and each absence, and nothing else passes',
		async (count) => {
			const key = (at: number) => keccak256(Uint8Array.of(at >> 8, at & 255))
			const pairs = Array.from({ length: count }, (_, at) => [key(at), RLP.encode(at * at + 1)] as const)
			const trie = await createMPT({ useKeyHashing: false })
			for (const [name, value] of pairs) await trie.put(name, value)
			const root = trieRoot(pairs)
			expect(toHex(root)).toBe(toHex(trie.root()))
			for (const [name, value] of pairs.slice(0, 20)) {
				const proof = await createMerkleProof(trie, name)
				expect(provenValue(root, name, proof)).toEqual(value)
				for (const wrong of [proof.slice(1), [Uint8Array.of(0xc0), ...proof], []]) {
					expect(() => provenValue(root, name, wrong)).toThrow('the proof does not lead to the key')
				}
				const last = Uint8Array.from(proof.at(-1)!)
				last[last.length - 1]! ^= 1
				expect(() => provenValue(root, name, [...proof.slice(0, -1), last])).toThrow()
			}
			const absent = key(count + 7)
			expect(provenValue(root, absent, await createMerkleProof(trie, absent))).toBeUndefined()
		},
	)

	test('a key that ends where the trie branches has no value', async () => {
		const trie = await createMPT({ useKeyHashing: false })
		const value = new Uint8Array(40).fill(7)
		for (const key of [0x11, 0x21]) await trie.put(Uint8Array.of(key), value)
		const [first] = await createMerkleProof(trie, Uint8Array.of(0x11))
		expect(provenValue(trie.root(), new Uint8Array(0), [first!])).toBeUndefined()
	})

	test('a key that goes on behind the one of a leaf has no value', async () => {
		const trie = await createMPT({ useKeyHashing: false })
		await trie.put(Uint8Array.of(0x11), new Uint8Array(40).fill(7))
		const proof = await createMerkleProof(trie, Uint8Array.of(0x11))
		expect(provenValue(trie.root(), Uint8Array.of(0x11), proof)).toEqual(new Uint8Array(40).fill(7))
		expect(provenValue(trie.root(), Uint8Array.of(0x11, 0x22), proof)).toBeUndefined()
	})

	test.each<[string, Parameters<typeof RLP.encode>[0]]>([
		['two bytes', new Uint8Array(2).fill(0x20)],
		['seventeen bytes', new Uint8Array(17).fill(0x20)],
		['an empty list', []],
		['a list of three', [Uint8Array.of(0x20), Uint8Array.of(1), Uint8Array.of(2)]],
		['a list of sixteen', Array.from({ length: 16 }, () => new Uint8Array(0))],
	])('a proof that begins with %s has no node of a trie, though its hash is the root', (_, content) => {
		const node = RLP.encode(content)
		expect(() => provenValue(keccak256(node), Uint8Array.of(0x11), [node])).toThrow('the proof has no node of a trie')
	})

	test('an empty trie has no value under any key', () => {
		expect(provenValue(trieRoot([]), keccak256(Uint8Array.of(1)), [])).toBeUndefined()
	})
})
