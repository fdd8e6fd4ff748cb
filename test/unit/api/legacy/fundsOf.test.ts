import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { fundsOf } from '../../../../src/api/legacy/generation8/fundsOf.ts'
import type { LegacyParts } from '../../../../src/api/legacy/LegacyAnswer.ts'
import type { StdTx } from '../../../../src/codec/amino/stdTx.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { MsgCreateGreetSchema } from '../../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { MsgMultiSendSchema, MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { alice, genesisState, greetTx, makeBlock, openApp, startChain, testKey } from '../../app/testChain.ts'

const [bob, vesting] = [testKey('bob'), testKey('vesting')]

/** Coins as they are written: `5aaa,7bbb`. */
function coins(text: string) {
	return text.split(',').map((coin) => ({ denom: coin.replace(/^\d+/, ''), amount: String(Number.parseInt(coin, 10)) }))
}

/** The application of a chain of two blocks, the second of which took 2000uchain of alice. */
async function startApp() {
	const app = openApp()
	const genesis = JSON.parse(genesisState())
	const base = { address: vesting.text, pub_key: null, account_number: '1', sequence: '0' }
	const delayed = '/cosmos.vesting.v1beta1.DelayedVestingAccount'
	const terms = { delegated_free: [], delegated_vesting: [], end_time: '1800000000' }
	genesis.auth.accounts.push({
		'@type': delayed,
		base_vesting_account: { base_account: base, original_vesting: coins('40bbb,10uchain'), ...terms },
	})
	genesis.bank.balances = [
		{ address: alice.text, coins: coins('100aaa,50bbb,3000uchain') },
		{ address: vesting.text, coins: coins('50bbb,30uchain') },
	]
	startChain(app, -1n, JSON.stringify(genesis))
	await makeBlock(app)
	await makeBlock(app, greetTx())
	return app
}

const application = await startApp()
const registry = createRegistry()

/** That chain, whose blocks come a second after each other, with transactions that wait. */
function legacyOf(seconds: bigint, waiting: readonly Uint8Array[] = []): LegacyParts {
	const chain = {
		status: async () => ({ height: 2 }),
		header: async (height: number) => ({ time: { seconds: seconds + BigInt(height), nanos: 0 } }),
	}
	const pool = { mempoolTxs: async () => waiting }
	return { application, chain, pool, registry, settings: defaultChainSettings } as unknown as LegacyParts
}

const send = (from: { text: string }, amount: string) =>
	create(MsgSendSchema, { fromAddress: from.text, toAddress: bob.text, amount: coins(amount) })

function txOf(fee: string, ...msgs: StdTx['msgs']): Pick<StdTx, 'msgs' | 'fee'> {
	return { msgs, fee: { amount: coins(fee), gas: 1n } }
}

const inMessage = (index: number, short: string) => `failed to execute message; message index: ${index}: ${short}`
const short = (have: string, want: string) => `${have} is smaller than ${want}: insufficient funds`
const told = (have: string, want: string) => ({ have, want })

test('generation 8 tells of all coins of an account that is short of one, and of all that are asked', async () => {
	const parts = legacyOf(0n)
	const fee = (amount: string, log: string, height = 0n) =>
		fundsOf(parts, txOf(amount, send(alice, '1aaa')), log, height)
	expect(await fee('5uchain', 'unauthorized')).toBeUndefined()
	expect(await fee('1aaa,2000uchain', short('1000uchain', '2000uchain'))).toEqual(
		told('100aaa,50bbb,1000uchain', '1aaa,2000uchain'),
	)
	expect(await fee('4000uchain', short('3000uchain', '4000uchain'), 1n)).toEqual(
		told('100aaa,50bbb,3000uchain', '4000uchain'),
	)
	expect(await fee('200aaa', short('100aaa', '200aaa'), 1n)).toEqual(told('100aaa,50bbb,3000uchain', '200aaa'))
	// Nothing of a denomination is not told.
	expect(await fee('2ccc', short('0ccc', '2ccc'))).toEqual(told('100aaa,50bbb,1000uchain', '2ccc'))
	expect(await fee('200aaa', short('0aaa', '200aaa'))).toEqual(told('50bbb,1000uchain', '200aaa'))
})

test('generation 8 takes the fee from the coins of who pays it before it tells what a message lacked', async () => {
	const parts = legacyOf(0n)
	const log = inMessage(1, short('40uchain', '95uchain'))
	const message = (...msgs: StdTx['msgs']) => fundsOf(parts, txOf('7aaa,50bbb', ...msgs), log, 0n)
	const [first, second] = [send(alice, '1aaa'), send(alice, '2aaa,95uchain')]
	expect(await message(first, second)).toEqual(told('93aaa,40uchain', '2aaa,95uchain'))
	expect(await message(send(bob, '1aaa'), second)).toEqual(told('100aaa,50bbb,40uchain', '2aaa,95uchain'))
	const much = txOf('101aaa,1bbb', first, second)
	expect(await fundsOf(parts, much, log, 0n)).toEqual(told('49bbb,40uchain', '2aaa,95uchain'))
	expect(await message(first)).toBeUndefined()
	expect(await message(first, create(MsgCreateGreetSchema, { owner: alice.text }))).toBeUndefined()
})

test('generation 8 tells of the input of a message that is short, by its denomination and amount', async () => {
	const parts = legacyOf(1_800_000_000n)
	const input = (from: { text: string }, amount: string) => ({ address: from.text, coins: coins(amount) })
	const inputs = [input(bob, '51aaa'), input(alice, '1bbb,51uchain'), input(vesting, '2aaa,51bbb')]
	const tx = txOf('1uchain', create(MsgMultiSendSchema, { inputs }))
	const lacked = (have: string, want: string) => fundsOf(parts, tx, inMessage(0, short(have, want)), 0n)
	expect(await lacked('50bbb', '51bbb')).toEqual(told('50bbb,30uchain', '2aaa,51bbb'))
	expect(await lacked('0bbb', '1bbb')).toEqual(told('100aaa,1000uchain', '1bbb,51uchain'))
	expect(await lacked('50bbb', '52bbb')).toBeUndefined()
})

test('generation 8 tells of the coins that an account may spend, and of all where even those are too few for a fee', async () => {
	const fee = async (amount: string, log: string, seconds: bigint, height: bigint) =>
		fundsOf(legacyOf(seconds), txOf(amount, send(vesting, '1bbb')), log, height)
	// The coins of the account are free from the third block on.
	const last = 1_799_999_997n
	expect(await fee('25uchain', short('20uchain', '25uchain'), last, 0n)).toEqual(told('10bbb,20uchain', '25uchain'))
	expect(await fee('25uchain', short('20uchain', '25uchain'), last, 1n)).toEqual(told('10bbb,20uchain', '25uchain'))
	expect(await fee('25uchain', short('20uchain', '25uchain'), last, 2n)).toEqual(told('50bbb,20uchain', '25uchain'))
	expect(await fee('30uchain', short('20uchain', '30uchain'), last, 0n)).toEqual(told('10bbb,20uchain', '30uchain'))
	expect(await fee('31uchain', short('20uchain', '31uchain'), last, 0n)).toEqual(told('50bbb,30uchain', '31uchain'))
	// The newest state is looked at by the time of the newest block.
	expect(await fee('25uchain', short('20uchain', '25uchain'), last + 1n, 0n)).toEqual(
		told('50bbb,20uchain', '25uchain'),
	)
	const lacked = inMessage(0, short('20uchain', '31uchain'))
	expect(await fundsOf(legacyOf(last), txOf('1bbb', send(vesting, '31uchain')), lacked, 0n)).toEqual(
		told('9bbb,20uchain', '31uchain'),
	)
})

test('generation 8 takes the fees of what waits from the newest coins of who pays them, and of nobody else', async () => {
	const parts = legacyOf(0n, [greetTx({ sequence: 1n, fee: '100' }), greetTx({ sequence: 2n, fee: '7' })])
	const fee = (from: { text: string }, height: bigint) =>
		fundsOf(parts, txOf('200bbb', send(from, '1aaa')), short('50bbb', '200bbb'), height)
	expect(await fee(alice, 0n)).toEqual(told('100aaa,50bbb,893uchain', '200bbb'))
	expect(await fee(alice, 2n)).toEqual(told('100aaa,50bbb,1000uchain', '200bbb'))
	expect(await fee(vesting, 0n)).toEqual(told('50bbb,30uchain', '200bbb'))
})

test('generation 8 reads the coins of an account at the height of its error, and the terms of the account as they are now', async () => {
	const heights: bigint[] = []
	const query: typeof application.query = (request) => {
		heights.push(request.height)
		return application.query(request)
	}
	const parts = { ...legacyOf(1_799_999_997n), application: { ...application, query } } as unknown as LegacyParts
	const tx = txOf('25uchain', send(vesting, '1bbb'))
	const lacked = short('20uchain', '25uchain')
	expect(await fundsOf(parts, tx, lacked, 1n)).toEqual(told('10bbb,20uchain', '25uchain'))
	expect(heights).toEqual([1n, 0n])
})
