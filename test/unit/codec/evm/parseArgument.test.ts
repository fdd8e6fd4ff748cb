import { type AbiParameter, parseAbiParameter } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeBech32 } from '../../../../src/codec/address/bech32.ts'
import { argumentProblem, parseArgument } from '../../../../src/codec/evm/parseArgument.ts'

/** An address of 32 bytes, as modules may have. */
const longAddress = encodeBech32('chain', new Uint8Array(32).fill(7))

const parameter = (text: string): AbiParameter => parseAbiParameter(text as never)

describe('an argument at the edge of what its type takes', () => {
	test.each([
		['int8', '127', 127n],
		['int8', '-128', -128n],
		['uint8', '255', 255n],
		['uint8', '0', 0n],
		['int256', String(2n ** 255n - 1n), 2n ** 255n - 1n],
		['uint', String(2n ** 256n - 1n), 2n ** 256n - 1n],
		['uint256', '1.5E1', 15n],
		['uint256', '1.50e18', 15n * 10n ** 17n],
		['uint256', '1_000e3', 10n ** 6n],
		['int256', '-2.25e2', -225n],
		['uint256', '0XfF', 255n],
		['address', '0x00000000000000000000000000000000000000ff', '0x00000000000000000000000000000000000000ff'],
		['uint8[2]', '[1,2]', [1n, 2n]],
		[
			'uint8[2][]',
			'[[1,2],[3,4]]',
			[
				[1n, 2n],
				[3n, 4n],
			],
		],
		['uint8[0]', '[]', []],
		['bool', 'false', false],
		['bool', ' "true" ', true],
		['bytes', '0x010203', '0x010203'],
		['bytes1', '0xff', '0xff'],
		['string', '"a \\" b"', 'a " b'],
		['string', '"a" b"', '"a" b"'],
		['string[]', '["a\\"],b", c]', ['a"],b', 'c']],
		['string[]', '[a\\,b]', ['a\\', 'b']],
		['uint8[][]', '[[1,2],[]]', [[1n, 2n], []]],
		['(uint8 a, (uint8 b, uint8 c) d)', '(1,(2,3))', { a: 1n, d: { b: 2n, c: 3n } }],
		['(uint8 a, uint8)', '(1,2)', [1n, 2n]],
	])('an argument of the type %s is read of %s', (type, text, value) => {
		expect(parseArgument(text, parameter(type), 'chain')).toEqual(value)
	})

	test.each([
		['int8', '128', '128 does not fit int8'],
		['int8', '-129', '-129 does not fit int8'],
		['uint8', '256', '256 does not fit uint8'],
		['uint256', String(2n ** 256n), `${2n ** 256n} does not fit uint256`],
		['uint256', '', '"" is no whole number'],
		['uint256', '1.5', '"1.5" is no whole number'],
		['uint256', '1.25e1', '"1.25e1" is no whole number'],
		['uint8[2]', '[1,2,3]', 'uint8[2] has 2 entries, not 3'],
		['address', longAddress, 'this address has no 0x form: it is not 20 bytes long'],
		['bytes1', '0x0102', 'bytes1 has 1 bytes, not 2'],
		['bytes1', '0x', 'bytes1 has 1 bytes, not 0'],
		['bytes', '0x012', 'bytes is written as 0x and two digits a byte'],
		['uint8[]', '[1,2', 'uint8[] is written as […]'],
		['uint8[]', '1,2]', 'uint8[] is written as […]'],
		['string[]', '["a]', 'a bracket or quote of string[] is not closed'],
		['uint8[]', '[1)]', 'a bracket or quote of uint8[] is not closed'],
		['uint8[0]', '[1]', 'uint8[0] has 0 entries, not 1'],
		['(uint8 a, uint8 b) pair', '(1)', 'pair has 2 members, not 1'],
		['(uint8 a, uint8 b) pair', '1,2', 'pair is written as (…)'],
		['function', '0x', 'arguments of the type function cannot be written here'],
	])('an argument of the type %s is refused as %s', (type, text, problem) => {
		const of = type === 'function' ? { type } : parameter(type)
		expect(argumentProblem(text, of, 'chain')).toBe(problem)
	})

	test('a tuple whose name a compiler left empty is told of as the tuple', () => {
		const pair = { type: 'tuple', name: '', components: [{ type: 'uint8', name: '' }] }
		expect(argumentProblem('1', pair, 'chain')).toBe('the tuple is written as (…)')
		expect(argumentProblem('(1,2)', pair, 'chain')).toBe('the tuple has 1 members, not 2')
		expect(argumentProblem('(1)', pair, 'chain')).toBeUndefined()
	})
})
