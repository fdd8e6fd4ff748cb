import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { generateValidatorKey } from '../../../../src/engine/validatorKey.ts'
import { genesisFor } from '../../../../src/node/genesis/genesisFor.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { until } from '../../../support/until.ts'
import { askEth } from '../../eth/evmTools.ts'
import { anyPort, runsOf, type SeenNode, servingEffects, statusAt } from './runSeen.ts'
import { testFlags } from './testFlags.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-start-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Result of a method of the node's JSON-RPC; undefined for an error. */
async function ask({ said }: SeenNode, method: string, params: object = {}) {
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const reply = await fetch((await said('ready')).rpc!, { method: 'POST', headers, body })
	// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own
	return ((await reply.json()) as { readonly result?: any }).result
}

/** A value of what `admin_status` tells. */
const told = (name: string) => async (seen: SeenNode) => (await ask(seen, 'admin_status'))[name]

/** A name of the chain that `admin_status` tells. */
const named = (name: string) => async (seen: SeenNode) => (await ask(seen, 'admin_status')).settings[name]

/** How many of the states of 24 blocks can be queried. */
async function keptStates(seen: SeenNode): Promise<number> {
	await ask(seen, 'admin_mine', { blocks: 24 - Number((await seen.said('ready')).height) })
	let kept = 0
	for (let height = 1; height <= 24; height++) {
		const data = Buffer.from('supply').toString('hex')
		const { response } = await ask(seen, 'abci_query', { path: '/store/bank/key', data, height: String(height) })
		if (response.code === 0) kept++
	}
	return kept
}

/** Whether the node is ready once its newest block is some milliseconds old. */
async function readiness(seen: SeenNode): Promise<string> {
	await ask(seen, 'admin_mine')
	const { rpc } = await seen.said('ready')
	return until(async () => {
		const state = (await (await fetch(`${rpc}/readyz`)).json()) as { status: string; block_age_seconds: number }
		return state.block_age_seconds > 0.002 ? state.status : undefined
	})
}

const rpc = ['--rpc', anyPort]
const admin = [...rpc, '--admin', '--block-mode', 'manual']
const developer = ['--chain-id', 'chain_2222-1', '--eth', anyPort, '--admin']
const otherHome = join(folder, 'other')
const genesis = join(folder, 'genesis.json')
const written = join(folder, 'written.json')
const dumped = join(folder, 'dumped.json')
const otherChain = resolveNodeConfig({ chainId: 'chain-other', home: otherHome }, {})
writeFileSync(genesis, genesisFor(otherChain, generateValidatorKey, '2026-01-01T00:00:00Z'))

const off = ['rpc', 'rest', 'grpc', 'endpoints', 'eth'].flatMap((name) => [`--${name}`, 'off'])

testFlags('start', runsOf(folder, ['start', '--threads', '1', ...off]), {
	...servingEffects(folder, 'start', {
		plain: ['--block-mode', 'manual'],
		evm: ['--chain-id', 'chain_2222-1'],
		threads: 2,
	}),
	'--home': {
		...{ value: otherHome, without: false, given: true },
		look: async ({ said }) => {
			await said('ready')
			return existsSync(otherHome)
		},
	},
	'--genesis': {
		...{ value: genesis, without: 'chain-localnet', given: 'chain-other' },
		look: async ({ said }) => (await said('ready')).chainId,
	},
	'--chain-id': {
		...{ value: 'chain-mine', without: 'chain-localnet', given: 'chain-mine' },
		look: async ({ said }) => (await said('ready')).chainId,
	},
	'--evm-chain-id': {
		...{ needs: ['--eth', anyPort], value: '777', without: false, given: true },
		look: async ({ said }) => (await said('ready')).eth !== undefined,
	},
	'--prefix': { needs: admin, value: 'other', look: named('prefix'), without: 'chain', given: 'other' },
	'--denom': { needs: admin, value: 'uother', look: named('denom'), without: 'uchain', given: 'uother' },
	'--coin-type': { needs: admin, value: '60', look: named('coinType'), without: 118, given: 60 },
	'--amino-brand': { needs: admin, value: 'cosmos', look: named('aminoBrand'), without: 'chain', given: 'cosmos' },
	'--minimum-gas-prices': {
		...{ needs: admin, value: '1uchain', look: told('minimumGasPrices'), without: '0.01uchain', given: '1uchain' },
	},
	'--block-mode': {
		needs: [...rpc, '--admin'],
		value: 'manual',
		look: told('mode'),
		without: 'interval',
		given: 'manual',
	},
	'--block-interval': { needs: admin, value: '7s', look: told('intervalMs'), without: 1000, given: 7000 },
	// An old block is then no sign that something is wrong.
	'--empty-blocks': {
		...{ needs: [...rpc, '--admin', '--ready-within', '1ms', '--block-interval', '1h'], value: 'off', look: readiness },
		...{ without: 'unavailable', given: 'ready' },
	},
	'--ready-within': {
		...{ needs: [...rpc, '--admin', '--block-interval', '1h'], value: '1ms', look: readiness },
		...{ without: 'ready', given: 'unavailable' },
	},
	'--keep-blocks': {
		...{ needs: admin, value: '4', without: '1', given: '7' },
		look: async (seen) => {
			await ask(seen, 'admin_mine', { blocks: 10 - Number((await seen.said('ready')).height) })
			return (await ask(seen, 'status')).sync_info.earliest_block_height
		},
	},
	'--pruning': { needs: admin, value: 'everything', look: keptStates, without: 24, given: 5 },
	'--pruning-keep-recent': {
		...{ needs: [...admin, '--pruning', 'custom'], value: '3', look: keptStates, without: 24, given: 8 },
	},
	'--pruning-interval': {
		...{ needs: [...admin, '--pruning', 'custom', '--pruning-keep-recent', '3'], value: '3', look: keptStates },
		...{ without: 8, given: 4 },
	},
	'--rpc': {
		...{ value: anyPort, without: undefined, given: 200 },
		look: async ({ said }) => statusAt((await said('ready')).rpc, '/health'),
	},
	'--admin': {
		...{ needs: rpc, without: undefined, given: 'interval' },
		look: async (seen) => (await ask(seen, 'admin_status'))?.mode,
	},
	'--state': {
		...{ needs: developer, value: written, without: false, given: true },
		look: async ({ said, end }) => {
			await said('ready')
			await end()
			return existsSync(written)
		},
	},
	'--throw-on-transaction-failures': {
		...{ needs: [...developer, '--block-mode', 'instant'], without: false, given: true },
		look: async ({ said }) => {
			const { eth } = await said('ready')
			const { error } = await askEth(String(eth), 'eth_sendTransaction', [{ data: '0xfe', gas: '0x20000' }])
			return error !== undefined
		},
	},
	'--dump-state': {
		...{ needs: developer, value: dumped, without: false, given: true },
		look: async ({ said, end }) => {
			await said('ready')
			await end()
			return existsSync(dumped)
		},
	},
})
