import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startNode, type TestNode } from '../../../support/startNode.ts'
import { until } from '../../../support/until.ts'
import { diallable } from '../../support/diallable.ts'
import { type CliResult, cli } from '../testCli.ts'
import { type FlagEffects, type RunSeen, testFlags } from './testFlags.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-network-flags-'))
const place = (name: string) => mkdtempSync(join(folder, `${name}-`))
// Stands for an engine: runs until it is ended.
const engine = join(folder, 'engine.sh')
writeFileSync(engine, '#!/bin/sh\nexec sleep 600\n')
chmodSync(engine, 0o755)

/** A light node, which answers where an engine would. */
let chain: TestNode
let joined: Awaited<ReturnType<typeof diallable>>
beforeAll(async () => {
	chain = await startNode({ on: ['rpc'], flags: { blockMode: 'manual' } })
	await chain.engine.mine(3)
	joined = await diallable(chain)
})
afterAll(async () => {
	joined.close()
	await chain.close()
	rmSync(folder, { recursive: true, force: true })
})

/** A folder that a command has made, and what it said. */
interface Made extends CliResult {
	readonly output: string
	/** The node there. */
	readonly node: string
}

const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8')
const genesis = ({ node }: Made) => JSON.parse(read(node, 'engine', 'config', 'genesis.json'))
const toml = (made: Made, name: string) =>
	new RegExp(`^${name} = (.*)$`, 'm').exec(read(made.node, 'engine', 'config', 'config.toml'))?.[1]
/** A setting that the application's home keeps. */
const kept = (name: string) => (made: Made) => JSON.parse(read(made.node, 'app', 'config.json'))[name]

/** Runs a command that makes a folder, with its usual place for it unless the flags name one. */
const making =
	(name: string, line: () => readonly string[]): RunSeen<Made> =>
	async (flags, look) => {
		const output = join(place('made'), 'net')
		const isPlaced = flags.some((flag) => /^--output/.test(flag))
		const result = await cli([...line(), ...(isPlaced ? [] : ['--output-dir', output]), ...flags])
		return look({ ...result, output, node: join(output, name) })
	}

/** Effects of the settings that an application's home keeps. */
const keptSettings = (snapshotInterval: string): FlagEffects<Made> => ({
	'--minimum-gas-prices': { value: '7uchain', look: kept('minimumGasPrices'), without: '0.01uchain', given: '7uchain' },
	'--pruning': { value: 'nothing', look: kept('pruning'), without: 'default', given: 'nothing' },
	'--pruning-keep-recent': {
		...{ needs: ['--pruning', 'custom'], value: '7', look: kept('pruningKeepRecent'), without: '100', given: '7' },
	},
	'--pruning-interval': {
		...{ needs: ['--pruning', 'custom'], value: '7', look: kept('pruningInterval'), without: '10', given: '7' },
	},
	'--min-retain-blocks': { value: '7', look: kept('minRetainBlocks'), without: '0', given: '7' },
	'--snapshot-keep': { value: '7', look: kept('snapshotKeep'), without: '2', given: '7' },
	'--snapshot-interval': { value: '7', look: kept('snapshotInterval'), without: snapshotInterval, given: '7' },
	'--coin-type': { value: '60', look: kept('coinType'), without: '118', given: '60' },
	'--amino-brand': { value: 'cosmos', look: kept('aminoBrand'), without: 'chain', given: 'cosmos' },
	'--evm-chain-id': { value: '777', look: kept('evmChainId'), without: undefined, given: '777' },
})

/** Where the flags lead that name a place. */
const placed = (value: string) => ({ value, look: () => existsSync(value), without: false, given: true })

const hosts = join(folder, 'hosts.txt')
writeFileSync(hosts, 'alpha 10.0.0.1 validator\n')
const otherGenesis = join(folder, 'genesis.json')

beforeAll(async () => {
	await cli([
		'testnet',
		'init',
		'--chain-id',
		'chain-other',
		'--validators',
		'1',
		'--output-dir',
		join(folder, 'other'),
	])
	writeFileSync(otherGenesis, read(folder, 'other', 'node0', 'engine', 'config', 'genesis.json'))
})

testFlags(
	'testnet init',
	making('node0', () => ['testnet', 'init']),
	{
		...keptSettings('100'),
		// Each node gets its own; scripts may name one on every line.
		'--home': { ...placed(join(folder, 'home')), given: false },
		'--chain-id': {
			...{ value: 'chain-mine', without: 'chain-localnet', given: 'chain-mine' },
			look: (made) => genesis(made).chain_id,
		},
		'--prefix': {
			...{ value: 'other', without: 'chain', given: 'other' },
			look: (made) => genesis(made).app_state.bank.balances[0].address.split('1')[0],
		},
		'--denom': {
			...{ value: 'uother', without: 'uchain', given: 'uother' },
			look: (made) => genesis(made).app_state.bank.balances[0].coins[0].denom,
		},
		'--genesis': {
			...{ value: otherGenesis, without: 'chain-localnet', given: 'chain-other' },
			look: (made) => genesis(made).chain_id,
		},
		'--block-interval': {
			...{ value: '3s', without: '"1000ms"', given: '"3000ms"' },
			look: (made) => toml(made, 'timeout_commit'),
		},
		'--validators': { value: '2', look: (made) => genesis(made).validators.length, without: 4, given: 2 },
		'--hosts': {
			...{ value: hosts, without: ['node0', 'node1', 'node2', 'node3'], given: ['alpha'] },
			look: ({ output }) =>
				readdirSync(output, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
		},
		'--output-dir': placed(join(folder, 'named')),
		'--output': placed(join(folder, 'placed')),
	},
)

/** Whether an error says something. */
const says =
	(text: string) =>
	({ stderr }: CliResult) =>
		stderr.includes(text)
const noProgram = says('/nonexistent is no program that can be run.')

testFlags(
	'node join',
	making('node', () => ['node', 'join', '--rpc', joined.urls]),
	{
		...keptSettings('1000'),
		'--home': { ...placed(join(folder, 'home')), given: false },
		'--chain-id': {
			...{
				value: 'chain-mine',
				look: says('The network is chain-localnet, not chain-mine.'),
				without: false,
				given: true,
			},
		},
		'--prefix': { value: 'other', look: kept('prefix'), without: 'chain', given: 'other' },
		'--denom': { value: 'uother', look: kept('denom'), without: 'uchain', given: 'uother' },
		'--rpc': { value: 'http://127.0.0.1:1', look: says('needs two nodes of the network'), without: false, given: true },
		'--name': {
			...{ value: 'fifth', look: ({ output }) => existsSync(join(output, 'fifth')), without: false, given: true },
		},
		'--sync': { value: 'state', look: (made) => toml(made, 'trust_height'), without: undefined, given: '2' },
		'--start': { needs: ['--engine', '/nonexistent'], look: noProgram, without: false, given: true },
		'--engine': { needs: ['--start'], value: '/nonexistent', look: noProgram, without: false, given: true },
		'--output-dir': placed(join(folder, 'named join')),
		'--output': placed(join(folder, 'placed join')),
	},
)

/** Effects of names of a chain on a command that looks at none: it says so at its end. */
function idleNames<Seen extends CliResult>(command: string): FlagEffects<Seen> {
	const names = ['--chain-id', '--prefix', '--denom', '--coin-type', '--amino-brand'] as const
	return Object.fromEntries(
		names.map((flag) => {
			const value = flag === '--coin-type' ? '60' : flag === '--amino-brand' ? 'cosmos' : 'other'
			return [flag, { value, look: says(`${flag} did nothing for ${command}`), without: false, given: true }]
		}),
	)
}

/** A node of a network, which does not run. */
interface StoppedNode extends CliResult {
	readonly node: string
	/** Id of its key. */
	readonly before: string
}

const idOf = (node: string) => read(node, 'engine', 'config', 'node_key.json')

/** Runs a command on a new network of one node that does not run. */
const onNode =
	(...line: readonly string[]): RunSeen<StoppedNode> =>
	async (flags, look) => {
		const output = join(place('node'), 'net')
		await cli(['testnet', 'init', '--validators', '1', '--output-dir', output])
		const node = join(output, 'node0')
		const before = idOf(node)
		return look({ ...(await cli([...line, '--home', node, ...flags])), node, before })
	}

const nowhere = join(folder, 'nowhere')
/** On a command that finds no node there. */
const elsewhere = { value: nowhere, look: says(`${nowhere} is not the home of a node`), without: false, given: true }

testFlags('node status', onNode('node', 'status'), { ...idleNames('status'), '--home': elsewhere })

testFlags<StoppedNode>('node reset', onNode('node', 'reset', '--yes'), {
	...idleNames<StoppedNode>('reset'),
	'--home': elsewhere,
	'--keep-keys': { look: ({ node, before }) => idOf(node) === before, without: false, given: true },
	'--yes': { look: says('asks before'), without: false, given: false },
})

testFlags<StoppedNode>('node leave', onNode('node', 'leave', '--yes'), {
	...idleNames<StoppedNode>('leave'),
	'--home': elsewhere,
	'--keep-keys': { look: ({ node }) => existsSync(join(node, 'engine')), without: false, given: true },
	'--yes': { look: says('asks before'), without: false, given: false },
})

/** Runs `node logs` on a log that gets one more line when it has printed what there is. */
const logging: RunSeen<CliResult> = async (flags, look) => {
	const node = place('logs')
	await cli(['testnet', 'init', '--validators', '1', '--output-dir', join(node, 'net')])
	const log = join(node, 'net', 'node0', 'engine.log')
	writeFileSync(log, 'one\ntwo\nthree\n')
	const stop = new AbortController()
	let [stdout, isOver] = ['', false]
	const ended = cli(['node', 'logs', '--home', join(node, 'net', 'node0'), ...flags], {
		stopped: stop.signal,
		onStdout: (text) => {
			stdout += text
		},
	}).finally(() => {
		isOver = true
	})
	await until(() => isOver || stdout.includes('three'))
	appendFileSync(log, 'four\n')
	await until(() => isOver || stdout.includes('four'))
	stop.abort()
	return look(await ended)
}

testFlags('node logs', logging, {
	...idleNames('logs'),
	'--home': elsewhere,
	'--follow': { look: ({ stdout }) => stdout.includes('engine | four\n'), without: false, given: true },
	'--lines': {
		...{ value: '1', look: ({ stdout }) => stdout, given: 'engine | three\n' },
		without: 'engine | one\nengine | two\nengine | three\n',
	},
})

/** Runs a network until all its nodes have a new block. */
async function runNetwork(flags: readonly string[]): Promise<CliResult> {
	const output = join(place('network'), 'net')
	await cli(['testnet', 'init', '--validators', '1', '--output-dir', output])
	const { nodes } = JSON.parse(read(output, 'testnet.json')) as { nodes: [{ ports: { rpc: number } }] }
	const answering = await startNode({ flags: { rpc: `127.0.0.1:${nodes[0].ports.rpc}` } })
	const program = process.argv[1]!
	// Every application of the network is this program.
	process.argv[1] = new URL('../../../../bin/chain-tui.js', import.meta.url).pathname
	const stop = new AbortController()
	let [stdout, isOver] = ['', false]
	try {
		const ended = cli(['testnet', 'start', output, ...flags], {
			env: { CHAIN_TUI_ENGINE: engine },
			stopped: stop.signal,
			onStdout: (text) => {
				stdout += text
			},
		}).finally(() => {
			isOver = true
		})
		await until(async () => {
			await answering.engine.mine(1)
			return isOver || stdout.includes('ready ')
		})
		stop.abort()
		return await ended
	} finally {
		process.argv[1] = program
		await answering.close()
	}
}

const names = idleNames('start')
let [plain, named]: (Promise<CliResult> | undefined)[] = []
testFlags(
	'testnet start',
	async (flags, look) => {
		if (flags.includes('--engine')) return look(await runNetwork(flags))
		if (flags.length === 0) {
			plain ??= runNetwork([])
			return look(await plain)
		}
		// All names are given to one network, which says of each what it did.
		named ??= runNetwork(Object.entries(names).flatMap(([flag, { value }]) => [flag, value!]))
		return look(await named)
	},
	{
		...names,
		// A network is where its folder is.
		'--home': { ...placed(join(folder, 'home')), given: false },
		'--engine': { value: '/nonexistent', look: noProgram, without: false, given: true },
	},
)
