import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { parseGenesis } from '../../chain/parseGenesis.ts'
import { evmChainIdOf } from '../../codec/ChainSettings.ts'
import { formatValidatorKey, generateValidatorKey, nodeIdOf, type ValidatorKey } from '../../engine/validatorKey.ts'
import { UserError } from '../../errors/UserError.ts'
import { reachableHost } from '../../serve/isFromThisMachine.ts'
import { toBase64, toHexUpper } from '../../util/bytes.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { genesisFor } from '../genesis/genesisFor.ts'
import { prepareHome, readHomeConfig, writeHomeConfig } from '../home/home.ts'
import { writeNetworkHome } from '../home/networkHome.ts'
import type { NetworkConfig, NodeConfig } from '../NodeConfig.ts'
import type { SettingValues } from '../settings.ts'
import { composeFile } from './composeFile.ts'
import { type EngineSettings, engineConfig } from './engineConfig.ts'
import { hostFiles, hostsPage, isOnHost } from './hostFiles.ts'
import { type Host, hostAndPort, isPrivateHost, type PortName, peersOf } from './hosts.ts'
import { type Testnet, type TestnetNode, testnetPaths } from './Testnet.ts'

/** Options of a network. */
export interface TestnetOptions {
	/** From 1 to 64. */
	readonly validators: number
	/** A folder that is empty or does not exist yet. */
	readonly folder: string
	readonly snapshotInterval: number
	/** ISO 8601 in UTC: the genesis time. */
	readonly time: string
	/** Hosts of the nodes, instead of so many validators on this machine. */
	readonly hosts?: readonly Host[]
}

/** Power of each validator. */
const power = 10

/**
 * Creates the folder of a network of real engines: for each node a home of the engine (keys, config.toml, genesis) and
 * one of the application. On one machine they get free ports and a common compose file; on hosts, what an operator of
 * each needs.
 * @throws {UserError} for an invalid number of validators, and for a folder that is not empty.
 */
export async function createTestnet(config: NetworkConfig, options: TestnetOptions): Promise<Testnet> {
	const { folder, snapshotInterval, time, hosts } = options
	refuseFullFolder(folder)
	const evmChainId = config.evmChainId ?? evmChainIdOf(chainIdOf(config))
	const isEvm = evmChainId !== undefined
	const places =
		hosts === undefined ? await localNodes(options.validators, isEvm) : hosts.map((host) => hostNode(host, isEvm))
	const keys = places.map(() => ({ validator: generateValidatorKey(), node: generateValidatorKey() }))
	const signers = keys.flatMap(({ validator }, index) =>
		hosts === undefined || hosts[index]!.role === 'validator' ? [{ name: places[index]!.name, key: validator }] : [],
	)
	const genesis = testnetGenesis(config, time, signers)
	const testnet: Testnet = {
		format: 2,
		chainId: parseGenesis(genesis).chainId,
		blockIntervalMs: config.blockIntervalMs,
		snapshotInterval,
		nodes: places.map((place, index) => ({ ...place, id: nodeIdOf(keys[index]!.node) })),
	}
	const paths = testnetPaths(folder)
	for (const [index, node] of testnet.nodes.entries()) {
		const { validator, node: nodeKey } = keys[index]!
		const toml = engineConfig(engineSettings(testnet, node, hosts ?? []))
		writeEngineHome(paths.engine(node.name), { config: toml, genesis, validator, node: nodeKey })
		// The application alone reads no genesis: its home tells that the chain has an EVM.
		writeAppHome(paths.app(node.name), { ...config, ...(isEvm ? { evmChainId } : {}), snapshotInterval }, node)
		if (!isOnHost(node)) continue
		const guards = (hosts ?? []).filter((host) => host.guards.includes(node.name)).map(({ address }) => address)
		for (const [name, text] of Object.entries(hostFiles(node, guards.length === 0 ? undefined : guards))) {
			writeFileAtomic(join(paths.host(node.name), name), text, { access: 'open' })
		}
	}
	if (hosts === undefined) {
		const owner = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`
		writeFileAtomic(paths.compose, composeFile(testnet, owner), { access: 'open' })
	} else writeFileAtomic(paths.page, hostsPage(testnet), { access: 'open' })
	// Written last, so that a folder with this file is complete.
	writeFileAtomic(paths.file, `${JSON.stringify(testnet, null, 2)}\n`, { access: 'open' })
	return testnet
}

/** Refuses a folder in which something lies. @throws {UserError} if it is not empty. */
export function refuseFullFolder(folder: string): void {
	if (!existsSync(folder) || readdirSync(folder).length === 0) return
	throw new UserError(`${folder} is not empty.`, { next: 'Give --output-dir a folder that is not there yet.' })
}

type Place = Omit<TestnetNode, 'id'>

/** Ports of a node on this machine; one more for the EVM of a chain that has one. */
const localPorts = ['abci', 'rpc', 'p2p', 'rest', 'grpc'] as const

async function localNodes(count: number, isEvm: boolean): Promise<readonly Place[]> {
	if (!Number.isInteger(count) || count < 1 || count > 64) {
		throw new UserError(`A network cannot have ${count} validators.`, { next: 'Give a number from 1 to 64.' })
	}
	const names = isEvm ? [...localPorts, 'eth' as const] : localPorts
	const ports = await freePorts(count * names.length)
	return Array.from({ length: count }, (_, index) => ({
		name: `node${index}`,
		ports: Object.fromEntries(names.map((name, at) => [name, ports[index * names.length + at]])) as Place['ports'],
	}))
}

function hostNode({ name, role, address, ports, listen }: Host, isEvm: boolean): Place {
	const { eth, ...others } = ports
	return { name, ports: isEvm ? ports : others, host: { role, address, listen } }
}

/** What the engine of a node is told of itself and the others. */
function engineSettings(
	{ nodes, blockIntervalMs }: Testnet,
	node: TestnetNode,
	hosts: readonly Host[],
): EngineSettings {
	const { name, ports, host } = node
	const listens = (port: PortName) => hostAndPort(host?.listen[port] ?? '127.0.0.1', ports[port]!)
	const reached = (peer: string): string => {
		const { id, ports, host } = nodes.find((one) => one.name === peer)!
		return `${id}@${hostAndPort(host?.address ?? '127.0.0.1', ports.p2p)}`
	}
	const own = { moniker: name, application: listens('abci'), rpc: listens('rpc'), p2p: listens('p2p'), blockIntervalMs }
	if (host === undefined) {
		const peers = nodes.filter((peer) => peer.name !== name)
		return { ...own, persistentPeers: peers.map((peer) => reached(peer.name)), isLocal: true }
	}
	const { persistent, secret, seeds, exchanges } = peersOf(hosts.find((one) => one.name === name)!, hosts)
	return {
		...own,
		external: hostAndPort(host.address, ports.p2p),
		persistentPeers: persistent.map(reached),
		seeds: seeds.map(reached),
		secretPeers: secret.map((peer) => nodes.find((one) => one.name === peer)!.id),
		exchanges,
		isSeed: host.role === 'seed',
		isLocal: hosts.some(({ address }) => isPrivateHost(address)),
		metrics: listens('engineMetrics'),
	}
}

/** A port to try, below those that systems give to outgoing connections, which would take it before its program starts. */
export function randomPort(): number {
	return randomInt(10_000, 20_000)
}

/** Distinct loopback ports that nothing listens on. */
export async function freePorts(count: number): Promise<readonly number[]> {
	// All are held until the last is found, so that none is returned twice.
	const servers = await Promise.all(Array.from({ length: count }, holdPort))
	const ports = servers.map((server) => (server.address() as { readonly port: number }).port)
	await Promise.all(
		servers.map(async (server) => {
			server.close()
			await once(server, 'close')
		}),
	)
	return ports
}

/** Listens on a random port that is free. */
async function holdPort(): Promise<Server> {
	for (;;) {
		const server = createServer().listen(randomPort(), '127.0.0.1')
		try {
			await once(server, 'listening')
			return server
		} catch (cause) {
			if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause
		}
	}
}

/** The chain id of the genesis file, else the configured one. */
function chainIdOf({ genesis, chainId }: NodeConfig): string {
	return genesis === undefined ? chainId : parseGenesis(genesis).chainId
}

/** A validator of the genesis. */
interface Signer {
	readonly name: string
	readonly key: ValidatorKey
}

/** The chain's genesis with all validators, and a block time step well below the block interval. */
function testnetGenesis(config: NodeConfig, time: string, validators: readonly Signer[]): string {
	const document = JSON.parse(genesisFor(config, () => validators[0]!.key, time)) as {
		consensus_params: { block: { time_iota_ms: string } }
		validators: unknown
	}
	// A step longer than the interval lets block time run ahead of the clock (see README of the 0.34 line on time_iota_ms).
	document.consensus_params.block.time_iota_ms = String(Math.max(1, Math.floor(config.blockIntervalMs / 10)))
	document.validators = validators.map(({ name, key }) => ({
		address: toHexUpper(key.address),
		pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(key.pubKey) },
		power: String(power),
		name,
	}))
	return JSON.stringify(document, null, 2)
}

/** Writes the home of a node's application: its settings, its listeners, and where its engine is. */
export function writeAppHome(home: string, config: NetworkConfig, { ports, host }: Place): void {
	prepareHome(config, home)
	const { minimumGasPrices, pruning, snapshotInterval, snapshotKeep, minRetainBlocks } = config
	const kept: SettingValues = {
		minimumGasPrices,
		...(typeof pruning === 'string'
			? { pruning }
			: {
					pruning: 'custom',
					pruningKeepRecent: String(pruning.keepRecent),
					pruningInterval: String(pruning.interval),
				}),
		snapshotInterval: String(snapshotInterval),
		snapshotKeep: String(snapshotKeep),
		minRetainBlocks: String(minRetainBlocks),
	}
	const listens = (name: PortName) => hostAndPort(host?.listen[name] ?? '127.0.0.1', ports[name]!)
	const listeners = {
		rest: listens('rest'),
		grpc: listens('grpc'),
		...(ports.eth === undefined ? {} : { eth: listens('eth') }),
		...(ports.metrics === undefined ? {} : { metrics: listens('metrics') }),
	}
	writeHomeConfig(home, { ...readHomeConfig(home), ...kept, ...listeners })
	writeNetworkHome(home, {
		address: `tcp://${listens('abci')}`,
		engineUrl: `http://${reachableHost(host?.listen.rpc ?? '127.0.0.1')}:${ports.rpc}`,
		engineHome: '../engine',
	})
}

/** Files of an engine's home. */
export interface EngineHome {
	readonly config: string
	readonly genesis: string
	readonly validator: ValidatorKey
	readonly node: ValidatorKey
}

/** Writes the home of an engine that has signed nothing yet. */
export function writeEngineHome(home: string, { config, genesis, validator, node }: EngineHome): void {
	mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 })
	writeFileAtomic(join(home, 'config', 'config.toml'), config, { access: 'open' })
	writeFileAtomic(join(home, 'config', 'genesis.json'), `${genesis.trimEnd()}\n`, {
		access: 'open',
		check: parseGenesis,
	})
	writeEngineKeys(home, validator, node)
}

/** Writes keys of an engine, with which nothing has been signed yet. */
export function writeEngineKeys(home: string, validator: ValidatorKey, node: ValidatorKey): void {
	writeFileAtomic(join(home, 'config', 'priv_validator_key.json'), formatValidatorKey(validator))
	writeFileAtomic(join(home, 'config', 'node_key.json'), formatValidatorKey(node))
	const signed = { height: '0', round: 0, step: 0 }
	writeFileAtomic(join(home, 'data', 'priv_validator_state.json'), `${JSON.stringify(signed, null, 2)}\n`)
}
