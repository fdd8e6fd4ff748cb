import { describe, expect, test } from 'vitest'
import { anvilDialect } from '../../../../../src/api/eth/dialect/anvilDialect.ts'
import type { Refusal } from '../../../../../src/api/eth/dialect/EthDialect.ts'
import { ethermintDialect } from '../../../../../src/api/eth/dialect/ethermintDialect.ts'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import { EthFault } from '../../../../../src/api/eth/rpc/EthFault.ts'

const refused = (log: string, parts: Partial<Refusal> = {}): Refusal => ({ codespace: 'sdk', code: 5, log, ...parts })

describe('a transaction that the chain refused is refused in geth’s words', () => {
	test.each([
		['invalid nonce; got 4, expected 5: invalid sequence', 'nonce too low: next nonce 5, tx nonce 4'],
		['invalid nonce; got 10, expected 9: invalid sequence', 'nonce too high: next nonce 9, tx nonce 10'],
		[
			'sender balance < tx cost (7 < 100): insufficient funds',
			'insufficient funds for gas * price + value: balance 7, tx cost 100, overshot 93',
		],
		[
			'gas limit too low: 20999 (gas limit) < 21000 (intrinsic gas): out of gas',
			'intrinsic gas too low: gas 20999, minimum needed 21000',
		],
		[
			'gas limit too low: 1 (gas limit) < 2 (floor data gas): out of gas',
			'insufficient gas for floor data gas cost: gas 1, minimum needed 2',
		],
		[
			'max fee per gas less than block base fee (1 < 2): insufficient fee',
			'max fee per gas less than block base fee: maxFeePerGas: 1, baseFee: 2',
		],
		[
			'the tx gasfeecap is lower than the tx baseFee: 3 (gasfeecap), 4 (basefee): insufficient fee',
			'max fee per gas less than block base fee: maxFeePerGas: 3, baseFee: 4',
		],
		['something else', 'something else (sdk 5)'],
	])('a refusal is told in geth’s words: %s', (log, text) => {
		expect(gethDialect.refusal(refused(log))).toEqual(new EthFault(text, -32000))
	})

	test('what the mempool has already is known, and its other refusals are told as they are', () => {
		expect(gethDialect.refusal(refused('tx already in cache', { code: 19, byPool: true })).message).toBe(
			'already known',
		)
		expect(gethDialect.refusal(refused('mempool is full', { code: 20, byPool: true })).message).toBe('mempool is full')
		expect(gethDialect.refusal(refused('tx already in cache', { code: 19 })).message).toBe(
			'tx already in cache (sdk 19)',
		)
	})
})

test.each([
	[refused('balance 5: insufficient funds'), 'balance 5: insufficient funds: insufficient funds'],
	[refused('odd', { codespace: 'evm', code: 999 }), 'odd: unknown'],
	[refused('odd', { codespace: 'other' }), 'odd: unknown'],
	[refused('tx already exists in cache', { code: 19, byPool: true }), ': tx already in mempool'],
])('a refusal of ethermint has the name of its code behind its text: %j', (refusal, text) => {
	expect(ethermintDialect.refusal(refusal)).toEqual(new EthFault(text, -32000))
})

describe('a fault of a developer’s node is told in anvil’s words', () => {
	const told = (message: string, code = -32000, data?: unknown) => {
		const fault = anvilDialect.told?.(new EthFault(message, code, data))
		return [fault?.message, fault?.code, fault?.data]
	}
	const funds = 'Insufficient funds for gas * price + value'

	test.each([
		['insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1', funds, -32003],
		['gas required exceeds allowance (0)', funds, -32003],
		['gas required exceeds allowance (1)', 'gas required exceeds allowance (1)', -32000],
		[
			'err: max fee per gas less than block base fee: maxFeePerGas: 1, baseFee: 2',
			'max fee per gas less than block base fee',
			-32003,
		],
		['intrinsic gas too low: gas 1, minimum needed 2', 'intrinsic gas too low', -32000],
		['exceeds block gas limit', 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit', -32000],
		['filter not found', 'filter not found', -32000],
	])('a fault is told in anvil’s words: %s', (message, text, code) => {
		expect(told(message)).toEqual([text, code, undefined])
	})

	test('faults with codes of their own stay as they are', () => {
		expect(told('intrinsic gas too low: gas 1', -38013)).toEqual(['intrinsic gas too low: gas 1', -38013, undefined])
	})

	const word = (value: bigint) => value.toString(16).padStart(64, '0')
	const panics: readonly (readonly [bigint, string])[] = [
		[0n, 'generic/unspecified error (0x00)'],
		[1n, 'assertion failed (0x01)'],
		[0x11n, 'arithmetic underflow or overflow (0x11)'],
		[0x12n, 'division or modulo by zero (0x12)'],
		[0x21n, 'failed to convert value into enum type (0x21)'],
		[0x22n, 'storage byte array incorrectly encoded (0x22)'],
		[0x31n, 'called `.pop()` on an empty array (0x31)'],
		[0x32n, 'array out-of-bounds access (0x32)'],
		[0x41n, 'memory allocation error (0x41)'],
		[0x51n, 'called an invalid internal function (0x51)'],
		[0x52n, 'unknown code (0x52)'],
		[2n ** 255n + 1n, `unknown code (0x8${'0'.repeat(62)}1)`],
	]
	test.each(panics)('a panic is told in anvil’s words, with the code %s', (code, text) => {
		const data = `0x4e487b71${word(code)}`
		expect(told('execution reverted: geth has other words', 3, data)).toEqual([
			`execution reverted: panic: ${text}`,
			3,
			data,
		])
	})

	const reason = `0x08c379a0${word(32n)}${word(2n)}${'6e6f'.padEnd(64, '0')}`
	test.each([
		['no data', 'execution reverted', '0x', 'execution reverted'],
		['a reason', 'execution reverted: no', reason, 'execution reverted: no'],
		['a broken reason', 'execution reverted', '0x08c379a0ff', 'execution reverted: custom error 0x08c379a0: ff'],
		[
			'a panic that is cut off',
			'execution reverted',
			`0x4e487b71${'ff'.repeat(31)}`,
			`execution reverted: custom error 0x4e487b71: ${'ff'.repeat(31)}`,
		],
		[
			'a panic with more behind',
			'execution reverted',
			`0x4e487b71${word(1n)}ff`,
			'execution reverted: panic: assertion failed (0x01)',
		],
		[
			'an error of its own with as many bytes as a panic',
			'execution reverted',
			`0xffffffff${'ff'.repeat(32)}`,
			`execution reverted: custom error 0xffffffff: ${'ff'.repeat(32)}`,
		],
		['four bytes of text', 'execution reverted', '0x6e6f2121', 'execution reverted: no!!'],
		['three bytes that are no text', 'execution reverted', '0xffffff', 'execution reverted: ffffff'],
		['three bytes of text', 'execution reverted', '0x6e6f21', 'execution reverted: no!'],
		['four bytes that are no text', 'execution reverted', '0xffffffff', 'execution reverted: custom error 0xffffffff'],
		[
			'an error of its own with a text behind',
			'execution reverted',
			'0xffffffff6e6f',
			'execution reverted: custom error 0xffffffff: no',
		],
		[
			'an error of its own with bytes behind',
			'execution reverted',
			'0xffffffffff',
			'execution reverted: custom error 0xffffffff: ff',
		],
	])('a revert is told in anvil’s words, with %s', (_, message, data, text) => {
		expect(told(message, 3, data)).toEqual([text, 3, data])
	})

	test('a revert in a tracer’s structure, and what did not revert, stay as they are', () => {
		expect(told('execution reverted', 3, { gas: 1 })).toEqual(['execution reverted', 3, { gas: 1 }])
		expect(told('out of gas', 3, '0xffffffff')).toEqual(['out of gas', 3, '0xffffffff'])
		expect(told('execution reverted', -32015, '0xffffffff')).toEqual(['execution reverted', -32015, '0xffffffff'])
	})
})
