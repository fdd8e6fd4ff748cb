import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/app/expectedKeepers.ts'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { coinsToText } from '../../../../src/codec/coins/coins.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { MsgMultiSendSchema, MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { createModuleBench, eventTexts, messageOf, refusal, testAddress } from '../moduleBench.ts'

const alice = testAddress(1)
const bob = testAddress(2)
const carol = testAddress(3)
const maxAmount = (2n ** 256n - 1n).toString()

function bench() {
	const balance = (address: string, ...coins: string[]) => ({ address, coins: coins.map(coin) })
	const parts = createModuleBench({
		bankGenesis: {
			params: { send_enabled: [{ denom: 'frozen', enabled: false }], default_send_enabled: true },
			balances: [
				balance(alice.text, '50busd', '77frozen', '1000uchain'),
				balance(bob.text, '10uchain'),
				balance(carol.text, `${maxAmount}huge`),
			],
		},
	})
	const held = (address: Uint8Array) => coinsToText(parts.bank.keeper.getAllBalances(parts.contextAt(1n), address))
	return { ...parts, held }
}

function coin(text: string) {
	const [, amount = '', denom = ''] = /^(-?\d*)(.*)$/.exec(text) ?? []
	return { denom, amount }
}

const send = (from: string, to: string, ...coins: string[]) =>
	create(MsgSendSchema, { fromAddress: from, toAddress: to, amount: coins.map(coin) })

type Party = readonly [address: string, ...coins: string[]]
const multiSend = (inputs: readonly Party[], outputs: readonly Party[]) => {
	const party = ([address, ...coins]: Party) => ({ address, coins: coins.map(coin) })
	return create(MsgMultiSendSchema, { inputs: inputs.map(party), outputs: outputs.map(party) })
}

describe('sending', () => {
	it('moves coins and tells who, to whom and how much', () => {
		const { bank, contextAt, held } = bench()
		const ctx = contextAt(1n)
		messageOf(bank, 'MsgSend').handle(ctx, send(alice.text, bob.text, '5busd', '100uchain'))
		expect(held(alice.raw)).toBe('45busd,77frozen,900uchain')
		expect(held(bob.raw)).toBe('5busd,110uchain')
		expect(eventTexts(ctx.events.events)).toEqual([
			`coin_spent(spender=${alice.text}, amount=5busd,100uchain)`,
			`coin_received(receiver=${bob.text}, amount=5busd,100uchain)`,
			`transfer(recipient=${bob.text}, sender=${alice.text}, amount=5busd,100uchain)`,
			`message(sender=${alice.text})`,
			'message(module=bank)',
		])
	})

	it('makes the account of a new recipient, and deletes a balance that becomes zero', () => {
		const { bank, accounts, contextAt, held } = bench()
		const ctx = contextAt(1n)
		const fresh = testAddress(9)
		messageOf(bank, 'MsgSend').handle(ctx, send(alice.text, fresh.text, '50busd'))
		expect(accounts.getAccount(ctx, fresh.raw)?.base.accountNumber).toBe(0n)
		expect(held(alice.raw)).toBe('77frozen,1000uchain')
	})

	it('counts the gas of the framework', () => {
		const { bank, accounts, contextAt } = bench()
		for (const { raw } of [alice, bob]) accounts.setAccount(contextAt(1n), accounts.newAccount(contextAt(1n), raw))
		const ctx = contextAt(1n).with({ gasMeter: infiniteGasMeter() })
		messageOf(bank, 'MsgSend').handle(ctx, send(alice.text, bob.text, '100uchain'))
		const read = (bytes: number) => 1000n + 3n * BigInt(bytes)
		const write = (bytes: number) => 2000n + 30n * BigInt(bytes)
		const coinBytes = (digits: number) => 2 + 'uchain'.length + 2 + digits
		// An account is an Any of 84 bytes; the number 0 of the first one is not encoded.
		const expected =
			read('[{"denom":"frozen"}]'.length) +
			read('true'.length) +
			read(82) +
			(read(coinBytes(4)) + write(coinBytes(3))) +
			(read(coinBytes(2)) + write(coinBytes(3))) +
			read(84)
		expect(ctx.gasMeter.consumed).toBe(expected)
	})

	it('refuses more than is there, naming what can be spent of that coin', () => {
		const { bank, contextAt } = bench()
		const handle = (...coins: string[]) =>
			refusal(() => messageOf(bank, 'MsgSend').handle(contextAt(1n), send(alice.text, bob.text, ...coins)))
		expect(handle('1001uchain')).toEqual(['sdk', 5, '1000uchain is smaller than 1001uchain: insufficient funds'])
		expect(handle('1nosuch')).toEqual(['sdk', 5, '0nosuch is smaller than 1nosuch: insufficient funds'])
	})

	it('refuses denominations that may not be sent and recipients that may not receive', () => {
		const { bank, accounts, contextAt } = bench()
		const collector = accounts.getModuleAccount(contextAt(1n), 'fee_collector').base.address
		const handle = (to: string, amount: string) =>
			refusal(() => messageOf(bank, 'MsgSend').handle(contextAt(1n), send(alice.text, to, amount)))
		expect(handle(bob.text, '1frozen')).toEqual([
			'bank',
			5,
			'frozen transfers are currently disabled: send transactions are disabled',
		])
		expect(handle(collector, '1uchain')).toEqual([
			'sdk',
			4,
			`${collector} is not allowed to receive funds: unauthorized`,
		])
	})

	it('panics when a balance would pass 256 bits', () => {
		const { bank, contextAt } = bench()
		const ctx = contextAt(1n)
		const half = (2n ** 255n).toString()
		messageOf(bank, 'MsgSend').handle(ctx, send(carol.text, bob.text, `${half}huge`))
		bank.keeper.initBalances(ctx, alice.raw, [{ denom: 'huge', amount: 2n ** 255n }])
		expect(() => messageOf(bank, 'MsgSend').handle(ctx, send(bob.text, alice.text, `${half}huge`))).toThrow(
			new PanicError('Int overflow'),
		)
	})
})

describe('spending from a vesting account', () => {
	const vestingAccount = (original: bigint): Account => ({
		kind: 'delayed',
		base: { address: alice.text, pubKey: undefined, accountNumber: 1n, sequence: 0n },
		vesting: {
			originalVesting: [{ denom: 'uchain', amount: original }],
			delegatedFree: [],
			delegatedVesting: [],
			endTime: 100n,
		},
	})

	it('spending from a vesting account is bounded by what is locked at the block time', () => {
		const { bank, accounts, contextAt } = bench()
		accounts.setAccount(contextAt(1n), vestingAccount(900n))
		const handle = (time: bigint) =>
			refusal(() => messageOf(bank, 'MsgSend').handle(contextAt(time), send(alice.text, bob.text, '101uchain')))
		expect(handle(99n)).toEqual(['sdk', 5, '100uchain is smaller than 101uchain: insufficient funds'])
		expect(handle(100n)).toBeUndefined()
	})

	it('panics when less is there than is locked', () => {
		const { bank, accounts, contextAt } = bench()
		accounts.setAccount(contextAt(1n), vestingAccount(1001n))
		expect(bank.keeper.spendableCoins(contextAt(1n), alice.raw)).toEqual([])
		expect(() => messageOf(bank, 'MsgSend').handle(contextAt(1n), send(alice.text, bob.text, '1uchain'))).toThrow(
			new PanicError('negative coin amount'),
		)
	})
})

describe('sending to many', () => {
	it('takes from every input, then gives to every output', () => {
		const { bank, contextAt, held } = bench()
		const ctx = contextAt(1n)
		const upper = carol.text.toUpperCase()
		const message = multiSend(
			[
				[alice.text, '20uchain'],
				[bob.text, '10uchain'],
			],
			[
				[upper, '25uchain'],
				[alice.text, '5uchain'],
			],
		)
		messageOf(bank, 'MsgMultiSend').handle(ctx, message)
		expect(held(alice.raw)).toBe('50busd,77frozen,985uchain')
		expect(held(bob.raw)).toBe('')
		expect(held(carol.raw)).toBe(`${maxAmount}huge,25uchain`)
		expect(eventTexts(ctx.events.events)).toEqual([
			`coin_spent(spender=${alice.text}, amount=20uchain)`,
			`message(sender=${alice.text})`,
			`coin_spent(spender=${bob.text}, amount=10uchain)`,
			`message(sender=${bob.text})`,
			`coin_received(receiver=${carol.text}, amount=25uchain)`,
			`transfer(recipient=${upper}, amount=25uchain)`,
			`coin_received(receiver=${alice.text}, amount=5uchain)`,
			`transfer(recipient=${alice.text}, amount=5uchain)`,
			'message(module=bank)',
		])
	})

	it('needs the signatures of all inputs, in their order', () => {
		const { bank } = bench()
		const message = multiSend([[bob.text], [alice.text], [bob.text], ['nosuch']], [])
		expect(messageOf(bank, 'MsgMultiSend').signers(message)).toEqual([bob.raw, alice.raw, bob.raw, new Uint8Array()])
	})

	const { bank } = bench()
	const check = (inputs: readonly Party[], outputs: readonly Party[]) =>
		refusal(() => messageOf(bank, 'MsgMultiSend').validateBasic(multiSend(inputs, outputs)))

	it('refuses to have no inputs, no outputs or different sums', () => {
		expect(check([], [[bob.text, '1uchain']])).toEqual(['bank', 2, 'no inputs to send transaction'])
		expect(check([[alice.text, '1uchain']], [])).toEqual(['bank', 3, 'no outputs to send transaction'])
		expect(check([[alice.text, '1uchain']], [[bob.text, '2uchain']])).toEqual(['bank', 4, 'sum inputs != sum outputs'])
		expect(check([[alice.text, '1uchain']], [[bob.text, '1busd', '1uchain']])).toEqual([
			'bank',
			4,
			'sum inputs != sum outputs',
		])
		expect(check([[alice.text, '0uchain']], [[bob.text, '1uchain']])).toEqual(['sdk', 10, '0uchain: invalid coins'])
	})

	it('panics on sums of other denominations and beyond 256 bits', () => {
		expect(check([[alice.text, '1uchain']], [[bob.text, '1busd']])).toEqual(
			new PanicError('invalid coin denominations; uchain, busd'),
		)
		const large: Party = [alice.text, `${maxAmount}uchain`]
		expect(check([large, large], [[bob.text, '1uchain']])).toEqual(new PanicError('Int overflow'))
	})

	it('wraps a bad output address, and passes a bad input address on as it is', () => {
		expect(check([['abc', '1uchain']], [[bob.text, '1uchain']])).toEqual([
			'undefined',
			1,
			'decoding bech32 failed: invalid bech32 string length 3',
		])
		expect(check([[alice.text, '1uchain']], [['abc', '1uchain']])).toEqual([
			'sdk',
			7,
			'Invalid output address (decoding bech32 failed: invalid bech32 string length 3): invalid address',
		])
	})

	it('refuses a blocked output with its own text', () => {
		const { bank, accounts, contextAt } = bench()
		const collector = accounts.getModuleAccount(contextAt(1n), 'fee_collector').base.address
		const message = multiSend([[alice.text, '1uchain']], [[collector, '1uchain']])
		expect(refusal(() => messageOf(bank, 'MsgMultiSend').handle(contextAt(1n), message))).toEqual([
			'sdk',
			4,
			`${collector} is not allowed to receive transactions: unauthorized`,
		])
	})

	it('sending to many refuses a denomination that may not be sent, also of the last input, and moves nothing', () => {
		const { bank, contextAt, held } = bench()
		const message = multiSend(
			[
				[bob.text, '1uchain'],
				[alice.text, '1frozen'],
			],
			[[carol.text, '1frozen', '1uchain']],
		)
		expect(refusal(() => messageOf(bank, 'MsgMultiSend').handle(contextAt(1n), message))).toEqual([
			'bank',
			5,
			'frozen transfers are currently disabled: send transactions are disabled',
		])
		expect(held(bob.raw)).toBe('10uchain')
	})
})

describe('checking a transfer', () => {
	const { bank } = bench()
	const check = (message: ReturnType<typeof send>) => refusal(() => messageOf(bank, 'MsgSend').validateBasic(message))

	it.each([
		[[], ': invalid coins'],
		[['0uchain'], '0uchain: invalid coins'],
		[['-1uchain'], '-1uchain: invalid coins'],
		[['1uchain', '1busd'], '1uchain,1busd: invalid coins'],
		[['1uchain', '1uchain'], '1uchain,1uchain: invalid coins'],
		[['11x'], '11x: invalid coins'],
		[['1uchain', '1_'], '1uchain,1_: invalid coins'],
		[['x'], '<nil>x: invalid coins'],
	])('refuses %j', (coins, log) => {
		expect(check(send(alice.text, bob.text, ...coins))).toEqual(['sdk', 10, log])
	})

	it('names whose address is bad, the sender first', () => {
		expect(check(send('', 'abc', '1uchain'))).toEqual([
			'sdk',
			7,
			'Invalid sender address (empty address string is not allowed): invalid address',
		])
		expect(check(send(alice.text, 'abc', '1uchain'))).toEqual([
			'sdk',
			7,
			'Invalid recipient address (decoding bech32 failed: invalid bech32 string length 3): invalid address',
		])
	})

	it('panics on an absent amount of a good denomination', () => {
		expect(check(send(alice.text, bob.text, 'uchain'))).toBeInstanceOf(PanicError)
	})
})
