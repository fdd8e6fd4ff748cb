import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import type { Greeter } from '../../../support/Greeter.ts'
import { greeterGenesis } from '../../../support/greeterGenesis.ts'
import { startNode, type TestNode } from '../../../support/startNode.ts'
import { until } from '../../../support/until.ts'
import { EngineSocket } from '../../abciSocket/EngineSocket.ts'
import { replayBlocks } from '../../abciSocket/replayBlocks.ts'
import { cli } from '../testCli.ts'
import { anyPort, runsOf, type SeenNode, servingEffects, statusAt } from './runSeen.ts'
import { testFlags } from './testFlags.ts'

// Light nodes stand for engines: they speak their RPC, and their blocks are given to the application as an engine gives them.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-abci-flags-'))
const blocks = 24
/** Seconds since 1970 of the first block; each next one is ten seconds later. */
const begin = Date.parse('2026-01-01T00:00:00Z') / 1000
let chain: TestNode
let evmChain: TestNode
let greeter: Greeter

beforeAll(async () => {
	const time = new Date(begin * 1000).toISOString()
	const config = resolveNodeConfig({ home: join(folder, 'none') }, {})
	const { document, greeters } = greeterGenesis(config, 1, time)
	greeter = greeters[0]!
	// So that an engine may drop blocks soon.
	document.consensus_params.evidence.max_age_num_blocks = '2'
	const flags = { blockMode: 'manual' }
	chain = await startNode({ on: ['rpc'], genesis: JSON.stringify(document), flags })
	for (let block = chain.engine.height; block < blocks; block++) {
		await chain.engine.setTime((begin + block * 10) * 1000, { freeze: true })
		await chain.engine.mine(1)
	}
	evmChain = await startNode({ on: ['rpc'], flags: { ...flags, chainId: 'chain_2222-1' } })
	await evmChain.engine.mine(1)
})
afterAll(async () => {
	await chain.close()
	await evmChain.close()
	rmSync(folder, { recursive: true, force: true })
})

const addressOf = async ({ said }: SeenNode) => (await said('listening')).abci!

/** Gives the application all blocks of the chain. */
const feed = async (seen: SeenNode) => replayBlocks(chain, await addressOf(seen))

/** The height of the state that the application leaves, at its end or after all blocks. */
async function lastHeight(seen: SeenNode): Promise<number> {
	// One that halts ends the connection.
	await feed(seen).catch(() => undefined)
	await seen.end()
	const { stdout } = await cli(['verify', '--home', seen.home, '--output', 'json'])
	return Number(/the state is at height (\d+)/.exec(stdout)![1])
}

/** How many of all states can be queried. */
async function keptStates(seen: SeenNode): Promise<number> {
	await feed(seen)
	const engine = await EngineSocket.open(await addressOf(seen))
	let kept = 0
	for (let height = 1; height <= blocks; height++) {
		const value = { path: '/store/bank/key', data: utf8('supply'), height: BigInt(height) }
		if ((await engine.ask<'query'>({ case: 'query', value })).code === 0) kept++
	}
	engine.close()
	return kept
}

/** Code of the check of a greeting with a fee of 0.01uchain a unit of gas. */
async function checkedGreeting(seen: SeenNode): Promise<number> {
	await feed(seen)
	const engine = await EngineSocket.open(await addressOf(seen))
	greeter.sequence = 0
	const tx = greeter.greeting(chain.engine.chainId, 'hi')
	const { code } = await engine.ask<'checkTx'>({ case: 'checkTx', value: { tx } })
	engine.close()
	return code
}

/** Heights of the snapshots that are there after each fourth block got its own. */
async function snapshots(seen: SeenNode): Promise<readonly number[]> {
	for (let height = 4; height <= 12; height += 4) {
		await replayBlocks(chain, await addressOf(seen), height - 3, height)
		if (seen.flags.includes('4')) await until(() => seen.log().includes(`height ${height} can be given away`))
	}
	const engine = await EngineSocket.open(await addressOf(seen))
	const { snapshots } = await engine.ask<'listSnapshots'>({ case: 'listSnapshots', value: {} })
	engine.close()
	return snapshots.map(({ height }) => Number(height))
}

/** A setting that the home keeps. */
const kept = (name: string) => async (seen: SeenNode) => {
	await addressOf(seen)
	return JSON.parse(readFileSync(join(seen.home, 'config.json'), 'utf8'))[name]
}

const plain = ['--engine', '@chain']
const evm = ['--engine', '@evmChain', '--chain-id', 'chain_2222-1']
const everySnapshot = ['--snapshot-interval', '4']
const places = { '@chain': () => chain.addresses.rpc!, '@evmChain': () => evmChain.addresses.rpc! }
const otherHome = join(folder, 'other')

// Of three threads two serve, and one more verifies signatures.
testFlags('abci', runsOf(folder, ['abci', '--address', `tcp://${anyPort}`], places), {
	...servingEffects(folder, 'abci', { plain, evm, threads: 3 }),
	'--metrics': {
		...{ needs: plain, value: anyPort, without: undefined, given: String(blocks) },
		look: async (seen) => {
			await feed(seen)
			const { metrics } = await seen.said('ready')
			const text = metrics && (await (await fetch(`${metrics}/metrics`)).text())
			return text && /^tendermint_abci_connection_method_timing_count\{method="commit"\} (\d+)$/m.exec(text)?.[1]
		},
	},
	'--home': {
		...{ value: otherHome, without: false, given: true },
		look: async (seen) => {
			await addressOf(seen)
			return existsSync(otherHome)
		},
	},
	'--address': {
		...{ value: `unix://${folder}/socket`, without: 'tcp', given: 'unix' },
		look: async (seen) => (await addressOf(seen)).split(':')[0],
	},
	'--engine': {
		...{ value: 'http://127.0.0.1:1', without: undefined, given: 'http://127.0.0.1:1' },
		look: async (seen) => {
			await addressOf(seen)
			return JSON.parse(readFileSync(join(seen.home, 'network.json'), 'utf8')).engineUrl
		},
	},
	'--chain-id': { value: 'chain_2222-1', look: kept('evmChainId'), without: undefined, given: '2222' },
	'--evm-chain-id': { value: '777', look: kept('evmChainId'), without: undefined, given: '777' },
	'--coin-type': { value: '60', look: kept('coinType'), without: '118', given: '60' },
	'--prefix': {
		...{ value: 'other', without: blocks, given: expect.stringContaining('expected other, got chain') },
		look: (seen) =>
			feed(seen).then(
				(hashes) => hashes.length,
				(fault: Error) => fault.message,
			),
	},
	// The fee is of the denomination that the chain has by default.
	'--denom': { value: 'uother', look: checkedGreeting, without: 0, given: 13 },
	'--minimum-gas-prices': { value: '1uchain', look: checkedGreeting, without: 0, given: 13 },
	'--amino-brand': {
		...{ needs: [...plain, '--rest', anyPort], value: 'cosmos' },
		...{ without: 'chain-sdk/BaseAccount', given: 'cosmos-sdk/BaseAccount' },
		look: async (seen) => {
			await feed(seen)
			const reply = await fetch(`${(await seen.said('ready')).rest}/auth/accounts/${greeter.address}`)
			return ((await reply.json()) as { readonly result: { readonly type: string } }).result.type
		},
	},
	'--pruning': { value: 'everything', look: keptStates, without: blocks, given: 5 },
	'--pruning-keep-recent': { needs: ['--pruning', 'custom'], value: '3', look: keptStates, without: blocks, given: 8 },
	'--pruning-interval': {
		...{ needs: ['--pruning', 'custom', '--pruning-keep-recent', '3'], value: '3', look: keptStates },
		...{ without: 8, given: 4 },
	},
	'--min-retain-blocks': {
		...{ needs: ['--snapshot-interval', '0'], value: '4', without: 0n, given: 20n },
		look: async (seen) => {
			let needed = 0n
			await replayBlocks(chain, await addressOf(seen), 1, blocks, (retainHeight) => {
				needed = retainHeight
			})
			return needed
		},
	},
	'--snapshot-interval': { value: '4', look: snapshots, without: [], given: [12, 8] },
	'--snapshot-keep': { needs: everySnapshot, value: '1', look: snapshots, without: [12, 8], given: [12] },
	'--halt-height': { value: '7', look: lastHeight, without: blocks, given: 7 },
	'--halt-time': { value: String(begin + 45), look: lastHeight, without: blocks, given: 6 },
	'--ready-within': {
		...{ needs: [...plain, '--rest', anyPort], value: '1000000h', without: 503, given: 200 },
		look: async (seen) => {
			await feed(seen)
			return statusAt((await seen.said('ready')).rest, '/readyz')
		},
	},
})
