import { expect, it } from 'vitest'
import { precommitSignBytes } from '../../../../src/chain/hash/encodeBlock.ts'
import { maxDataBytes, signCommit } from '../../../../src/engine/blocks/makeBlock.ts'
import { validatorKeyFromSecret } from '../../../../src/engine/validatorKey.ts'

// tendermint v0.34.15 types.MaxDataBytes for one validator: 11 + 626 + (94 + 109 + 2).
it.each([
	[22_020_096n, 22_019_254],
	[842n, 0],
	[800n, -42],
])('a block of at most %d bytes has %d bytes for transactions', (maxBytes, forTxs) => {
	expect(maxDataBytes(maxBytes)).toBe(forTxs)
})

it('the commit of a block holds the precommit of its only validator, for the block and of the first round', () => {
	const key = validatorKeyFromSecret('a key of a test')
	const blockId = { hash: new Uint8Array(32).fill(1), parts: { total: 1, hash: new Uint8Array(32).fill(2) } }
	const timestamp = { seconds: 7n, nanos: 8 }
	// tendermint v0.34.15 types.BlockIDFlagCommit is 2.
	const signature = key.sign(precommitSignBytes('chain', 5, blockId, timestamp))
	expect(signCommit('chain', key, 5, blockId, timestamp)).toEqual({
		height: 5,
		round: 0,
		blockId,
		signatures: [{ blockIdFlag: 2, validatorAddress: key.address, timestamp, signature }],
	})
})
