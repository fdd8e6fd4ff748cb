import { describe, expect, it } from 'vitest'
import { generateValidatorKey } from '../../../../src/engine/validatorKey.ts'
import { devAccountCount } from '../../../../src/node/genesis/devAccounts.ts'
import { faucetAddress } from '../../../../src/node/genesis/faucet.ts'
import { genesisFor, modulesIn } from '../../../../src/node/genesis/genesisFor.ts'
import { presetContracts } from '../../../../src/node/genesis/presetContracts.ts'
import type { NodeConfig } from '../../../../src/node/NodeConfig.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../../src/node/settings.ts'
import { toBase64, toHexUpper } from '../../../../src/util/bytes.ts'

const key = generateValidatorKey()
const time = '2026-01-01T00:00:00Z'
const config = (flags: SettingValues = {}) => resolveNodeConfig({ home: '/nonexistent/test', ...flags }, {})
const documentOf = (given: NodeConfig) => JSON.parse(genesisFor(given, () => key, time))

describe('the built-in genesis of a configuration', () => {
	it('the built-in genesis has the validator of the home, and funds the faucet before the accounts of the configuration', () => {
		const given = { ...config(), funded: [{ address: 'chain1mine', amount: 3n }] }
		const { chain_id, genesis_time, validators, app_state, consensus_params } = documentOf(given)
		expect([chain_id, genesis_time, consensus_params.block.max_gas]).toEqual(['chain-localnet', time, '-1'])
		expect(validators).toMatchObject([{ address: toHexUpper(key.address), pub_key: { value: toBase64(key.pubKey) } }])
		expect(app_state.bank.balances).toEqual([
			{ address: faucetAddress(given.settings), coins: [{ denom: 'uchain', amount: '1000000000000000' }] },
			{ address: 'chain1mine', coins: [{ denom: 'uchain', amount: '3' }] },
		])
		expect(app_state.auth.accounts).toHaveLength(3)
		expect(Object.keys(app_state)).toEqual(['auth', 'bank', 'greet', 'params', 'vesting'])
	})

	it.each([
		['named by the chain id', { chainId: 'chain_2222-1' }],
		['named by a flag', { evmChainId: '5' }],
	])(
		'the built-in genesis with an EVM %s has ten developer accounts and the contracts that tools expect',
		(_, flags) => {
			const { app_state } = documentOf({ ...config(flags), funded: [{ address: 'chain1mine', amount: 3n }] })
			const amounts = app_state.bank.balances.map(
				({ coins }: { coins: readonly { amount: string }[] }) => coins[0]!.amount,
			)
			expect(amounts).toEqual(['1000000000000000', ...Array(devAccountCount).fill('10000000000'), '3'])
			const contracts = presetContracts()
			expect(app_state.evm.accounts.map(({ address }: { address: string }) => address)).toEqual(
				contracts.map(({ address }) => address),
			)
			expect(app_state.auth.accounts).toHaveLength(1 + amounts.length + contracts.length)
			expect(app_state).toMatchObject({
				feemarket: { block_gas: '0' },
				evmutil: { accounts: [], account_rule: 'base' },
			})
			// The recorded node begins without contracts.
			const recorded = documentOf(config({ ...flags, ethCompat: 'ethermint' })).app_state
			expect([recorded.evm.accounts, recorded.auth.accounts.length]).toEqual([[], 1 + 1 + devAccountCount])
		},
	)
})

describe('the genesis of a file', () => {
	const text = (chain_id: string, app_state: object = {}) =>
		JSON.stringify({ chain_id, genesis_time: time, app_state, initial_height: '1' })

	it('the genesis of a file is taken as it is, unless another chain is asked for', () => {
		const genesis = text('mine-1')
		const plain = { ...config(), chainId: 'other-1' }
		expect(genesisFor({ ...plain, genesis }, () => key, time)).toBe(genesis)
		expect(genesisFor({ ...config({ chainId: 'mine-1' }), genesis }, () => key, time)).toBe(genesis)
		expect(() => genesisFor({ ...config({ chainId: 'other-1' }), genesis }, () => key, time)).toThrow(
			expect.objectContaining({
				message: 'The genesis file is of chain mine-1, not other-1.',
				next: 'Leave --chain-id out, or give the genesis file of that chain.',
			}),
		)
	})

	it('the genesis of a file that is too large to be read is refused where it is to be read', () => {
		expect(() => genesisFor({ ...config(), genesisFile: '/big.json' }, () => key, time)).toThrow(
			'The genesis file /big.json is too large for this.',
		)
	})

	it('the genesis of a file whose chain has an EVM needs the state of its modules', () => {
		const taken = (flags: SettingValues, id: string, state: object) =>
			genesisFor({ ...config(flags), genesis: text(id, state) }, () => key, time)
		const state = { evm: {}, feemarket: {} }
		expect(() => taken({}, 'mine_5-1', state)).not.toThrow()
		expect(() => taken({}, 'mine_5-1', { ...state, feemarket: null })).toThrow(
			expect.objectContaining({
				message: 'The genesis has no state of feemarket.',
				why: 'The id mine_5-1 carries a number, so that the chain has an EVM.',
			}),
		)
		expect(() => taken({ evmChainId: '5' }, 'mine-1', {})).toThrow(
			expect.objectContaining({
				message: 'The genesis has no state of evm and feemarket.',
				why: 'With --evm-chain-id the chain has an EVM.',
			}),
		)
		expect(modulesIn('null')).toEqual(new Set())
		expect(modulesIn('{"a":{},"b":null,"c":0}')).toEqual(new Set(['a', 'c']))
	})
})
