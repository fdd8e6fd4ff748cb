import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { describe, expect, test } from 'vitest'
import { listRoot } from '../../../../../src/api/eth/blocks/listRoot.ts'
import { toHex } from '../../../../../src/util/bytes.ts'

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
