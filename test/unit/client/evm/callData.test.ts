import { type AbiParameter, encodeAbiParameters, parseAbiParameter } from 'viem'
import { describe, expect, test } from 'vitest'
import { callData, parseEvent, parseFunction } from '../../../../src/client/evm/callData.ts'
import { bech32OfAny } from '../../../../src/codec/address/anyAddress.ts'
import { argumentProblem, parseArgument } from '../../../../src/codec/evm/parseArgument.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const parameter = (text: string): AbiParameter => parseAbiParameter(text as never)

describe('an argument', () => {
	test.each([
		['uint256', '1_000', 1000n],
		['uint256', '0xff', 255n],
		['uint256', '1.5e18', 1_500_000_000_000_000_000n],
		['int8', '-128', -128n],
		['bool', 'true', true],
		['string', 'a, "b" [c', 'a, "b" [c'],
		['string', '', ''],
		['bytes', '0x', '0x'],
		['bytes4', '0x01020304', '0x01020304'],
		['address', address.toLowerCase(), address],
		['address', bech32OfAny(address, 'chain'), address],
		['uint8[]', '[1, 2,3]', [1n, 2n, 3n]],
		['uint8[]', '[]', []],
		[
			'uint8[2][]',
			'[[1,2],[3,4]]',
			[
				[1n, 2n],
				[3n, 4n],
			],
		],
		['string[]', '["a,b", "c]"]', ['a,b', 'c]']],
		['(uint256 a, string b)', '(1, "x, y")', { a: 1n, b: 'x, y' }],
		[
			'(uint256, string)[]',
			'[(1,a),(2,b)]',
			[
				[1n, 'a'],
				[2n, 'b'],
			],
		],
	])('an argument of the type %s: %s', (type, text, value) => {
		const parsed = parseArgument(text, parameter(type), 'chain')
		expect(parsed).toEqual(value)
		// viem takes it.
		encodeAbiParameters([parameter(type)], [parsed as never])
	})

	test.each([
		['uint8', '256', '256 does not fit uint8'],
		['uint8', '-1', '-1 does not fit uint8'],
		['uint256', '1.5', '"1.5" is no whole number'],
		['bool', 'yes', '"yes" is neither true nor false'],
		['bytes4', '0x01', 'bytes4 has 4 bytes, not 1'],
		['bytes', 'abc', 'bytes is written as 0x and two digits a byte'],
		['uint8[2]', '[1]', 'uint8[2] has 2 entries, not 1'],
		['uint8[]', '1,2', 'uint8[] is written as […]'],
		['uint8[]', '[(1]', 'a bracket or quote of uint8[] is not closed'],
		['(uint8 a, uint8 b)', '(1)', 'the tuple has 2 members, not 1'],
		['address', '0x12', 'a 0x address has 40 hexadecimal digits, got 2'],
	])('an argument of the type %s is not %s', (type, text, problem) => {
		expect(argumentProblem(text, parameter(type), 'chain')).toBe(problem)
	})
})

describe('a signature', () => {
	test.each([
		['balanceOf(address)(uint256)', ['address'], ['uint256']],
		['balanceOf(address owner) view returns (uint256)', ['address'], ['uint256']],
		['function f((uint256,string)[] x, bool)(bytes32[2])', ['tuple[]', 'bool'], ['bytes32[2]']],
		['pause()', [], []],
	])('%s', (text, inputs, outputs) => {
		const fn = parseFunction(text)
		expect(fn.inputs.map(({ type }) => type)).toEqual(inputs)
		expect(fn.outputs.map(({ type }) => type)).toEqual(outputs)
	})

	test('makes the call data every tool makes', () => {
		expect(callData(parseFunction('transfer(address,uint256)'), [address, '5'], 'chain')).toBe(
			`0xa9059cbb${address.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`,
		)
	})

	test('arguments of a call are told by name or number where they are wrong or of another count', () => {
		const refusal = (text: string, args: readonly string[]) => () => callData(parseFunction(text), args, 'chain')
		const [none, two] = ['pause()', 'f(uint8 count,bool)'] as const
		expect(refusal(two, ['256', 'true'])).toThrow('The argument count (uint8) is not right: 256 does not fit uint8.')
		expect(refusal(two, ['1', 'yes'])).toThrow('The argument 2 (bool) is not right: "yes" is neither true nor false.')
		expect(refusal(two, ['1'])).toThrow(
			expect.objectContaining({
				message: 'f takes 2 arguments, not 1.',
				next: 'They are: count (uint8), 2 (bool).',
			}),
		)
		expect(refusal(none, ['1'])).toThrow(
			expect.objectContaining({ message: 'pause takes 0 arguments, not 1.', next: 'Leave them out.' }),
		)
	})

	test('an argument that looks like a secret is not repeated, alone or in a list', () => {
		const secret = 'abandon '.repeat(11).concat('about')
		const hidden = 'is not right: (not shown: it looks like a secret).'
		for (const [text, args] of [
			['f(bool)', [secret]],
			['f(uint8)', [`0x${'ab'.repeat(32)}`]],
			['f(bool[])', [`[true,"${secret}",${'x,'.repeat(40)}y]`]],
		] as const) {
			expect(() => callData(parseFunction(text), args, 'chain')).toThrow(hidden)
		}
	})

	test('a signature that is none is refused with how to write one', () => {
		for (const text of ['', 'transfer', 'f(what)', 'f(uint256', 'f(uint256))(']) {
			expect(() => parseFunction(text)).toThrow('is no signature of a function')
		}
		expect(() => parseEvent('Transfer')).toThrow('is no signature of an event')
		expect(parseEvent('Transfer(address indexed,uint256)').inputs[0]).toMatchObject({ indexed: true })
	})
})
