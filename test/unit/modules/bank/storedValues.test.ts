import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { CoinSchema } from '../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { decodeCoin, encodeCoin } from '../../../../src/modules/bank/storedValues.ts'

describe('a stored balance', () => {
	const denoms = ['abc', 'uchain', `a${'b'.repeat(125)}`, `a${'b'.repeat(126)}`, `a${'b'.repeat(127)}`, 'a/B-9']
	const amounts = [1n, 9n, 10n, 999_994_000n, 2n ** 64n, 2n ** 256n - 1n]

	it('a stored balance has the bytes of the general encoder and reads back, for denominations of 3 to 128 characters', () => {
		for (const denom of denoms) {
			for (const amount of amounts) {
				const bytes = encodeCoin({ denom, amount })
				expect(bytes).toEqual(encodeMessage(CoinSchema, create(CoinSchema, { denom, amount: amount.toString() })))
				expect(decodeCoin(bytes)).toEqual({ denom, amount })
			}
		}
	})
})
