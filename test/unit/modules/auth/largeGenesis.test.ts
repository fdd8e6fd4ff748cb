import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/app/AppModule.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import {
	exportAuthGenesis,
	initAuthGenesis,
	loadAuthGenesis,
	parseAuthGenesis,
	validateLargeAuthGenesis,
} from '../../../../src/modules/auth/genesis.ts'
import { largePart } from '../largeParts.ts'
import { createModuleBench, refusal, testAddress } from '../moduleBench.ts'

const registry = createRegistry()
const params = {
	max_memo_characters: '256',
	tx_sig_limit: '7',
	tx_size_cost_per_byte: '10',
	sig_verify_cost_ed25519: '590',
	sig_verify_cost_secp256k1: '1000',
}
const account = (byte: number, accountNumber?: string, name = 'account_number') => ({
	'@type': '/cosmos.auth.v1beta1.BaseAccount',
	address: testAddress(byte).text,
	pub_key: null,
	...(accountNumber === undefined ? {} : { [name]: accountNumber }),
	sequence: '1',
})
/** More than are read together. */
const many = Array.from({ length: 120 }, (_, at) => account(at + 1, String(at * 2)))

/** What a genesis makes of the state, read whole or part by part, and the counts of the steps. */
function loaded(state: Json | string) {
	const { accounts, contextAt } = createModuleBench()
	const ctx = contextAt(0n)
	const steps = [...loadAuthGenesis(accounts, ctx, largePart(state), { registry, feeCollector: 'fee_collector' })]
	return { steps, state: stateOf(accounts, ctx) }
}

function whole(state: Json) {
	const { accounts, contextAt } = createModuleBench()
	const ctx = contextAt(0n)
	initAuthGenesis(accounts, ctx, parseAuthGenesis(state, registry), 'fee_collector')
	return stateOf(accounts, ctx)
}

function stateOf(
	keeper: ReturnType<typeof createModuleBench>['accounts'],
	ctx: Parameters<typeof exportAuthGenesis>[1],
) {
	const { rest, entries } = exportAuthGenesis(keeper, ctx, registry)
	const next = keeper.newAccount(ctx, testAddress(250).raw).base.accountNumber
	return { rest, accounts: [...entries], next }
}

describe('accounts of a genesis that is larger than the memory', () => {
	it('accounts that are read part by part are those that are read at once', () => {
		const { steps, state } = loaded({ params, accounts: many })
		expect(state).toEqual(whole({ params, accounts: many }))
		expect(state.next).toBe(121n)
		expect(state.accounts[119]).toEqual({ ...account(120), account_number: '119' })
		expect(steps).toEqual([50, 100, 120])
	})

	it.each([
		['the first comes last', [...many.slice(1), many[0]!]],
		['they go backwards', [...many].reverse()],
		['the last has no number', [account(200, '5'), account(201, '1'), account(202)]],
		['one has no number', [account(200, '7'), ...many.slice(1), account(201)]],
		['numbers are written in the other way', [account(200, '9', 'accountNumber'), account(201, '8', 'accountNumber')]],
		['numbers are no texts', [account(200, '9'), { ...account(201), account_number: 8 }]],
	])('accounts of a large genesis get their numbers in the order of the old ones where %s', (_name, accounts) => {
		expect(loaded({ params, accounts }).state).toEqual(whole({ params, accounts }))
	})

	it('accounts with equal numbers keep the order of a large genesis', () => {
		const accounts = [account(9, '4'), account(8, '4'), account(7, '4'), account(6, '2')]
		expect(loaded({ params, accounts }).state).toEqual(whole({ params, accounts }))
	})

	it('a large genesis in which an account names two numbers is refused', () => {
		const twice = JSON.stringify(account(200, '1')).replace(
			'"account_number":"1"',
			'"account_number":"1","account_number":"0"',
		)
		const text = `{"params":${JSON.stringify(params)},"accounts":[${JSON.stringify(account(201, '3'))},${JSON.stringify(account(202, '1'))},${JSON.stringify(account(203, '2'))},${twice}]}`
		expect(refusal(() => loaded(text))).toEqual(['undefined', 1, 'an account has two numbers'])
	})

	it('a large genesis is checked part by part as it is at once', () => {
		const faults = (state: Json) => refusal(() => [...validateLargeAuthGenesis(largePart(state), 'chain', registry)])
		expect([...validateLargeAuthGenesis(largePart({ params, accounts: many }), 'chain', registry)]).toEqual([
			50, 100, 120,
		])
		expect(faults({ params: { ...params, tx_sig_limit: '0' }, accounts: [] })).toEqual([
			'undefined',
			1,
			'invalid tx signature limit: 0',
		])
		expect(faults({ params, accounts: [...many, many[0]!] })).toEqual([
			'undefined',
			1,
			`duplicate account found in genesis state; address: ${testAddress(1).text}`,
		])
	})
})
