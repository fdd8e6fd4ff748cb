import { beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/app/expectedKeepers.ts'
import { addressToText, moduleAddress } from '../../../../src/codec/address/address.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { BugError } from '../../../../src/errors/UserError.ts'
import { toHex, utf8 } from '../../../../src/util/bytes.ts'
import { baseAccount, countingContext, createModuleBench, refusal, testAddress } from '../moduleBench.ts'

let keeper: ReturnType<typeof createModuleBench>['accounts']
let ctx: ReturnType<ReturnType<typeof createModuleBench>['contextAt']>
beforeEach(() => {
	const bench = createModuleBench()
	keeper = bench.accounts
	ctx = bench.contextAt(1n)
})
const store = () => ctx.kvStore('acc')
const [alice, bob] = [testAddress(1), testAddress(2)]

describe('the keeper of accounts', () => {
	it('new accounts are numbered from 0 on, have no sequence, and are not stored yet', () => {
		const numbers = [alice, bob, alice].map(({ raw, text }) => {
			const { kind, base } = keeper.newAccount(ctx, raw)
			expect([kind, base.address, base.sequence, base.pubKey]).toEqual(['base', text, 0n, undefined])
			return base.accountNumber
		})
		expect([numbers, keeper.getAccount(ctx, alice.raw)]).toEqual([[0n, 1n, 2n], undefined])
		// A protobuf number, the next one.
		expect(toHex(store().get(utf8('globalAccountNumber'))!)).toBe('0803')
		keeper.setNextNumber(ctx, 9n)
		expect(keeper.newAccount(ctx, alice.raw).base.accountNumber).toBe(9n)
	})

	it('an account is kept under its address until it is removed', () => {
		keeper.setAccount(ctx, baseAccount(1, 7n))
		expect(keeper.getAccount(ctx, alice.raw)).toEqual(baseAccount(1, 7n))
		expect(store().has(Uint8Array.of(1, ...alice.raw))).toBe(true)
		expect(keeper.getAccount(ctx, bob.raw)).toBeUndefined()
		keeper.removeAccount(ctx, baseAccount(1, 7n))
		expect(keeper.getAccount(ctx, alice.raw)).toBeUndefined()
	})

	it('an account of very many is stored as any other', () => {
		const accounts: Account[] = [
			baseAccount(1, 7n),
			{ ...baseAccount(1, 2n ** 60n), kind: 'module', name: 'x', permissions: ['minter'] } as Account,
		]
		for (const account of accounts) {
			keeper.setAccount(ctx, account)
			const stored = toHex(store().get(Uint8Array.of(1, ...alice.raw))!)
			keeper.removeAccount(ctx, account)
			keeper.loadAccount(ctx, account)
			expect(toHex(store().get(Uint8Array.of(1, ...alice.raw))!)).toBe(stored)
		}
	})

	it('an account whose address cannot be read has the key of no address, as in the framework', () => {
		const account = { ...baseAccount(1, 7n), base: { ...baseAccount(1, 7n).base, address: 'nosuch' } } as Account
		keeper.setAccount(ctx, account)
		expect(store().has(Uint8Array.of(1))).toBe(true)
		keeper.removeAccount(ctx, account)
		expect(store().has(Uint8Array.of(1))).toBe(false)
	})

	it('accounts are visited in the order of their addresses, until somebody has seen enough', () => {
		for (const byte of [3, 1, 2]) keeper.setAccount(ctx, baseAccount(byte, BigInt(byte)))
		// Numbers and what others keep stand beside the accounts.
		for (const beside of [0x00, 0x02]) store().set(Uint8Array.of(beside, 1), Uint8Array.of(1))
		keeper.newAccount(ctx, alice.raw)
		const visited = (most: number): bigint[] => {
			const seen: bigint[] = []
			keeper.iterateAccounts(ctx, ({ base }) => seen.push(base.accountNumber) >= most)
			return seen
		}
		expect(visited(99)).toEqual([1n, 2n, 3n])
		expect(visited(2)).toEqual([1n, 2n])
		expect([...keeper.accounts(ctx)].map(({ base }) => base.accountNumber)).toEqual([1n, 2n, 3n])
	})

	it('a walk over accounts closes its iterator, also one that somebody has seen enough of', () => {
		for (const byte of [1, 2]) keeper.setAccount(ctx, baseAccount(byte, BigInt(byte)))
		const counting = countingContext(ctx, 'acc')
		const numbers: bigint[] = []
		keeper.iterateAccounts(counting.ctx, ({ base }) => numbers.push(base.accountNumber) === 1)
		expect([numbers, counting.count]).toEqual([[1n], { made: 1, open: 0 }])
		expect([...keeper.accounts(counting.ctx)].length).toBe(2)
		expect(counting.count).toEqual({ made: 2, open: 0 })
	})
})

describe('accounts of modules', () => {
	it('the account of a module is made when it is asked for first, with its name and what it may do', () => {
		keeper.newAccount(ctx, alice.raw)
		const address = moduleAddress('maker')
		const base = { address: addressToText(address, 'chain'), pubKey: undefined, accountNumber: 1n, sequence: 0n }
		const made = { kind: 'module', base, name: 'maker', permissions: ['minter'] }
		expect(keeper.getModuleAccount(ctx, 'maker')).toEqual(made)
		expect(keeper.getAccount(ctx, address)).toEqual(made)
		expect(keeper.getModuleAccount(ctx, 'maker')).toEqual(made)
		expect(keeper.newAccount(ctx, alice.raw).base.accountNumber).toBe(2n)
	})

	it('another account at the address of a module is a panic', () => {
		const base = { ...baseAccount(1, 7n).base, address: addressToText(moduleAddress('maker'), 'chain') }
		keeper.setAccount(ctx, { kind: 'base', base })
		expect(refusal(() => keeper.getModuleAccount(ctx, 'maker'))).toEqual(
			new PanicError('account is not a module account'),
		)
	})

	it('a module that the chain has not is a fault of the program', () => {
		const fault = new BugError('nosuch is no module account of this chain')
		expect(() => keeper.moduleAddress('nosuch')).toThrow(fault)
		expect(() => keeper.getModuleAccount(ctx, 'nosuch')).toThrow(fault)
	})
})
