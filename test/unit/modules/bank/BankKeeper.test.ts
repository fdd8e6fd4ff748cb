import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { addressToText, moduleAddress } from '../../../../src/codec/address/address.ts'
import { coinsToText } from '../../../../src/codec/coins/coins.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { InputSchema, OutputSchema } from '../../../../src/gen/cosmos/bank/v1beta1/bank_pb.js'
import { balanceKey } from '../../../../src/modules/bank/keys.ts'
import { countingContext, createModuleBench, eventTexts, refusal, testAddress } from '../moduleBench.ts'

const alice = testAddress(1)
const uchain = (amount: bigint) => [{ denom: 'uchain', amount }]
const textOf = (module: string) => addressToText(moduleAddress(module), 'chain')

function bench() {
	const parts = createModuleBench({
		bankGenesis: {
			params: { default_send_enabled: true },
			balances: [{ address: alice.text, coins: [{ denom: 'uchain', amount: '10' }] }],
		},
	})
	const { keeper } = parts.bank
	const ctx = parts.contextAt(1n)
	return {
		...parts,
		keeper,
		ctx,
		held: (address: Uint8Array) => coinsToText(keeper.getAllBalances(ctx, address)),
		supply: () => keeper.getSupply(ctx, 'uchain'),
		/** The events of a call. */
		told(run: () => void) {
			const before = ctx.events.events.length
			run()
			return eventTexts(ctx.events.events.slice(before))
		},
	}
}

describe('coins of modules', () => {
	it('coins are made by a module that may, with the supply, and nothing else happens', () => {
		const { keeper, ctx, held, supply, told } = bench()
		expect(told(() => keeper.mintCoins(ctx, 'maker', uchain(5n)))).toEqual([
			`coin_received(receiver=${textOf('maker')}, amount=5uchain)`,
			`coinbase(minter=${textOf('maker')}, amount=5uchain)`,
		])
		expect([held(moduleAddress('maker')), supply()]).toEqual(['5uchain', 15n])
	})

	it('coins are burnt by a module that may, down to the last one there is', () => {
		const { keeper, ctx, held, supply, told } = bench()
		keeper.sendCoinsFromAccountToModule(ctx, alice.raw, 'burner', uchain(10n))
		expect(told(() => keeper.burnCoins(ctx, 'burner', uchain(3n)))).toEqual([
			`coin_spent(spender=${textOf('burner')}, amount=3uchain)`,
			`burn(burner=${textOf('burner')}, amount=3uchain)`,
		])
		expect([held(moduleAddress('burner')), supply()]).toEqual(['7uchain', 7n])
		keeper.burnCoins(ctx, 'burner', uchain(7n))
		expect([held(moduleAddress('burner')), supply()]).toEqual(['', 0n])
		expect(ctx.kvStore('bank').has(Uint8Array.of(0, ...Buffer.from('uchain')))).toBe(false)
	})

	it('a supply below what is burnt is a panic', () => {
		const { keeper, ctx } = bench()
		keeper.sendCoinsFromAccountToModule(ctx, alice.raw, 'burner', uchain(10n))
		keeper.setSupply(ctx, { denom: 'uchain', amount: 4n })
		expect(refusal(() => keeper.burnCoins(ctx, 'burner', uchain(5n)))).toEqual(new PanicError('negative coin amount'))
	})

	it.each(['maker', 'burner', 'fee_collector'])('the module %s does no more than it may', (module) => {
		const { keeper, ctx } = bench()
		const text = (verb: string) =>
			new PanicError(`module account ${module} does not have permissions to ${verb} tokens: unauthorized`)
		const said = (run: () => void) => [refusal(run)].map((fault) => (fault instanceof PanicError ? fault : 'no panic'))
		expect(said(() => keeper.mintCoins(ctx, module, uchain(1n)))).toEqual([
			module === 'maker' ? 'no panic' : text('mint'),
		])
		expect(said(() => keeper.burnCoins(ctx, module, uchain(1n)))).toEqual([
			module === 'burner' ? 'no panic' : text('burn'),
		])
	})

	it('a module that is paid for the first time gets its own kind of account', () => {
		const { keeper, ctx, accounts } = bench()
		keeper.sendCoinsFromAccountToModule(ctx, alice.raw, 'maker', uchain(1n))
		expect(accounts.getAccount(ctx, moduleAddress('maker'))).toMatchObject({ kind: 'module', name: 'maker' })
	})

	it('a module pays everyone but accounts that may not receive', () => {
		const { keeper, ctx, held } = bench()
		keeper.mintCoins(ctx, 'maker', uchain(5n))
		keeper.sendCoinsFromModuleToAccount(ctx, 'maker', testAddress(2).raw, uchain(2n))
		expect(held(testAddress(2).raw)).toBe('2uchain')
		const collector = moduleAddress('fee_collector')
		expect(refusal(() => keeper.sendCoinsFromModuleToAccount(ctx, 'maker', collector, uchain(1n)))).toEqual([
			'sdk',
			4,
			`${textOf('fee_collector')} is not allowed to receive funds: unauthorized`,
		])
	})

	it.each([
		[{ denom: 'uchain', amount: -1n }, '-1uchain'],
		[{ denom: 'x', amount: 1n }, '1x'],
	])('a balance of a genesis that is none is refused: %o', (coin, text) => {
		const { keeper, ctx } = bench()
		expect(refusal(() => keeper.initBalances(ctx, alice.raw, [coin]))).toEqual(['sdk', 10, `${text}: invalid coins`])
	})

	it('coins that are no set are neither taken nor given', () => {
		const { keeper, ctx } = bench()
		const wrong = [...uchain(1n), ...uchain(1n)]
		const fault = ['sdk', 10, '1uchain,1uchain: invalid coins']
		expect(refusal(() => keeper.sendCoins(ctx, alice.raw, testAddress(2).raw, wrong))).toEqual(fault)
		expect(refusal(() => keeper.mintCoins(ctx, 'maker', wrong))).toEqual(fault)
	})
})

describe('balances of the state', () => {
	it('a balance of one coin is stored, and a balance of none leaves no key', () => {
		const { keeper, ctx } = bench()
		const stored = () => ctx.kvStore('bank').has(balanceKey(alice.raw, 'uchain'))
		keeper.sendCoins(ctx, alice.raw, testAddress(2).raw, uchain(9n))
		expect([stored(), keeper.getBalance(ctx, alice.raw, 'uchain').amount]).toEqual([true, 1n])
		keeper.sendCoins(ctx, alice.raw, testAddress(2).raw, uchain(1n))
		expect([stored(), keeper.getBalance(ctx, alice.raw, 'uchain').amount]).toEqual([false, 0n])
	})

	it('walks over balances and metadata close their iterators, also one that is left early', () => {
		const { keeper, ctx: outer } = bench()
		keeper.sendCoins(outer, alice.raw, testAddress(2).raw, uchain(4n))
		const { ctx, count } = countingContext(outer, 'bank')
		expect(keeper.getAllBalances(ctx, alice.raw)).toEqual(uchain(6n))
		expect(count).toEqual({ made: 1, open: 0 })
		expect([...keeper.accountsBalances(ctx)].map(({ coins }) => coinsToText(coins))).toEqual(['6uchain', '4uchain'])
		expect(count).toEqual({ made: 2, open: 0 })
		for (const { address } of keeper.accountsBalances(ctx)) {
			expect(address).toBe(alice.text)
			break
		}
		expect(count).toEqual({ made: 3, open: 0 })
		expect(keeper.getAllDenomMetadata(ctx)).toEqual([])
		expect(count).toEqual({ made: 4, open: 0 })
	})

	it('coins are moved from many to many only where both sides have the same sum, and who takes some has an account then', () => {
		const { keeper, ctx, held, accounts } = bench()
		const move = (given: string, taken: string) => {
			const party = (address: string, amount: string) => ({ address, coins: [{ denom: 'uchain', amount }] })
			const inputs = [create(InputSchema, party(alice.text, given))]
			keeper.inputOutputCoins(ctx, inputs, [create(OutputSchema, party(testAddress(2).text, taken))])
		}
		expect(refusal(() => move('3', '4'))).toEqual(['bank', 4, 'sum inputs != sum outputs'])
		expect([held(alice.raw), held(testAddress(2).raw)]).toEqual(['10uchain', ''])
		expect(accounts.getAccount(ctx, testAddress(2).raw)).toBeUndefined()
		move('4', '4')
		expect([held(alice.raw), held(testAddress(2).raw)]).toEqual(['6uchain', '4uchain'])
		const made = accounts.getAccount(ctx, testAddress(2).raw)
		expect(made).toMatchObject({ kind: 'base', base: { address: testAddress(2).text, sequence: 0n } })
		move('1', '1')
		expect(accounts.getAccount(ctx, testAddress(2).raw)).toEqual(made)
	})
})
