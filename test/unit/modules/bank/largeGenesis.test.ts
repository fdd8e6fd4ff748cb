import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/app/AppModule.ts'
import { largePart } from '../largeParts.ts'
import { createModuleBench, refusal, testAddress } from '../moduleBench.ts'

const params = { send_enabled: [{ denom: 'frozen', enabled: false }], default_send_enabled: true }
const metadata = {
	description: '',
	denom_units: [
		{ denom: 'uchain', exponent: 0, aliases: [] },
		{ denom: 'chain', exponent: 6, aliases: [] },
	],
	base: 'uchain',
	display: 'chain',
	name: 'Chain',
	symbol: 'CHAIN',
}
/** More than are read together. */
const balances = Array.from({ length: 120 }, (_, at) => ({
	address: testAddress(200 - at).text,
	coins: [
		{ denom: 'busd', amount: String(at % 3) },
		{ denom: 'uchain', amount: '5' },
	],
}))
const supply = [
	{ denom: 'busd', amount: '120' },
	{ denom: 'uchain', amount: '600' },
]
const state = { params, balances, supply, denom_metadata: [metadata] }

/** The steps of a load, and the state after it. */
function loaded(genesis: Json) {
	const { bank, contextAt } = createModuleBench()
	const ctx = contextAt(0n)
	const steps = [...bank.loadGenesis!(ctx, largePart(genesis))]
	return { steps, state: bank.exportGenesis(ctx) }
}

function whole(genesis: Json): Json {
	const { bank, contextAt } = createModuleBench({ bankGenesis: genesis })
	return bank.exportGenesis(contextAt(0n))
}

describe('balances of a genesis that is larger than the memory', () => {
	it('balances that are read part by part are those that are read at once', () => {
		const { steps, state: after } = loaded(state)
		expect(after).toEqual(whole(state))
		expect(after).toMatchObject({ params, supply, denom_metadata: [metadata] })
		expect(steps).toEqual([50, 100, 120])
	})

	it('a supply that balances read part by part do not make up is refused', () => {
		const wrong = { ...state, supply: [supply[0]!, { denom: 'uchain', amount: '601' }] }
		const reason = 'genesis supply is incorrect, expected 120busd,601uchain, got 120busd,600uchain'
		expect(refusal(() => loaded(wrong))).toEqual(['undefined', 1, reason])
	})

	const { bank } = createModuleBench()
	const fault = (genesis: Json) => refusal(() => [...bank.validateLargeGenesis!(largePart(genesis))])

	it('a large genesis of balances is checked part by part', () => {
		expect([...bank.validateLargeGenesis!(largePart(state))]).toEqual([50, 100, 120])
	})

	it.each<[object, string]>([
		[{ params: { send_enabled: [{ denom: 'x' }] } }, 'invalid denom: x'],
		[{ balances: [...balances, balances[0]!] }, `duplicate balance for address ${testAddress(200).text}`],
		[
			{ supply: [{ denom: 'busd', amount: '121' }, supply[1]!] },
			'genesis supply is incorrect, expected 121busd,600uchain, got 120busd,600uchain',
		],
		[{ denom_metadata: [metadata, metadata] }, 'duplicate client metadata for denom uchain'],
	])('a large genesis of balances is refused with %o', (change, reason) => {
		expect(fault({ ...state, ...change } as Json)).toEqual(['undefined', 1, reason])
	})

	it('a supply of nothing is forgotten', () => {
		const { bank: module, contextAt } = createModuleBench()
		const ctx = contextAt(0n)
		const keys = (): string[] => {
			const iterator = ctx.kvStore('bank').iterator(Uint8Array.of(0), Uint8Array.of(1))
			const found: string[] = []
			for (; iterator.valid(); iterator.next()) found.push(new TextDecoder().decode(iterator.key().slice(1)))
			iterator.close()
			return found
		}
		module.keeper.setSupply(ctx, { denom: 'busd', amount: 1n })
		module.keeper.setSupply(ctx, { denom: 'uchain', amount: 2n })
		expect(keys()).toEqual(['busd', 'uchain'])
		module.keeper.setSupply(ctx, { denom: 'busd', amount: 0n })
		expect(keys()).toEqual(['uchain'])
		expect(module.keeper.getSupply(ctx, 'busd')).toBe(0n)
	})
})
