import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { MsgCreateVestingAccountSchema } from '../../../../src/gen/cosmos/vesting/v1beta1/tx_pb.js'
import { createModuleBench, eventTexts, messageOf, refusal, testAddress } from '../moduleBench.ts'

const from = testAddress(1)
const to = testAddress(2)

function bench() {
	const parts = createModuleBench({
		bankGenesis: {
			params: { send_enabled: [{ denom: 'frozen', enabled: false }], default_send_enabled: true },
			balances: [
				{
					address: from.text,
					coins: [
						{ denom: 'frozen', amount: '77' },
						{ denom: 'uchain', amount: '1000' },
					],
				},
			],
		},
	})
	return { ...parts, message: messageOf(parts.vesting, 'MsgCreateVestingAccount') }
}

function request(changes: Record<string, unknown> = {}) {
	return create(MsgCreateVestingAccountSchema, {
		fromAddress: from.text,
		toAddress: to.text,
		amount: [{ denom: 'uchain', amount: '600' }],
		endTime: 2000n,
		delayed: false,
		...changes,
	})
}

describe('making a vesting account', () => {
	it('starts a continuous one at the block time and funds it', () => {
		const { message, accounts, bank, contextAt } = bench()
		const ctx = contextAt(1000n)
		expect(message.handle(ctx, request())).toEqual(new Uint8Array())
		expect(accounts.getAccount(ctx, to.raw)).toEqual({
			kind: 'continuous',
			base: { address: to.text, pubKey: undefined, accountNumber: 0n, sequence: 0n },
			vesting: {
				originalVesting: [{ denom: 'uchain', amount: 600n }],
				delegatedFree: [],
				delegatedVesting: [],
				endTime: 2000n,
			},
			startTime: 1000n,
		})
		expect(eventTexts(ctx.events.events)).toEqual([
			`coin_spent(spender=${from.text}, amount=600uchain)`,
			`coin_received(receiver=${to.text}, amount=600uchain)`,
			`transfer(recipient=${to.text}, sender=${from.text}, amount=600uchain)`,
			`message(sender=${from.text})`,
			'message(module=vesting)',
		])
		expect(bank.keeper.spendableCoins(contextAt(1500n), to.raw)).toEqual([{ denom: 'uchain', amount: 300n }])
	})

	it('makes a delayed one', () => {
		const { message, accounts, bank, contextAt } = bench()
		message.handle(contextAt(1000n), request({ delayed: true }))
		expect(accounts.getAccount(contextAt(1000n), to.raw)?.kind).toBe('delayed')
		expect(bank.keeper.spendableCoins(contextAt(1999n), to.raw)).toEqual([])
		expect(bank.keeper.spendableCoins(contextAt(2000n), to.raw)).toEqual([{ denom: 'uchain', amount: 600n }])
	})

	it('refuses an address in use, a blocked one and a denomination that may not be sent', () => {
		const { message, accounts, contextAt } = bench()
		const ctx = contextAt(1000n)
		const collector = accounts.getModuleAccount(ctx, 'fee_collector').base.address
		message.handle(ctx, request())
		const refused = (changes: Record<string, unknown>) => refusal(() => message.handle(ctx, request(changes)))
		expect(refused({})).toEqual(['sdk', 18, `account ${to.text} already exists: invalid request`])
		expect(refused({ toAddress: collector })).toEqual([
			'sdk',
			4,
			`${collector} is not allowed to receive funds: unauthorized`,
		])
		expect(refused({ amount: [{ denom: 'frozen', amount: '1' }] })).toEqual([
			'bank',
			5,
			'frozen transfers are currently disabled: send transactions are disabled',
		])
	})
})

describe('checking the message', () => {
	const { message } = bench()
	const check = (changes: Record<string, unknown>) => refusal(() => message.validateBasic(request(changes)))

	it('accepts a good one', () => {
		expect(check({})).toBeUndefined()
	})

	it('passes a bad address on as an error without a code of its own', () => {
		expect(check({ toAddress: 'abc' })).toEqual([
			'undefined',
			1,
			'decoding bech32 failed: invalid bech32 string length 3',
		])
		expect(check({ fromAddress: '' })).toEqual(['undefined', 1, 'empty address string is not allowed'])
	})

	it('refuses an end that is not after the epoch, and no coins', () => {
		expect(check({ endTime: 0n })).toEqual(['sdk', 18, 'invalid end time: invalid request'])
		expect(check({ endTime: -1n })).toEqual(['sdk', 18, 'invalid end time: invalid request'])
		expect(check({ endTime: 1n })).toBeUndefined()
		expect(check({ amount: [] })).toEqual(['sdk', 10, ': invalid coins'])
	})

	it('panics on a coin without an amount', () => {
		expect(check({ amount: [{ denom: 'uchain', amount: '' }] })).toBeInstanceOf(PanicError)
	})
})
