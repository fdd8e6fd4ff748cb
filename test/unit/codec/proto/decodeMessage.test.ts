import { describe, expect, test } from 'vitest'
import { decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { varintBytes } from '../../../../src/codec/proto/encodeMessage.ts'
import { CoinSchema, DecCoinSchema } from '../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { AuthInfoSchema, FeeSchema, ModeInfoSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { ChainConfigSchema, ParamsSchema } from '../../../../src/gen/ethermint/evm/v1/evm_pb.js'
import { utf8 } from '../../../../src/util/bytes.ts'

/** A field with its tag: a number, or bytes behind their length. */
const number = (field: number, value: bigint): number[] => [...varintBytes(BigInt(field) << 3n), ...varintBytes(value)]
const bytes = (field: number, value: readonly number[] | string): number[] => {
	const content = typeof value === 'string' ? [...utf8(value)] : value
	return [...varintBytes((BigInt(field) << 3n) | 2n), ...varintBytes(BigInt(content.length)), ...content]
}
const fee = (...fields: readonly number[][]) => decodeMessage(FeeSchema, Uint8Array.from(fields.flat()))

// As gogo-proto's generated code has it.
describe('a message with a field that comes twice', () => {
	test('the parts of a message that comes twice are put together, and lists grow', () => {
		const first = bytes(2, [...bytes(1, bytes(1, 'uchain')), ...number(2, 5n)])
		const second = bytes(2, [...bytes(1, bytes(1, 'busd')), ...bytes(3, 'payer')])
		const { fee } = decodeMessage(AuthInfoSchema, Uint8Array.from([...first, ...second]))
		expect(fee).toMatchObject({ gasLimit: 5n, payer: 'payer', amount: [{ denom: 'uchain' }, { denom: 'busd' }] })
	})

	test('the last one of alternatives counts alone', () => {
		const single = (...content: number[]) => bytes(1, content)
		const read = (...fields: readonly number[][]) => decodeMessage(ModeInfoSchema, Uint8Array.from(fields.flat())).sum
		expect(read(single(...number(1, 1n)))).toMatchObject({ case: 'single', value: { mode: 1 } })
		expect(read(single(...number(1, 1n)), single())).toMatchObject({ case: 'single', value: { mode: 0 } })
		expect(read(single(...number(1, 1n)), bytes(2, []))).toMatchObject({ case: 'multi', value: { modeInfos: [] } })
	})

	test('an empty amount leaves the one before it', () => {
		for (const schema of [CoinSchema, DecCoinSchema]) {
			const read = (...amounts: readonly string[]) =>
				decodeMessage(schema, Uint8Array.from(amounts.flatMap((amount) => bytes(2, amount)))).amount
			expect([read('5'), read('5', ''), read('', '7'), read('')]).toEqual(['5', '5', '7', ''])
		}
	})
})

test('a field that a message does not have has its zero value, or none where it is optional', () => {
	const config = decodeMessage(ChainConfigSchema, new Uint8Array(0))
	expect([config.londonBlock, config.shanghaiBlock, config.daoForkSupport]).toEqual(['', undefined, false])
})

describe('a field of another wire type', () => {
	test('numbers of a list may be packed or not, and of one field alone', () => {
		const params = (...fields: readonly number[][]) =>
			decodeMessage(ParamsSchema, Uint8Array.from(fields.flat())).extraEips
		expect(params(number(4, 1n), number(4, 300n))).toEqual([1n, 300n])
		expect(params(bytes(4, [1, ...varintBytes(300n)]), number(4, 7n))).toEqual([1n, 300n, 7n])
		expect(() => params([(4 << 3) | 5, 1, 2, 3, 4])).toThrow('proto: wrong wireType = 5 for field ExtraEIPs')
	})

	test('a field of another wire type is refused', () => {
		expect(() => fee(bytes(2, [5]))).toThrow('proto: wrong wireType = 2 for field GasLimit')
		expect(() => fee(number(3, 5n))).toThrow('proto: wrong wireType = 0 for field Payer')
		expect(() => fee(number(1, 5n))).toThrow('proto: wrong wireType = 0 for field Amount')
	})
})

describe('a tag', () => {
	const tag = (value: bigint) => () => fee([...varintBytes(value), 0])

	test('a tag has a number of 32 bits above zero', () => {
		expect(tag(0n)).toThrow('proto: Fee: illegal tag 0 (wire type 0)')
		expect(tag((2n ** 31n) << 3n)).toThrow('proto: Fee: illegal tag -2147483648 (wire type 17179869184)')
		expect(tag((2n ** 31n + 2n) << 3n)).toThrow('proto: Fee: illegal tag -2147483646 (wire type 17179869200)')
		expect(tag(4n)).toThrow('proto: Fee: wiretype end group for non-group')
	})

	test('a field that is not known is passed over', () => {
		expect(fee(number(536_870_911, 1n), number(9, 1n), number(2, 5n), bytes(9, 'x')).gasLimit).toBe(5n)
		expect(tag((2n ** 31n - 1n) << 3n)).not.toThrow()
	})
})

test('messages are nested a thousand deep at most', () => {
	/** Modes within modes: each is two messages deep. */
	const nested = (count: number, inner: readonly number[]): readonly number[] => {
		let content = inner
		for (let at = 0; at < count; at++) content = bytes(2, bytes(2, content))
		return content
	}
	const read = (content: readonly number[]) => () => decodeMessage(ModeInfoSchema, Uint8Array.from(content))
	expect(read(nested(500, []))).not.toThrow()
	expect(read(nested(500, bytes(2, [])))).toThrow('proto: message nested too deeply')
})
