import { expect, test } from 'vitest'
import { type IntegerFormat, parseInt64, parseInteger } from '../../../../src/api/services/goParse.ts'
import { plainError } from '../../../../src/errors/ChainError.ts'

const uint64: IntegerFormat = { base: 0, signed: false, bits: 64 }
const int64: IntegerFormat = { base: 0, signed: true, bits: 64 }
const decimal: IntegerFormat = { signed: true, bits: 64 }

test.each([
	['0', uint64, 0n],
	['18446744073709551615', uint64, 18446744073709551615n],
	['0x1F', uint64, 31n],
	['0b11', uint64, 3n],
	['0o17', uint64, 15n],
	['017', uint64, 15n],
	['1_000', uint64, 1000n],
	['0x_f', uint64, 15n],
	['0_1', uint64, 1n],
	['0x1', uint64, 1n],
	['0B1', uint64, 1n],
	['0x_f_f', uint64, 255n],
	['00', uint64, 0n],
	['-0', int64, 0n],
	['0xFFFFFFFFFFFFFFFF', uint64, 18446744073709551615n],
	['4294967295', { base: 0, signed: false, bits: 32 }, 4294967295n],
	['-2147483648', { base: 0, signed: true, bits: 32 }, -2147483648n],
	['9223372036854775807', decimal, 9223372036854775807n],
	['+5', int64, 5n],
	['-0x10', int64, -16n],
	['-9223372036854775808', int64, -9223372036854775808n],
	['017', decimal, 17n],
	['+1', decimal, 1n],
] as const)('%j is read as an integer', (text, format, value) => {
	expect(parseInteger(text, format)).toBe(value)
})

test.each([
	['', uint64, 'strconv.ParseUint: parsing "": invalid syntax'],
	['-', int64, 'strconv.ParseInt: parsing "-": invalid syntax'],
	['-1', uint64, 'strconv.ParseUint: parsing "-1": invalid syntax'],
	['+', int64, 'strconv.ParseInt: parsing "+": invalid syntax'],
	['+5', uint64, 'strconv.ParseUint: parsing "+5": invalid syntax'],
	['', decimal, 'strconv.ParseInt: parsing "": invalid syntax'],
	['-0x', int64, 'strconv.ParseInt: parsing "-0x": invalid syntax'],
	['08', uint64, 'strconv.ParseUint: parsing "08": invalid syntax'],
	['0x', uint64, 'strconv.ParseUint: parsing "0x": invalid syntax'],
	['0x__1', uint64, 'strconv.ParseUint: parsing "0x__1": invalid syntax'],
	['0b2', uint64, 'strconv.ParseUint: parsing "0b2": invalid syntax'],
	['0x1g', uint64, 'strconv.ParseUint: parsing "0x1g": invalid syntax'],
	['1__0', uint64, 'strconv.ParseUint: parsing "1__0": invalid syntax'],
	['_1', uint64, 'strconv.ParseUint: parsing "_1": invalid syntax'],
	['1_', uint64, 'strconv.ParseUint: parsing "1_": invalid syntax'],
	['0x1', decimal, 'strconv.ParseInt: parsing "0x1": invalid syntax'],
	['1_0', decimal, 'strconv.ParseInt: parsing "1_0": invalid syntax'],
	['"\n', decimal, 'strconv.ParseInt: parsing "\\"\\n": invalid syntax'],
	['18446744073709551616', uint64, 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
	['9223372036854775808', int64, 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
	['-9223372036854775809', int64, 'strconv.ParseInt: parsing "-9223372036854775809": value out of range'],
	['2147483648', { base: 0, signed: true, bits: 32 }, 'strconv.ParseInt: parsing "2147483648": value out of range'],
] as const)('%j is refused as an integer', (text, format, message) => {
	expect(() => parseInteger(text, format)).toThrow(plainError(message))
})

// Go reads digit by digit, and looks at nothing behind the one that is too much.
test.each([
	['18446744073709551616x', uint64],
	['18446744073709551616__', uint64],
	['0x1_0000_0000_0000_0000_', uint64],
	['-18446744073709551616x', int64],
	['18446744073709551616x', decimal],
	['4294967296x', { base: 0, signed: false, bits: 32 }],
] as const)('the integer %j is out of range before it is no integer', (text, format) => {
	const parser = format.signed ? 'ParseInt' : 'ParseUint'
	expect(() => parseInteger(text, format)).toThrow(
		plainError(`strconv.${parser}: parsing "${text}": value out of range`),
	)
})

test('a decimal integer of 64 bits has a sign, and all of its range', () => {
	for (const edge of [2n ** 63n - 1n, -(2n ** 63n)]) expect(parseInt64(String(edge))).toBe(edge)
	for (const beyond of [2n ** 63n, -(2n ** 63n) - 1n]) {
		expect(() => parseInt64(String(beyond))).toThrow(
			plainError(`strconv.ParseInt: parsing "${beyond}": value out of range`),
		)
	}
})

test('an integer within 64 bits but beyond its sign is read to its end first', () => {
	expect(() => parseInteger('9223372036854775808x', int64)).toThrow(/invalid syntax$/)
	expect(() => parseInteger('9223372036854775808', int64)).toThrow(/value out of range$/)
})

test('an integer of very many digits is refused without being reckoned with, and zeros in front mean nothing', () => {
	// Reckoned with, a million took minutes, in which nobody else was served.
	expect(() => parseInteger('9'.repeat(50_000), uint64)).toThrow(/value out of range$/)
	expect(parseInteger(`${'0'.repeat(50_000)}7`, decimal)).toBe(7n)
})
