import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { CoinSchema } from '../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { decodeCoin, encodeCoin } from '../../../../src/modules/bank/storedValues.ts'

describe('a stored balance', () => {
	const denoms = ['abc', 'uchain', `a${'b'.repeat(125)}`, `a${'b'.repeat(126)}`, `a${'b'.repeat(127)}`, 'a/B-9']
	// An amount of 17 digits looks like the tag of one before it, behind a denomination of 128 characters.
	const amounts = [1n, 9n, 10n, 999_994_000n, 12_345_678_901_234_567n, 2n ** 64n, 2n ** 256n - 1n]

	it('a stored balance has the bytes of the general encoder and reads back, for denominations of 3 to 128 characters', () => {
		for (const denom of denoms) {
			for (const amount of amounts) {
				const bytes = encodeCoin({ denom, amount })
				expect(bytes).toEqual(encodeMessage(CoinSchema, create(CoinSchema, { denom, amount: amount.toString() })))
				expect(decodeCoin(bytes)).toEqual({ denom, amount })
			}
		}
	})

	it('a stored balance with a byte too many or too few is damaged', () => {
		const bytes = encodeCoin({ denom: 'uchain', amount: 120n })
		for (const damaged of [Uint8Array.of(...bytes, 0x30), bytes.slice(0, -1)]) {
			expect(() => decodeCoin(damaged)).toThrow()
		}
	})
})
