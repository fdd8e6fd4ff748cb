import { expect, test } from 'vitest'
import { memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import { accountAddress, outlineGenesis } from '../../../src/migrate/outlineGenesis.ts'

const outlineOf = (document: unknown) =>
	outlineGenesis(memorySource(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))))
const state = (of: object) => ({ chain_id: 'kite-1', app_state: of })
const coin = (denom: unknown) => ({ denom, amount: '1' })
const nothing = { generation: 9, prefix: undefined, denom: undefined }
const old = (address: string, ...denoms: readonly string[]) => ({
	type: 'a/Account',
	value: { address, coins: denoms.map(coin) },
})

test.each<[string, unknown, object]>([
	['no JSON', 'x', nothing],
	['a list', [], nothing],
	['no state', {}, nothing],
	['an empty state', state({}), nothing],
	['accounts that are none', state({ auth: { accounts: [null, 5, 'kite1x', {}] } }), nothing],
	[
		'accounts of generation 9',
		state({ auth: { accounts: [{ '@type': 'x', base_account: { name: 1, address: 'KITE11abc' } }] } }),
		{ ...nothing, prefix: 'kite1' },
	],
	[
		'an account without an address before others',
		state({ auth: { accounts: [{ address: 'none' }, { address: 'kite1a' }, { address: 'other1a' }] } }),
		{ ...nothing, prefix: 'kite' },
	],
	[
		'accounts of generation 8, with what most of them hold',
		state({ auth: { accounts: [old('kite1a', 'uone', 'utwo'), old('kite1b', 'utwo')] } }),
		{ generation: 8, prefix: 'kite', denom: 'utwo' },
	],
	['a supply of generation 8', state({ supply: {} }), { ...nothing, generation: 8 }],
	[
		'balances, of which most are of one denomination',
		state({
			bank: { balances: [{ coins: [coin('uone')] }, { coins: [coin('utwo'), coin(5)] }, { coins: [coin('utwo')] }] },
		}),
		{ ...nothing, denom: 'utwo' },
	],
	[
		'as many balances of two denominations',
		state({ bank: { balances: [{ coins: [coin('uone')] }, { coins: [coin('utwo')] }] } }),
		{ ...nothing, denom: 'uone' },
	],
	[
		'what it stakes before what it mints',
		state({ staking: { params: { bond_denom: 'ustake' } }, mint: { params: { mint_denom: 'umint' } } }),
		{ ...nothing, denom: 'ustake' },
	],
	[
		'what it mints, where it names no stake',
		state({
			staking: { params: { bond_denom: '' } },
			mint: { params: { mint_denom: 'umint' } },
			bank: { balances: [{ coins: [coin('uone')] }] },
		}),
		{ ...nothing, denom: 'umint' },
	],
	[
		'names that are none',
		state({ staking: { params: { bond_denom: 5 } }, mint: {}, bank: { balances: [{ coins: [coin('uone')] }] } }),
		{ ...nothing, denom: 'uone' },
	],
])('the outline of a genesis with %s', (_name, document, expected) => {
	expect(outlineOf(document)).toEqual(expected)
})

test('the outline of a genesis looks at its first thousand accounts and balances', () => {
	const none = Array.from({ length: 999 }, () => ({ coins: [] }))
	const holders = (count: number) => [...none.slice(0, count), { address: 'kite1a', coins: [coin('uone')] }]
	const of = (list: readonly object[]) => outlineOf(state({ auth: { accounts: list }, bank: { balances: list } }))
	expect(of(holders(999))).toEqual({ ...nothing, prefix: 'kite', denom: 'uone' })
	expect(of([{}, ...holders(999)])).toEqual(nothing)
})

test('the address of an account is found in the accounts within it, and a text without a 1 is none', () => {
	const base = { address: 'kite1a' }
	expect(accountAddress({ base_vesting_account: { end_time: '5', base_account: base }, start_time: '1' })).toBe(
		'kite1a',
	)
	expect(accountAddress({ address: 'gov', base_account: base })).toBe('kite1a')
	expect([accountAddress({ address: 5 }), accountAddress(null), accountAddress('kite1a')]).toEqual([
		undefined,
		undefined,
		undefined,
	])
})
