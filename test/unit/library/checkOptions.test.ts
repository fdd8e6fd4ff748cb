import { describe, expect, test } from 'vitest'
import { checkOptions } from '../../../src/library/checkOptions.ts'

/** What is said of a refused value of each option. */
const advice = {
	accounts: 'Give a whole number from 0 to 1,000.',
	mnemonic: 'Give 12 to 24 words of BIP-39 as one text; the last one holds a checksum.',
	balance: 'Give a bigint of the smallest unit, such as 5_000_000n.',
	blockMode: 'Give one of: instant, interval, manual.',
	blockIntervalMs: 'Give a whole number from 1 to 86,400,000.',
	chainId: 'Give a text of up to 50 characters, such as chain-localnet.',
	evmChainId: 'Give a whole number from 1 to 9,007,199,254,740,991.',
	prefix: 'Give lower-case letters and digits, such as chain.',
	denom: 'Give 3 to 128 letters and digits, such as uchain.',
	coinType: 'Give a whole number from 0 to 2,147,483,647.',
	aminoBrand: 'Give one of: chain, cosmos.',
	minimumGasPrices: 'Give prices such as 0.01uchain, or an empty text.',
	pruning: 'Give one of: default, nothing, everything.',
	genesis: 'Give the JSON text of a genesis document, or the document as an object.',
	state: 'Give the path or the text of what anvil_dumpState or anvil --dump-state wrote.',
	throwOnTransactionFailures: 'Give true or false.',
	ports:
		'Give an object such as { rpc: 26657 }, of the names rpc, rest, grpc, eth, legacy8, endpoints and ports from 0 (any) to 65,535.',
	legacy8: 'Give true or false.',
	endpoints: 'Give true or false.',
	onLog: 'Give a function that takes a line.',
} as const

const twelveWords = `${'test '.repeat(11)}junk`

describe('the options of startChain at their bounds', () => {
	const fit: Readonly<Record<keyof typeof advice, readonly unknown[]>> = {
		accounts: [0, 1_000],
		mnemonic: [twelveWords],
		balance: [0n, 2n ** 255n - 1n],
		blockMode: ['instant', 'interval', 'manual'],
		blockIntervalMs: [1, 86_400_000],
		chainId: ['x', 'x'.repeat(50)],
		evmChainId: [1, Number.MAX_SAFE_INTEGER],
		prefix: ['a', 'x'.repeat(50), 'a1'],
		denom: ['abc', `a${'/'.repeat(127)}`],
		coinType: [0, 2 ** 31 - 1],
		aminoBrand: ['chain', 'cosmos'],
		minimumGasPrices: ['', '0uchain', '1uatom,0.5uchain'],
		pruning: ['default', 'nothing', 'everything'],
		genesis: ['{}', {}],
		state: ['x'],
		throwOnTransactionFailures: [true, false],
		ports: [
			{},
			{ rpc: 0, rest: 65_535, grpc: undefined },
			{ rpc: 1, rest: 2, grpc: 3, eth: 4, legacy8: 5, endpoints: 6 },
		],
		legacy8: [true, false],
		endpoints: [true, false],
		onLog: [() => {}],
	}
	const unfit: Readonly<Record<keyof typeof advice, readonly (readonly [value: unknown, shown: string])[]>> = {
		accounts: [
			[-1, '-1'],
			[1_001, '1001'],
			[1.5, '1.5'],
			[null, 'null'],
		],
		mnemonic: [
			['test '.repeat(12).trim(), 'what was given (string)'],
			[12, 'what was given (number)'],
		],
		balance: [
			[-1n, '-1n'],
			[2n ** 255n, '(not shown: it looks like a secret)'],
			[1, '1'],
		],
		blockMode: [['', '""']],
		blockIntervalMs: [
			[0, '0'],
			[86_400_001, '86400001'],
		],
		chainId: [
			[' ', '" "'],
			['x'.repeat(51), '"(not shown: it looks like a secret)"'],
			['y.'.repeat(31), `"${'y.'.repeat(30)}"`],
			[7, '7'],
		],
		evmChainId: [
			[0, '0'],
			[2 ** 53, '9007199254740992'],
		],
		prefix: [
			['1a', '"1a"'],
			['', '""'],
			['x-', '"x-"'],
			[5n, '5n'],
		],
		denom: [
			['ab', '"ab"'],
			[{ denom: 'abc' }, "{ denom: 'abc' }"],
		],
		coinType: [
			[-1, '-1'],
			[2 ** 31, '2147483648'],
		],
		aminoBrand: [['Chain', '"Chain"']],
		minimumGasPrices: [
			['1', '"1"'],
			[0, '0'],
		],
		pruning: [[true, 'true']],
		genesis: [
			['{', 'what was given (string)'],
			[null, 'what was given (object)'],
			[1, 'what was given (number)'],
		],
		state: [
			['', 'what was given (string)'],
			[{}, 'what was given (object)'],
		],
		throwOnTransactionFailures: [[0, '0']],
		ports: [
			[{ rpc: -1 }, '{ rpc: -1 }'],
			[{ rpc: 65_536 }, '{ rpc: 65536 }'],
			[{ rpc: 1, web: 2 }, '{ rpc: 1, web: 2 }'],
			[{ web: undefined }, '{ web: undefined }'],
			[{ rpc: 26_657n }, '{ rpc: 26657n }'],
			[{ rpc: twelveWords }, '(not shown: it looks like a secret)'],
			[{ web: '-'.repeat(100) }, `{ web: '${'-'.repeat(52)}`],
			[null, 'null'],
			[26_657, '26657'],
		],
		legacy8: [['true', '"true"']],
		endpoints: [[null, 'null']],
		onLog: [[{}, '{}']],
	}
	const names = Object.keys(advice) as (keyof typeof advice)[]

	test.each(names)('the option %s of startChain takes what fits, and nothing at all', (name) => {
		for (const value of [...fit[name], undefined]) {
			expect(() => checkOptions({ [name]: value }), `${name}: ${String(value)}`).not.toThrow()
		}
	})

	test.each(names)('the option %s of startChain is refused with what it may be', (name) => {
		for (const [value, shown] of unfit[name]) {
			expect(() => checkOptions({ [name]: value }), `${name}: ${String(value)}`).toThrow(
				expect.objectContaining({
					name: 'UserError',
					message: `The option ${name} of startChain cannot be ${shown}.`,
					next: advice[name],
				}),
			)
		}
	})

	test('a text in an object, or in a list, is no text to an option of startChain', () => {
		const texts = {
			mnemonic: twelveWords,
			chainId: 'x',
			prefix: 'a',
			denom: 'abc',
			minimumGasPrices: '0uchain',
			state: 'x',
		}
		for (const [name, text] of Object.entries(texts)) {
			for (const value of [new String(text), [text]]) {
				expect(() => checkOptions({ [name]: value }), name).toThrow(
					expect.objectContaining({ next: advice[name as keyof typeof texts] }),
				)
			}
		}
	})

	test('startChain takes its options as one object', () => {
		for (const value of [null, 'accounts', [], 3, undefined]) {
			expect(() => checkOptions(value)).toThrow(
				expect.objectContaining({
					message: 'startChain takes an object of options.',
					next: 'Write startChain({ accounts: 2 }).',
				}),
			)
		}
	})

	test('an option that startChain does not have is named with the one that was meant, or with all', () => {
		expect(() => checkOptions({ accounts: 1, ONLOG: undefined })).toThrow(
			expect.objectContaining({ message: 'startChain has no option "ONLOG".', next: 'Write onLog.' }),
		)
		expect(() => checkOptions({ toString: 1 })).toThrow(
			expect.objectContaining({
				message: 'startChain has no option "toString".',
				next: `Its options are: ${names.join(', ')}.`,
			}),
		)
	})
})
