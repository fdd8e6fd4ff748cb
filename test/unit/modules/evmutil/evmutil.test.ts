import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src/app/AppContext.ts'
import type { Json } from '../../../../src/app/AppModule.ts'
import { moduleAddress } from '../../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import type { EvmBank } from '../../../../src/modules/evmutil/EvmBank.ts'
import { AccountRule, createEvmutilModule, FractionKeeper } from '../../../../src/modules/evmutil/index.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { addressOf, createEvmBench } from '../evm/evmBench.ts'
import { countingContext, refusal, testAddress } from '../moduleBench.ts'

const unit = 10n ** 12n
const alice = addressOf(1)
const bob = addressOf(2)
const evm = moduleAddress('evm')
const fractions = new FractionKeeper()

let bench: ReturnType<typeof createEvmBench>
let bank: EvmBank
let ctx: AppContext

beforeAll(async () => {
	bench = createEvmBench({
		funded: [
			[alice, 5n],
			[bob, 1n],
		],
	})
	await bench.block()
	bank = bench.keeper.deps.bank
})
beforeEach(() => {
	ctx = bench.context()
})

const balances = () => [alice, bob, evm].map((address) => bank.getBalance(ctx, address, 'achain'))
const fractionsNow = () => [alice, bob, evm].map((address) => fractions.getBalance(ctx, address))
/** Whole coins of the EVM that the bank knows of, and what backs the fractions. */
const state = () => ({
	balances: balances(),
	fractions: fractionsNow(),
	rest: fractions.getRemainder(ctx),
	coins: bank.backing(ctx),
})

describe('the bank of the EVM', () => {
	it('the bank of the EVM has coins times 10^12 and the fraction, in its own denomination only', () => {
		expect(state()).toEqual({ balances: [5n * unit, unit, 0n], fractions: [0n, 0n, 0n], rest: 0n, coins: 0n })
		fractions.setBalance(ctx, alice, 7n)
		expect(bank.getBalance(ctx, alice, 'achain')).toBe(5n * unit + 7n)
		expect(() => bank.getBalance(ctx, alice, 'uchain')).toThrow('only evm denom achain is supported by EvmBankKeeper')
	})

	it('a transfer of less than a coin breaks one, which backs both fractions', () => {
		bank.sendFromAccountToModule(ctx, alice, 'evm', 3n)
		expect(state()).toEqual({
			balances: [5n * unit - 3n, unit, 3n],
			fractions: [unit - 3n, 0n, 3n],
			rest: 0n,
			coins: 1n,
		})
		bank.sendFromModuleToAccount(ctx, 'evm', bob, 2n)
		expect(state()).toEqual({
			balances: [5n * unit - 3n, unit + 2n, 1n],
			fractions: [unit - 3n, 2n, 1n],
			rest: 0n,
			coins: 1n,
		})
	})

	it('fractions that make a coin become one again, also exactly', () => {
		bank.sendFromAccountToModule(ctx, alice, 'evm', 3n)
		bank.sendFromModuleToAccount(ctx, 'evm', alice, 3n)
		expect(state()).toEqual({ balances: [5n * unit, unit, 0n], fractions: [0n, 0n, 0n], rest: 0n, coins: 0n })
		bank.sendFromAccountToModule(ctx, alice, 'evm', 2n * unit - 1n)
		expect(state()).toEqual({
			balances: [3n * unit + 1n, unit, 2n * unit - 1n],
			fractions: [1n, 0n, unit - 1n],
			rest: 0n,
			coins: 1n,
		})
		bank.sendFromAccountToModule(ctx, alice, 'evm', 1n)
		expect(state()).toEqual({ balances: [3n * unit, unit, 2n * unit], fractions: [0n, 0n, 0n], rest: 0n, coins: 0n })
	})

	it('coins and fractions leave a module account together', () => {
		bank.sendFromAccountToModule(ctx, alice, 'evm', 3n * unit)
		bank.sendFromModuleToAccount(ctx, 'evm', bob, 2n * unit + 1n)
		expect(balances()).toEqual([2n * unit, 3n * unit + 1n, unit - 1n])
	})

	it('a balance of more bits than the framework has is a panic', () => {
		const most = 2n ** 256n - 1n
		fractions.setBalance(ctx, bob, most - unit)
		expect(bank.getBalance(ctx, bob, 'achain')).toBe(most)
		fractions.setBalance(ctx, bob, most - unit + 1n)
		expect(() => bank.getBalance(ctx, bob, 'achain')).toThrow(new PanicError('Int overflow'))
	})

	it('nobody spends more than there is, to the smallest unit', () => {
		bank.sendFromAccountToModule(ctx, bob, 'evm', unit)
		expect(refusal(() => bank.sendFromAccountToModule(ctx, bob, 'evm', 1n))).toEqual([
			'sdk',
			5,
			'0uchain is smaller than 1uchain: insufficient funds',
		])
		bank.sendFromModuleToAccount(ctx, 'evm', bob, 5n)
		bank.sendFromAccountToModule(ctx, bob, 'evm', 5n)
		expect(balances()).toEqual([5n * unit, 0n, unit])
	})

	it('what is minted or burnt below a coin goes through the remainder', () => {
		// The first whole coin makes the module account.
		bank.mint(ctx, 'evm', unit)
		const now = (change: { mint: bigint } | { burn: bigint }) => {
			if ('mint' in change) bank.mint(ctx, 'evm', change.mint)
			else bank.burn(ctx, 'evm', change.burn)
			const { rest, coins } = state()
			return { balance: bank.getBalance(ctx, evm, 'achain'), fraction: fractions.getBalance(ctx, evm), rest, coins }
		}
		expect(now({ mint: 3n })).toEqual({ balance: unit + 3n, fraction: 3n, rest: unit - 3n, coins: 1n })
		expect(now({ mint: unit - 3n })).toEqual({ balance: 2n * unit, fraction: 0n, rest: 0n, coins: 0n })
		expect(now({ mint: 2n * unit })).toEqual({ balance: 4n * unit, fraction: 0n, rest: 0n, coins: 0n })
		expect(now({ burn: unit + 1n })).toEqual({ balance: 3n * unit - 1n, fraction: unit - 1n, rest: 1n, coins: 1n })
		expect(now({ burn: unit - 1n })).toEqual({ balance: 2n * unit, fraction: 0n, rest: 0n, coins: 0n })
		expect(now({ burn: 2n * unit })).toEqual({ balance: 0n, fraction: 0n, rest: 0n, coins: 0n })
		expect(balances()).toEqual([5n * unit, unit, 0n])
	})

	it('coins are moved, made and burnt only where an amount has some', () => {
		fractions.setBalance(ctx, alice, 10n)
		const types = (run: () => void) => {
			const before = ctx.events.events.length
			run()
			return ctx.events.events.slice(before).map(({ type }) => type)
		}
		const moved = ['coin_spent', 'coin_received', 'transfer', 'message']
		expect(types(() => bank.sendFromAccountToModule(ctx, alice, 'evm', 3n))).toEqual([])
		expect(types(() => bank.sendFromModuleToAccount(ctx, 'evm', bob, 2n))).toEqual([])
		expect(types(() => bank.sendFromAccountToModule(ctx, alice, 'evm', unit))).toEqual(moved)
		expect(types(() => bank.sendFromModuleToAccount(ctx, 'evm', bob, unit))).toEqual(moved)
		// A coin for the fraction, and none for the next one.
		expect(types(() => bank.mint(ctx, 'evm', 1n))).toEqual(['coin_received', 'coinbase'])
		expect(types(() => bank.mint(ctx, 'evm', 1n))).toEqual([])
		expect(types(() => bank.burn(ctx, 'evm', 1n))).toEqual([])
		expect(types(() => bank.mint(ctx, 'evm', unit))).toEqual(['coin_received', 'coinbase'])
		expect(types(() => bank.burn(ctx, 'evm', unit))).toEqual(['coin_spent', 'burn'])
	})

	it('whole coins leave the remainder as it is, unwritten', () => {
		bank.mint(ctx, 'evm', unit)
		bank.burn(ctx, 'evm', unit)
		expect(ctx.kvStore('utilevm').has(Uint8Array.of(1))).toBe(false)
	})

	it('the supply of coins is what all balances and the remainder are worth', () => {
		const supply = () => fromUtf8(ctx.kvStore('bank').get(utf8('\0uchain'))!)
		const before = BigInt(supply())
		bank.mint(ctx, 'evm', 2n * unit + 1n)
		expect(BigInt(supply())).toBe(before + 3n)
		bank.burn(ctx, 'evm', unit + 1n)
		expect(BigInt(supply())).toBe(before + 1n)
	})
})

describe('the keeper of fractions', () => {
	it('the keeper of fractions refuses what is not there and forgets what is zero', () => {
		fractions.setBalance(ctx, alice, 10n)
		expect(refusal(() => fractions.sendBalance(ctx, alice, bob, 11n))).toEqual([
			'sdk',
			5,
			'insufficient funds to send 11: insufficient funds',
		])
		expect(refusal(() => fractions.removeBalance(ctx, alice, 11n))).toEqual([
			'sdk',
			5,
			'insufficient funds to send 11: insufficient funds',
		])
		fractions.sendBalance(ctx, alice, bob, 10n)
		fractions.sendBalance(ctx, alice, bob, 0n)
		expect(fractions.getAll(ctx)).toEqual([{ address: bob, balance: 10n }])
		fractions.removeBalance(ctx, bob, 0n)
		fractions.removeBalance(ctx, bob, 10n)
		expect(fractions.getAll(ctx)).toEqual([])
		expect(() => fractions.write(ctx, { address: alice, balance: -1n })).toThrow(
			'balance amount cannot be negative; amount: -1',
		)
		expect(() => fractions.write(ctx, { address: new Uint8Array(0), balance: 1n })).toThrow('address cannot be empty')
	})

	it('each change of a fraction costs the reads and writes of the rules', () => {
		const spent = (run: () => void) => {
			const before = ctx.gasMeter.consumed
			run()
			return ctx.gasMeter.consumed - before
		}
		// A record of one digit has 25 bytes.
		const [none, read, write, has, deleted] = [1_000n, 1_000n + 25n * 3n, 2_000n + 25n * 30n, 1_000n, 1_000n]
		expect(spent(() => fractions.setBalance(ctx, alice, 0n))).toBe(none + has)
		expect(spent(() => fractions.setBalance(ctx, alice, 7n))).toBe(none + write)
		expect(spent(() => fractions.sendBalance(ctx, alice, bob, 0n))).toBe(0n)
		expect(spent(() => fractions.sendBalance(ctx, alice, bob, 3n))).toBe(read + (read + write) + none + (none + write))
		expect(spent(() => fractions.addBalance(ctx, evm, 0n))).toBe(none + none + has)
		expect(spent(() => fractions.addBalance(ctx, alice, 0n))).toBe(read + read + write)
		expect(spent(() => fractions.removeBalance(ctx, alice, 0n))).toBe(0n)
		expect(spent(() => fractions.removeBalance(ctx, alice, 4n))).toBe(read + read + has + deleted)
	})

	it('fractions are stored as address and decimal text, in the order of their keys', () => {
		fractions.setBalance(ctx, bob, 2n)
		fractions.setBalance(ctx, alice, unit - 1n)
		expect(fractions.getAll(ctx)).toEqual([
			{ address: alice, balance: unit - 1n },
			{ address: bob, balance: 2n },
		])
		const key = Uint8Array.of(0, 20, ...bob)
		expect(ctx.kvStore('utilevm').get(key)).toEqual(Uint8Array.of(0x0a, 20, ...bob, 0x12, 1, 0x32))
		ctx.kvStore('utilevm').set(key, Uint8Array.of(0x0a, 20, ...bob, 0x12, 1, 0x78))
		expect(() => fractions.getBalance(ctx, bob)).toThrow(PanicError)
	})

	it('a stored fraction without a field has the zero of it, as protobuf has it', () => {
		const put = (...bytes: number[]) =>
			ctx.kvStore('utilevm').set(Uint8Array.of(0, 20, ...bob), Uint8Array.of(...bytes))
		put(0x0a, 20, ...bob)
		expect(fractions.getAll(ctx)).toEqual([{ address: bob, balance: 0n }])
		put(0x12, 1, 0x32)
		expect(fractions.getAll(ctx)).toEqual([{ address: new Uint8Array(0), balance: 2n }])
	})

	it('a list of the fractions ends its iterator, also at a damaged one', () => {
		const { ctx: counting, count } = countingContext(ctx, 'utilevm')
		fractions.setBalance(ctx, bob, 2n)
		expect(fractions.getAll(counting)).toHaveLength(1)
		ctx.kvStore('utilevm').set(Uint8Array.of(0, 20, ...bob), Uint8Array.of(0x12, 1, 0x78))
		expect(() => fractions.getAll(counting)).toThrow(PanicError)
		expect(count).toEqual({ made: 2, open: 0 })
	})
})

describe('the genesis of fractions', () => {
	const rule = new AccountRule()
	const prefix = defaultChainSettings.prefix
	const [aliceText, bobText] = [testAddress(1).text, testAddress(2).text]
	const module = () => createEvmutilModule({ fractions, bank, rule, prefix })
	/** The module account gets coins first, as the bank's genesis gives them. */
	const init = (genesis: Json, coins = 0n) => {
		if (coins > 0n) {
			bench.keeper.deps.bank.sendFromAccountToModule(ctx, alice, 'evmutil', coins * unit)
		}
		module().initGenesis(ctx, genesis)
	}

	it('a genesis of fractions comes out as it went in, and the remainder makes up a coin', () => {
		const genesis = {
			accounts: [
				{ address: aliceText, balance: '600000000000' },
				{ address: bobText, balance: '600000000000' },
			],
			account_rule: 'base',
		}
		init(genesis, 2n)
		expect(module().exportGenesis(ctx)).toEqual(genesis)
		expect(fractions.getRemainder(ctx)).toBe(800_000_000_000n)
		expect(rule.keepsBase).toBe(true)
		expect(ctx.kvStore('utilevm').get(Uint8Array.of(2))).toEqual(utf8('base'))
		expect(module().consensusVersion).toBe(1)
		expect(rule.prototype({ address: 'a', pubKey: undefined, accountNumber: 1n, sequence: 2n }).kind).toBe('base')
	})

	it('a genesis of fractions that lack a unit of a coin has that remainder', () => {
		init({ accounts: [{ address: aliceText, balance: String(unit - 1n) }] }, 1n)
		expect(fractions.getRemainder(ctx)).toBe(1n)
	})

	it('a genesis without fractions has no remainder, no rule and EthAccounts', () => {
		for (const genesis of [{}, null, { accounts: null }, { accounts: [], account_rule: '' }]) {
			init(genesis as Json)
			expect(module().exportGenesis(ctx)).toEqual({ accounts: [] })
			expect(ctx.kvStore('utilevm').has(Uint8Array.of(1))).toBe(false)
			expect(rule.keepsBase).toBe(false)
		}
		expect(rule.prototype({ address: 'a', pubKey: undefined, accountNumber: 1n, sequence: 2n })).toEqual({
			kind: 'eth',
			base: { address: 'a', pubKey: undefined, accountNumber: 1n, sequence: 2n },
			codeHash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
		})
	})

	it.each([
		['more fractions than coins', ['1'], 0n, 'evmutil: 0 coins do not match fractions of 1'],
		['a coin too many', ['1'], 2n, 'evmutil: 2 coins do not match fractions of 1'],
		['a coin for nothing', [], 1n, 'evmutil: 1 coins do not match fractions of 0'],
	])('a genesis of fractions is refused with %s', (_name, amounts, coins, reason) => {
		const accounts = amounts.map((balance) => ({ address: aliceText, balance }))
		expect(() => init({ accounts }, coins)).toThrow(reason)
	})

	it.each<[Json, string]>([
		[{ account_rule: 'eth' }, 'unknown account rule "eth"'],
		[{ accounts: [{ address: aliceText, balance: 'x' }] }, 'failed to set the balance x'],
		[{ accounts: [{ address: aliceText, balance: '1.5' }] }, 'failed to set the balance 1.5'],
		[{ accounts: [{ address: aliceText, balance: '-1' }] }, 'balance amount cannot be negative; amount: -1'],
		[
			{ accounts: [1, 2].map((balance) => ({ address: aliceText, balance: `${balance}` })) },
			`duplicate account for address ${aliceText}`,
		],
	])('the genesis of fractions %j is refused', (genesis, reason) => {
		expect(refusal(() => module().validateGenesis(genesis))).toEqual(['undefined', 1, reason])
		expect(() => module().initGenesis(ctx, genesis)).toThrow(reason)
	})
})
