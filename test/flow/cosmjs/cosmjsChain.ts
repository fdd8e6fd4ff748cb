import { createRequire } from 'node:module'
import { DirectSecp256k1HdWallet, makeCosmoshubPath, Registry } from '@cosmjs/proto-signing'
import type * as Stargate from '@cosmjs/stargate'
import type * as TendermintRpc from '@cosmjs/tendermint-rpc'
import { cosmjsTypes } from '../../../src/client/tx/createMessage.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { startNode } from '../../support/startNode.ts'

/** The two ends of CosmJS: the last release made for this framework version and the newest. */
export const releases = ['cosmjs-stargate-033', 'cosmjs-stargate-039'] as const

/** The modules of a release, each with the dependencies of that release. */
export function loadRelease(name: string) {
	const load = createRequire(import.meta.resolve(name))
	return {
		load,
		stargate: load(name) as typeof Stargate,
		tendermint: load('@cosmjs/tendermint-rpc') as typeof TendermintRpc,
	}
}

export const chainId = 'every-kind-1'

/** Of this mnemonic come all keys; it is public everywhere. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** The accounts of the genesis document, in the order of their numbers. */
export const accountNames = [
	'zero',
	'alice',
	'bob',
	'delayed',
	'continuous',
	'periodic',
	'permanent',
	'unused',
] as const

export type AccountName = (typeof accountNames)[number]

/** A wallet with the key of every account, and their addresses by name. */
export async function openWallet(): Promise<{ wallet: DirectSecp256k1HdWallet; address: Record<AccountName, string> }> {
	const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, {
		prefix: 'cosmos',
		hdPaths: accountNames.map((_, index) => makeCosmoshubPath(index)),
	})
	const accounts = await wallet.getAccounts()
	const entries = accountNames.map((name, index) => [name, accounts[index]?.address ?? ''])
	return { wallet, address: Object.fromEntries(entries) as Record<AccountName, string> }
}

/** A fee for this much gas at the price of the test chain. */
export function feeFor(gas: number): Stargate.StdFee {
	return { amount: [{ denom: 'ucosm', amount: String(Math.ceil(gas / 100)) }], gas: String(gas) }
}

/** What a client needs to sign every message of the chain. */
export function signingOptions() {
	return { registry: new Registry(cosmjsTypes()), broadcastPollIntervalMs: 20, broadcastTimeoutMs: 20_000 }
}

/** A chain in memory, named as the wallets of the ecosystem expect, whose genesis has an account of every kind. */
export async function startCosmjsChain(address: Record<AccountName, string>): Promise<{ node: Node; url: string }> {
	const node = await startNode({
		on: ['rpc'],
		flags: { prefix: 'cosmos', denom: 'ucosm', aminoBrand: 'cosmos', pruning: 'nothing' },
		genesis: JSON.stringify(genesis(address)),
	})
	return { node, url: node.addresses.rpc ?? '' }
}

/** End of every lock: year 2096. */
export const endTime = 4_000_000_000

function genesis(address: Record<AccountName, string>): unknown {
	const coins = [
		{ denom: 'ucosm', amount: '1000000000' },
		{ denom: 'ustake', amount: '2000000000' },
	]
	const base = (name: AccountName) => ({
		address: address[name],
		pub_key: null,
		account_number: String(accountNames.indexOf(name)),
		sequence: '0',
	})
	const locked = (name: AccountName, end: number) => ({
		base_account: base(name),
		original_vesting: [{ denom: 'ucosm', amount: '900000000' }],
		delegated_free: [],
		delegated_vesting: [],
		end_time: String(end),
	})
	const vesting = '/cosmos.vesting.v1beta1.'
	const start = '1767225600'
	const kinds: Record<string, unknown> = {
		delayed: { '@type': `${vesting}DelayedVestingAccount`, base_vesting_account: locked('delayed', endTime) },
		continuous: {
			'@type': `${vesting}ContinuousVestingAccount`,
			base_vesting_account: locked('continuous', endTime),
			start_time: start,
		},
		periodic: {
			'@type': `${vesting}PeriodicVestingAccount`,
			base_vesting_account: locked('periodic', endTime),
			start_time: start,
			vesting_periods: [
				{ length: '1000000000', amount: [{ denom: 'ucosm', amount: '400000000' }] },
				{ length: String(endTime - 1_000_000_000 - Number(start)), amount: [{ denom: 'ucosm', amount: '500000000' }] },
			],
		},
		permanent: { '@type': `${vesting}PermanentLockedAccount`, base_vesting_account: locked('permanent', 0) },
	}
	const total = (amount: bigint) => String(amount * BigInt(accountNames.length))
	return {
		genesis_time: '2026-01-01T00:00:00Z',
		chain_id: chainId,
		initial_height: '1',
		app_hash: '',
		app_state: {
			auth: {
				params: {
					max_memo_characters: '256',
					tx_sig_limit: '7',
					tx_size_cost_per_byte: '10',
					sig_verify_cost_ed25519: '590',
					sig_verify_cost_secp256k1: '1000',
				},
				accounts: accountNames.map(
					(name) => kinds[name] ?? { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base(name) },
				),
			},
			bank: {
				params: { send_enabled: [{ denom: 'ustake', enabled: false }], default_send_enabled: true },
				balances: accountNames.map((name) => ({ address: address[name], coins })),
				supply: [
					{ denom: 'ucosm', amount: total(1_000_000_000n) },
					{ denom: 'ustake', amount: total(2_000_000_000n) },
				],
				denom_metadata: [
					{
						description: 'The fee token',
						denom_units: [
							{ denom: 'ucosm', exponent: 0, aliases: ['microcosm'] },
							{ denom: 'cosm', exponent: 6, aliases: [] },
						],
						base: 'ucosm',
						display: 'cosm',
						name: 'Cosm',
						symbol: 'COSM',
					},
				],
			},
			greet: {},
			params: null,
			vesting: {},
		},
	}
}
