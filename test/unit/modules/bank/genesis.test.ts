import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/app/AppModule.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { createModuleBench, refusal, testAddress } from '../moduleBench.ts'

const alice = testAddress(1).text
const bob = testAddress(2).text
const params = { send_enabled: [], default_send_enabled: true }
const uchain = (amount: string) => ({ denom: 'uchain', amount })
const metadata = {
	description: '',
	denom_units: [
		{ denom: 'uchain', exponent: 0, aliases: ['microchain'] },
		{ denom: 'chain', exponent: 6, aliases: [] },
	],
	base: 'uchain',
	display: 'chain',
	name: 'Chain',
	symbol: 'CHAIN',
}

describe('bank genesis', () => {
	it('comes out as it went in, with the supply and in order of addresses', () => {
		const state = {
			params: { send_enabled: [{ denom: 'frozen', enabled: false }], default_send_enabled: true },
			balances: [
				{ address: bob, coins: [{ denom: 'busd', amount: '2' }, uchain('1')] },
				{ address: alice, coins: [uchain('5')] },
			],
			supply: [],
			denom_metadata: [metadata],
		}
		const { bank, contextAt } = createModuleBench({ bankGenesis: state })
		const exported = bank.exportGenesis(contextAt(1n))
		expect(exported).toEqual({
			...state,
			balances: [state.balances[1], state.balances[0]],
			supply: [{ denom: 'busd', amount: '2' }, uchain('6')],
		})
		const again = createModuleBench({ bankGenesis: exported })
		expect(JSON.stringify(again.bank.exportGenesis(again.contextAt(1n)))).toBe(JSON.stringify(exported))
		expect(refusal(() => bank.validateGenesis(exported))).toBeUndefined()
	})

	it('stores parameters as the framework does: false is left out, an absent list is null', () => {
		const stored = (bankGenesis: Json) => {
			const store = createModuleBench({ bankGenesis }).contextAt(1n).kvStore('params')
			const text = (key: string) => fromUtf8(store.get(utf8(`bank/${key}`)) ?? new Uint8Array())
			return [text('SendEnabled'), text('DefaultSendEnabled')]
		}
		expect(
			stored({ params: { send_enabled: [{ denom: 'frozen', enabled: false }], default_send_enabled: true } }),
		).toEqual(['[{"denom":"frozen"}]', 'true'])
		expect(stored({ params: { send_enabled: [{ denom: 'uchain', enabled: true }] } })).toEqual([
			'[{"denom":"uchain","enabled":true}]',
			'false',
		])
		expect(stored({ params })).toEqual(['[]', 'true'])
		expect(stored({})).toEqual(['null', 'false'])
	})

	it('stores supply as decimal text and leaves zero balances out', () => {
		const balances = [{ address: alice, coins: [{ denom: 'busd', amount: '0' }, uchain('7')] }]
		const store = createModuleBench({ bankGenesis: { params, balances } }).contextAt(1n).kvStore('bank')
		expect(fromUtf8(store.get(utf8('\0uchain')) ?? new Uint8Array())).toBe('7')
		expect(store.has(utf8('\0busd'))).toBe(false)
		expect(store.has(utf8(`\x02\x14${'\x01'.repeat(20)}busd`))).toBe(false)
	})

	it('reads amounts in any notation of Go', () => {
		const balances = [{ address: alice, coins: [uchain('0x10')] }]
		const { bank, contextAt } = createModuleBench({ bankGenesis: { params, balances } })
		expect(bank.keeper.getSupply(contextAt(1n), 'uchain')).toBe(16n)
	})
})

describe('validating a bank genesis', () => {
	const { bank } = createModuleBench()
	const fault = (state: Record<string, unknown>) => {
		const refused = refusal(() => bank.validateGenesis({ params, ...state } as Json))
		return Array.isArray(refused) ? refused[2] : refused
	}
	const balance = (...coins: unknown[]) => ({ balances: [{ address: alice, coins }] })
	const withMetadata = (changes: Record<string, unknown>) => ({ denom_metadata: [{ ...metadata, ...changes }] })

	it('accepts one without coins', () => {
		expect(refusal(() => bank.validateGenesis({ params } as Json))).toBeUndefined()
	})

	it.each([
		[{ params: { send_enabled: [{ denom: 'x' }] } }, 'invalid denom: x'],
		[
			{ params: { send_enabled: [{ denom: 'abc' }, { denom: 'abc' }] } },
			"duplicate send enabled parameter found: 'abc'",
		],
		[{ balances: [{ address: alice }, { address: alice }] }, `duplicate balance for address ${alice}`],
		[{ balances: [{ address: 'abc' }] }, 'decoding bech32 failed: invalid bech32 string length 3'],
		[balance(uchain('1'), uchain('2')), 'duplicate denomination uchain'],
		[balance({ denom: 'x', amount: '1' }), 'invalid denom: x'],
		[balance(uchain('-1')), 'coin uchain amount is cannot be negative'],
		[{ ...balance(uchain('1')), supply: [uchain('2')] }, 'genesis supply is incorrect, expected 2uchain, got 1uchain'],
		[{ ...balance(uchain('1')), supply: [uchain('0')] }, 'coin 0uchain amount is not positive'],
		[{ denom_metadata: [metadata, metadata] }, 'duplicate client metadata for denom uchain'],
		[withMetadata({ name: ' ' }), 'name field cannot be blank'],
		[withMetadata({ symbol: '' }), 'symbol field cannot be blank'],
		[withMetadata({ base: 'x' }), 'invalid metadata base denom: invalid denom: x'],
		[withMetadata({ display: 'x' }), 'invalid metadata display denom: invalid denom: x'],
		[withMetadata({ base: 'other' }), "metadata's first denomination unit must be the one with base denom 'other'"],
		[withMetadata({ display: 'other' }), "metadata must contain a denomination unit with display denom 'other'"],
		[
			withMetadata({ denom_units: [{ denom: 'uchain', exponent: 1 }] }),
			'the exponent for base denomination unit uchain must be 0',
		],
		[
			withMetadata({ denom_units: [{ denom: 'uchain' }, { denom: 'chain' }] }),
			'denom units should be sorted asc by exponent',
		],
		[
			withMetadata({ denom_units: [{ denom: 'uchain' }, { denom: 'uchain', exponent: 1 }] }),
			'duplicate denomination unit uchain',
		],
		[withMetadata({ denom_units: [{ denom: 'uchain', aliases: ['a', 'a'] }] }), 'duplicate denomination unit alias a'],
		[
			withMetadata({ denom_units: [{ denom: 'uchain', aliases: [''] }] }),
			'alias for denom unit uchain cannot be blank',
		],
		[withMetadata({ uri: '' }), 'failed to unmarshal bank genesis state: unknown field "uri" in types.Metadata'],
	])('refuses %j', (state, text) => {
		expect(fault(state)).toBe(text)
	})

	it('accepts balances in any order of denominations, which initialising panics on', () => {
		const state = balance(uchain('1'), { denom: 'busd', amount: '1' })
		expect(fault(state)).toBeUndefined()
		expect(() => createModuleBench({ bankGenesis: { params, ...state } as Json })).toThrow(PanicError)
	})

	it('a genesis of balances is refused by the first address of two with a wrong balance, in whatever order they are', () => {
		const balances = [
			{ address: bob, coins: [uchain('-1')] },
			{ address: alice, coins: [uchain('-2')] },
		]
		expect(refusal(() => createModuleBench({ bankGenesis: { params, balances } }))).toEqual([
			'sdk',
			10,
			'-2uchain: invalid coins',
		])
	})

	it('panics on a supply of another denomination', () => {
		expect(fault({ ...balance(uchain('1')), supply: [{ denom: 'busd', amount: '1' }] })).toEqual(
			new PanicError('invalid coin denominations; busd, uchain'),
		)
	})
})
