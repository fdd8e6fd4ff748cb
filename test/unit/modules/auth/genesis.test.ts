import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/app/AppModule.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { defaultAuthParams } from '../../../../src/modules/auth/authParams.ts'
import { authGenesisToJson, parseAuthGenesis, validateAuthGenesis } from '../../../../src/modules/auth/genesis.ts'

const registry = createRegistry()
const params = {
	max_memo_characters: '256',
	tx_sig_limit: '7',
	tx_size_cost_per_byte: '10',
	sig_verify_cost_ed25519: '590',
	sig_verify_cost_secp256k1: '1000',
}
const base = {
	address: 'chain1zttsta5h2dmhhegkvas6t8cfaj3hr6jgzuywa7',
	pub_key: { '@type': '/cosmos.crypto.secp256k1.PubKey', key: 'AmfVAgiBZgLFC45CkHdkoEmT1HvJ53l840GUDxr7TxKP' },
	account_number: '3',
	sequence: '1',
}
const coins = [{ denom: 'uchain', amount: '12' }]
const vesting = {
	base_account: { ...base, pub_key: null },
	original_vesting: coins,
	delegated_free: [],
	delegated_vesting: [],
	end_time: '9',
}

function fault(accounts: readonly Json[]): string {
	try {
		validateAuthGenesis(parseAuthGenesis({ params, accounts }, registry), 'chain', registry)
		return ''
	} catch (error) {
		return String((error as Error).message)
	}
}

describe('auth genesis', () => {
	it('comes out as it went in, for every kind of account', () => {
		const accounts = [
			{ '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base },
			{
				'@type': '/cosmos.auth.v1beta1.ModuleAccount',
				base_account: { ...base, address: 'chain17xpfvakm2amg962yls6f84z3kell8c5l9mhtqg', pub_key: null },
				name: 'fee_collector',
				permissions: [],
			},
			{ '@type': '/cosmos.vesting.v1beta1.DelayedVestingAccount', base_vesting_account: vesting },
			{
				'@type': '/cosmos.vesting.v1beta1.PermanentLockedAccount',
				base_vesting_account: { ...vesting, end_time: '0' },
			},
			{
				'@type': '/cosmos.vesting.v1beta1.ContinuousVestingAccount',
				base_vesting_account: vesting,
				start_time: '5',
			},
			{
				'@type': '/cosmos.vesting.v1beta1.PeriodicVestingAccount',
				base_vesting_account: vesting,
				start_time: '5',
				vesting_periods: [{ length: '4', amount: coins }],
			},
		]
		const state = { params, accounts }
		const genesis = parseAuthGenesis(state, registry)
		expect(JSON.stringify(authGenesisToJson(genesis, registry))).toBe(JSON.stringify(state))
		for (const account of accounts) expect(fault([account])).toBe('')
	})

	it('auth genesis is valid by default', () => {
		expect(authGenesisToJson({ params: defaultAuthParams, accounts: [] }, registry)).toEqual({ params, accounts: [] })
		expect(fault([])).toBe('')
	})

	it('refuses doubled accounts, foreign keys and unknown kinds by name', () => {
		const account = { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base }
		expect(fault([account, account])).toBe(`duplicate account found in genesis state; address: ${base.address}`)
		expect(fault([{ ...account, address: 'chain12pq6p9l8whyp6xt2z789muy503q5ap6p7yfqgr' }])).toContain(
			'account address and pubkey address do not match',
		)
		expect(fault([{ '@type': '/foo.Bar' }])).toContain('/foo.Bar')
	})

	it('a genesis without parameters is refused by the first that may not be zero', () => {
		expect(() => validateAuthGenesis(parseAuthGenesis({}, registry), 'chain', registry)).toThrow(
			'invalid tx signature limit: 0',
		)
	})

	const delayed = (change: object) => ({
		'@type': '/cosmos.vesting.v1beta1.DelayedVestingAccount',
		base_vesting_account: { ...vesting, ...change },
	})
	const permanent = (end: string) => ({
		'@type': '/cosmos.vesting.v1beta1.PermanentLockedAccount',
		base_vesting_account: { ...vesting, end_time: end },
	})
	const continuous = (start: string, change: object = {}) => ({
		'@type': '/cosmos.vesting.v1beta1.ContinuousVestingAccount',
		base_vesting_account: { ...vesting, ...change },
		start_time: start,
	})
	const periodic = (start: string, periods: readonly (readonly [length: string, amount: string])[], change = {}) => ({
		'@type': '/cosmos.vesting.v1beta1.PeriodicVestingAccount',
		base_vesting_account: { ...vesting, ...change },
		start_time: start,
		vesting_periods: periods.map(([length, amount]) => ({ length, amount: [{ denom: 'uchain', amount }] })),
	})
	const moduleNamed = (name: string, address = 'chain17xpfvakm2amg962yls6f84z3kell8c5l9mhtqg') => ({
		'@type': '/cosmos.auth.v1beta1.ModuleAccount',
		base_account: { ...base, address, pub_key: null },
		name,
		permissions: [],
	})
	const delegated = (amount: string) => ({ delegated_vesting: [{ denom: 'uchain', amount }] })
	const tooMuch = 'delegated vesting amount cannot be greater than original vesting amount'
	const tooLate = 'vesting start-time cannot be before end-time'

	// Validate of cosmos-sdk v0.44.5 x/auth/types/account.go and x/auth/vesting/types/vesting_account.go.
	it.each<[string, Json, string]>([
		['a lock without an end', permanent('0'), ''],
		['a lock with an end', permanent('1'), 'permanently vested accounts cannot have an end-time'],
		['a lock with an end before 1970', permanent('-1'), ''],
		['a start a second before the end', continuous('8'), ''],
		['a start at the end', continuous('9'), tooLate],
		['a start after the end', continuous('10'), tooLate],
		['a delegation of all that vests', delayed(delegated('12')), ''],
		['a delegation of more than vests', delayed(delegated('13')), tooMuch],
		['a delegation of more than vests step by step', continuous('5', delegated('13')), tooMuch],
		['a delegation of more than vests in periods', periodic('5', [['4', '12']], delegated('13')), tooMuch],
		[
			'periods that end in time and add up',
			periodic('5', [
				['1', '5'],
				['3', '7'],
			]),
			'',
		],
		['periods that start at the end', periodic('9', [['0', '12']]), tooLate],
		[
			'periods that end too early',
			periodic('5', [
				['1', '5'],
				['2', '7'],
			]),
			'vesting end time does not match length of all vesting periods',
		],
		[
			'periods that end too late',
			periodic('5', [
				['4', '5'],
				['1', '7'],
			]),
			'vesting end time does not match length of all vesting periods',
		],
		[
			'periods of less than vests',
			periodic('5', [
				['1', '5'],
				['3', '6'],
			]),
			'original vesting coins does not match the sum of all coins in vesting periods',
		],
		['a module without a name', moduleNamed(' '), 'module account name cannot be blank'],
		[
			'a module at the address of another',
			moduleNamed('mint'),
			"address chain17xpfvakm2amg962yls6f84z3kell8c5l9mhtqg cannot be derived from the module name 'mint'",
		],
		['a key without an address', { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base, address: '' }, ''],
		['an address without a key', { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base, pub_key: null }, ''],
		[
			'a key of another address',
			{ '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base, address: 'chain12pq6p9l8whyp6xt2z789muy503q5ap6p7yfqgr' },
			'account address and pubkey address do not match',
		],
	])('an account of a genesis with %s is judged as the framework does', (_name, account, reason) => {
		const address = /"address":"(\w*)"/.exec(JSON.stringify(account))?.[1]
		expect(fault([account])).toBe(
			reason === '' ? '' : `invalid account found in genesis state; address: ${address}, error: ${reason}`,
		)
	})

	it('refuses parameters of zero', () => {
		const genesis = parseAuthGenesis({ params: { ...params, tx_sig_limit: '0' }, accounts: [] }, registry)
		expect(() => validateAuthGenesis(genesis, 'chain', registry)).toThrow('invalid tx signature limit: 0')
	})
})
