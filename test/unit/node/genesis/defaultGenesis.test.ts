import { describe, expect, it } from 'vitest'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { type DefaultGenesisOptions, defaultGenesis } from '../../../../src/node/genesis/defaultGenesis.ts'

const options: DefaultGenesisOptions = {
	...{ chainId: 'c-1', settings: defaultChainSettings, time: '2026-01-01T00:00:00Z' },
	...{ feeCollectorAddress: 'chain1fees', validator: { pubKey: 'a2V5', address: 'AB' } },
	funded: [
		{ address: 'chain1first', amount: 5n },
		{ address: 'chain1second', amount: 7n },
	],
}

function documentOf(changed: Partial<DefaultGenesisOptions>) {
	const text = defaultGenesis({ ...options, ...changed })
	const document = JSON.parse(text)
	expect(text).toBe(JSON.stringify(document, null, 2))
	return document
}

describe('the genesis of a new chain', () => {
	it('the genesis of a new chain has its validator, the fee collector as account 0 and the funded accounts after it', () => {
		const base = (address: string, account_number: string) => ({
			...{ '@type': '/cosmos.auth.v1beta1.BaseAccount', address, pub_key: null, account_number, sequence: '0' },
		})
		const { '@type': _, ...fees } = base('chain1fees', '0')
		const coins = (amount: string) => [{ denom: 'uchain', amount }]
		expect(documentOf({})).toEqual({
			...{ genesis_time: '2026-01-01T00:00:00Z', chain_id: 'c-1', initial_height: '1', app_hash: '' },
			// Those that an engine of the 0.34 line begins with.
			consensus_params: {
				block: { max_bytes: '22020096', max_gas: '-1', time_iota_ms: '1' },
				evidence: { max_age_num_blocks: '100000', max_age_duration: '172800000000000', max_bytes: '1048576' },
				...{ validator: { pub_key_types: ['ed25519'] }, version: {} },
			},
			validators: [
				{
					...{ address: 'AB', pub_key: { type: 'tendermint/PubKeyEd25519', value: 'a2V5' } },
					...{ power: '10', name: 'chain-tui' },
				},
			],
			app_state: {
				auth: {
					params: {
						...{ max_memo_characters: '256', tx_sig_limit: '7', tx_size_cost_per_byte: '10' },
						...{ sig_verify_cost_ed25519: '590', sig_verify_cost_secp256k1: '1000' },
					},
					accounts: [
						{
							...{ '@type': '/cosmos.auth.v1beta1.ModuleAccount', base_account: fees },
							...{ name: 'fee_collector', permissions: [] },
						},
						...[base('chain1first', '1'), base('chain1second', '2')],
					],
				},
				bank: {
					params: { send_enabled: [], default_send_enabled: true },
					balances: [
						{ address: 'chain1first', coins: coins('5') },
						{ address: 'chain1second', coins: coins('7') },
					],
					supply: [],
					denom_metadata: [expect.any(Object)],
				},
				...{ greet: {}, params: null, vesting: {} },
			},
		})
	})

	it('the genesis of a new chain with an EVM bounds the gas of a block and has accounts of contracts after those with coins', () => {
		const contracts = ['chain1one', 'chain1two'].map((address) => ({ address, codeHash: `0x${address}` }))
		const { consensus_params, app_state } = documentOf({ contracts, evm: { evm: { a: 1 }, feemarket: { b: 2 } } })
		expect(consensus_params.block.max_gas).toBe('30000000')
		expect(app_state).toMatchObject({ evm: { a: 1 }, feemarket: { b: 2 } })
		expect(app_state.auth.accounts.slice(3)).toEqual(
			contracts.map(({ address, codeHash }, index) => ({
				'@type': '/ethermint.types.v1.EthAccount',
				// A contract begins with nonce 1 (EIP-161).
				base_account: { address, pub_key: null, account_number: String(3 + index), sequence: '1' },
				code_hash: codeHash,
			})),
		)
	})

	it.each([
		['ukite', 'kite', [{ denom: 'ukite', exponent: 0, aliases: ['microkite'] }, 6]],
		['uabc', 'abc', [{ denom: 'uabc', exponent: 0, aliases: ['microabc'] }, 6]],
		['uab', 'uab', [{ denom: 'uab', exponent: 0, aliases: [] }, undefined]],
		['kite', 'kite', [{ denom: 'kite', exponent: 0, aliases: [] }, undefined]],
	] as const)('the coin %s of a new chain is shown as %s', (denom, display, [micro, exponent]) => {
		const { app_state } = documentOf({ settings: { ...defaultChainSettings, denom } })
		expect(app_state.bank.denom_metadata).toEqual([
			{
				...{ description: 'The native coin of this chain.', base: denom, display },
				...{ name: display.toUpperCase(), symbol: display.toUpperCase() },
				denom_units: [micro, ...(exponent === undefined ? [] : [{ denom: display, exponent, aliases: [] }])],
			},
		])
	})
})
