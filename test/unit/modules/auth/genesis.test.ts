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

	it('refuses doubled accounts, foreign keys and wrong schedules by name', () => {
		const account = { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base }
		expect(fault([account, account])).toBe(`duplicate account found in genesis state; address: ${base.address}`)
		expect(fault([{ ...account, address: 'chain12pq6p9l8whyp6xt2z789muy503q5ap6p7yfqgr' }])).toContain(
			'account address and pubkey address do not match',
		)
		const continuous = {
			'@type': '/cosmos.vesting.v1beta1.ContinuousVestingAccount',
			base_vesting_account: vesting,
			start_time: '9',
		}
		expect(fault([continuous])).toContain('vesting start-time cannot be before end-time')
		expect(fault([{ '@type': '/foo.Bar' }])).toContain('/foo.Bar')
	})

	it('refuses parameters of zero', () => {
		const genesis = parseAuthGenesis({ params: { ...params, tx_sig_limit: '0' }, accounts: [] }, registry)
		expect(() => validateAuthGenesis(genesis, 'chain', registry)).toThrow('invalid tx signature limit: 0')
	})
})
