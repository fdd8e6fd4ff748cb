import { create, toBinary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { encodeMessage, varintBytes } from '../../../../src/codec/proto/encodeMessage.ts'
import { CoinSchema, DecCoinSchema } from '../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { ModeInfoSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { HeaderSchema } from '../../../../src/gen/tendermint/types/types_pb.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

// Struct values of Go are always there, with the zero values of their own fields.
describe('a message without values', () => {
	test('the bytes of an empty block header have its version, the zero time of Go and its block id', () => {
		// Seconds of 0001-01-01T00:00:00Z, the only field of a Timestamp.
		const time = `08${hex(varintBytes(BigInt.asUintN(64, -62_135_596_800n)))}`
		expect(hex(encodeMessage(HeaderSchema, create(HeaderSchema)))).toBe(`0a00220b${time}2a021200`)
	})

	test('the bytes of an empty coin have its amount of zero', () => {
		expect(hex(encodeMessage(CoinSchema, create(CoinSchema)))).toBe('120130')
		expect(hex(encodeMessage(DecCoinSchema, create(DecCoinSchema)))).toBe('120130')
		expect(hex(encodeMessage(CoinSchema, create(CoinSchema, { denom: 'u', amount: '12' })))).toBe('0a017512023132')
	})

	test('the bytes of a message have the alternative that was chosen, its zero value too', () => {
		for (const sum of [
			{ case: 'single' as const, value: { mode: 1 } },
			{ case: 'single' as const, value: { mode: 0 } },
			{ case: 'multi' as const, value: { modeInfos: [{ sum: { case: 'single' as const, value: { mode: 127 } } }] } },
			{ case: undefined },
		]) {
			const message = create(ModeInfoSchema, { sum })
			expect(hex(encodeMessage(ModeInfoSchema, message)), JSON.stringify(sum)).toBe(
				hex(toBinary(ModeInfoSchema, message)),
			)
		}
	})
})
