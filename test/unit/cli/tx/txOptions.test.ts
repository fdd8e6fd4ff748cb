import { describe, expect, test } from 'vitest'
import type { CommandContext, Flags } from '../../../../src/cli/CommandContext.ts'
import { txOptions } from '../../../../src/cli/tx/txOptions.ts'

/** Flags of a transaction as the command line has them when none is given. */
const usual = { gas: '200000', gasAdjustment: '1.3', signMode: 'direct', output: 'text' }
const read = (flags: Flags, interactive = false) =>
	txOptions({ flags: { ...usual, ...flags }, io: { interactive } } as unknown as CommandContext)

const none = {
	...{ from: '', fees: '', gasPrices: '', gas: 200_000n, gasAdjustment: '1.3', memo: '', timeoutHeight: 0n },
	...{ broadcastMode: 'sync', wait: false, signMode: 'direct', signers: [], generateOnly: false, offline: false },
	...{ accountNumber: undefined, sequence: undefined, yes: false, dryRun: false, feeGranter: '', chainId: undefined },
}

describe('the flags of a transaction', () => {
	test.each<[Flags, object]>([
		[{}, {}],
		[
			{ from: 'alice', chainId: 'c-1', feeAccount: 'bob' },
			{ from: 'alice', chainId: 'c-1', feeGranter: 'bob' },
		],
		[{ fees: 'auto' }, { fees: 'auto' }],
		[{ fees: '5uchain,1uatom' }, { fees: '5uchain,1uatom' }],
		[{ gasPrices: '0.01uchain' }, { gasPrices: '0.01uchain' }],
		[{ gas: 'auto' }, { gas: undefined }],
		[{ gas: '0' }, { gas: 0n }],
		[{ gasAdjustment: '1' }, { gasAdjustment: '1' }],
		[{ gasAdjustment: '100' }, { gasAdjustment: '100' }],
		[{ gasAdjustment: '99.999999999999999999' }, { gasAdjustment: '99.999999999999999999' }],
		[{ gasAdjustment: '' }, {}],
		[{ memo: 'a', note: 'b' }, { memo: 'a' }],
		[{ memo: '', note: 'b' }, { memo: '' }],
		[{ note: 'b' }, { memo: 'b' }],
		[{ timeoutHeight: '7' }, { timeoutHeight: 7n }],
		[
			{ accountNumber: '3', sequence: '0' },
			{ accountNumber: 3n, sequence: 0n },
		],
		[{ signers: ' a, b ,,c,' }, { signers: ['a', 'b', 'c'] }],
		[{ signMode: 'amino-json' }, { signMode: 'amino-json' }],
		[{ broadcastMode: 'async' }, { broadcastMode: 'async' }],
		[{ broadcastMode: 'block' }, { broadcastMode: 'block' }],
		[{ broadcastMode: '' }, {}],
		[{ wait: true }, { wait: true }],
		[{ wait: true, broadcastMode: 'sync' }, { wait: true }],
		[
			{ generateOnly: true, offline: true, yes: true },
			{ generateOnly: true, offline: true, yes: true },
		],
		[{ dryRun: true }, { dryRun: true }],
	])('the flags %j of a transaction are read', (flags, options) => {
		expect(read(flags)).toEqual({ ...none, ...options })
	})

	test('a person waits for the block unless a way to broadcast is named; a script says what it waits for', () => {
		expect(read({}, true).wait).toBe(true)
		for (const broadcastMode of ['sync', 'async', 'block']) expect(read({ broadcastMode }, true).wait).toBe(false)
		expect(read({ wait: true, broadcastMode: 'sync' }, true).wait).toBe(true)
	})

	test.each<[Flags, string, string]>([
		[{ fees: '5uchain', gasPrices: '1uchain' }, 'cannot provide both fees and gas prices', ''],
		[{ fees: 'auto', gasPrices: '1uchain' }, 'cannot provide both fees and gas prices', ''],
		[{ fees: 'much' }, '--fees: invalid decimal coin expression: much', 'Write coins like 600uchain.'],
		[{ gasPrices: 'auto' }, '--gas-prices: invalid decimal coin expression: auto', 'Write coins like 600uchain.'],
		[
			{ wait: true, broadcastMode: 'block' },
			'--wait goes with --broadcast-mode sync only',
			'Leave one of the two out.',
		],
		[
			{ wait: true, broadcastMode: 'async' },
			'--wait goes with --broadcast-mode sync only',
			'Leave one of the two out.',
		],
		[{ broadcastMode: 'later' }, 'unsupported return type later; supported types: sync, async, block', ''],
		...['0.99', '100.1', '101', '1.', '-1', '1e2', 'x', '0001'].map((value): [Flags, string, string] => [
			{ gasAdjustment: value },
			`--gas-adjustment cannot be "${value}"`,
			'Give a number from 1 to 100.',
		]),
		[{ offline: true, gas: 'auto' }, 'cannot estimate gas in offline mode', ''],
		[{ offline: true, fees: 'auto' }, 'cannot estimate gas in offline mode', ''],
		[{ offline: true, dryRun: true }, 'cannot estimate gas in offline mode', ''],
		[{ gas: 'much' }, 'invalid argument "much" for "--gas" flag', 'Give a whole number.'],
		[{ timeoutHeight: '-1' }, 'invalid argument "-1" for "--timeout-height" flag', 'Give a whole number.'],
	])('the flags %j of a transaction are refused', (flags, message, next) => {
		expect(() => read(flags)).toThrow(expect.objectContaining({ name: 'UserError', message, next }))
	})
})
