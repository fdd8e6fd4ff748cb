import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import {
	panicCode,
	revertOrPanicReason,
	revertReason,
	revertText,
} from '../../../../../src/modules/evm/queries/revertReason.ts'
import { fromHex } from '../../../../../src/util/bytes.ts'

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Other(string)'])
const bytes = (hex: string) => fromHex(hex.replace(/^0x/, ''))!
const error = (text: string) => bytes(encodeErrorResult({ abi, errorName: 'Error', args: [text] }))
const panic = (code: bigint) => bytes(encodeErrorResult({ abi, errorName: 'Panic', args: [code] }))
const word = (value: bigint) => value.toString(16).padStart(64, '0')

describe('what a contract gives back as it reverts', () => {
	it.each(['', 'no', 'exactly thirty-two bytes of text.', 'of more than one word, and beyond ASCII: é👋'])(
		'the text %j is told',
		(text) => {
			expect([revertReason(error(text)), revertOrPanicReason(error(text)), panicCode(error(text))]).toEqual([
				...[text, text, undefined],
			])
			expect(revertText(error(text))).toBe(`execution reverted: ${text}`)
		},
	)

	// The words of go-ethereum v1.16 accounts/abi/abi.go.
	it.each([
		[0x00n, 'generic panic'],
		[0x01n, 'assert(false)'],
		[0x11n, 'arithmetic underflow or overflow'],
		[0x12n, 'division or modulo by zero'],
		[0x21n, 'enum overflow'],
		[0x22n, 'invalid encoded storage byte array accessed'],
		[0x31n, 'out-of-bounds array access; popping on an empty array'],
		[0x32n, 'out-of-bounds access of an array or bytesN'],
		[0x41n, 'out of memory'],
		[0x51n, 'uninitialized function'],
		[0x52n, 'unknown panic code: 0x52'],
		[(1n << 256n) - 1n, `unknown panic code: 0x${'f'.repeat(64)}`],
	])('the panic %i means %j, for geth of today alone', (code, meaning) => {
		expect([panicCode(panic(code)), revertOrPanicReason(panic(code))]).toEqual([code, meaning])
		expect([revertReason(panic(code)), revertText(panic(code))]).toEqual([undefined, 'execution reverted'])
	})

	it.each([
		['nothing', ''],
		['a selector alone', '08c379a0'],
		['another error', encodeErrorResult({ abi, errorName: 'Other', args: ['x'] })],
		['a text that begins behind the end', `08c379a0${word(64n)}${word(0n)}`],
		['a text that begins beyond 32 bits', `08c379a0${word(1n << 32n)}${word(0n)}`],
		['a text that is longer than what there is', `08c379a0${word(32n)}${word(33n)}${'61'.repeat(32)}`],
		['a text longer than 32 bits', `08c379a0${word(32n)}${word(1n << 32n)}${'61'.repeat(32)}`],
		['half of a word', `08c379a0${word(32n).slice(0, 62)}`],
		['a panic without its number', '4e487b71'],
		['a panic with half of its number', `4e487b71${word(1n).slice(0, 62)}`],
	])('%s has no reason', (_, hex) => {
		expect([revertReason(bytes(hex)), revertOrPanicReason(bytes(hex)), panicCode(bytes(hex))]).toEqual([
			...[undefined, undefined, undefined],
		])
		expect(revertText(bytes(hex))).toBe('execution reverted')
	})

	it('what follows the number of a panic is not looked at', () => {
		expect(revertOrPanicReason(bytes(`4e487b71${word(1n)}ff`))).toBe('assert(false)')
	})

	it('a text may fill what there is, and begin anywhere in it', () => {
		expect(revertReason(bytes(`08c379a0${word(32n)}${word(32n)}${'61'.repeat(32)}`))).toBe('a'.repeat(32))
		expect(revertReason(bytes(`08c379a0${word(33n)}ff${word(1n)}62`))).toBe('b')
		expect(revertReason(bytes(`08c379a0${word(0n)}`))).toBe('')
	})
})
