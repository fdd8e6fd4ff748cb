import { expect, it } from 'vitest'
import { maxDataBytes } from '../../../../src/engine/blocks/makeBlock.ts'

// tendermint v0.34.15 types.MaxDataBytes for one validator: 11 + 626 + (94 + 109 + 2).
it.each([
	[22_020_096n, 22_019_254],
	[842n, 0],
	[800n, -42],
])('a block of at most %d bytes has %d bytes for transactions', (maxBytes, forTxs) => {
	expect(maxDataBytes(maxBytes)).toBe(forTxs)
})
