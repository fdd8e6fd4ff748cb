import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { evmChainIdOf } from '../../codec/ChainSettings.ts'
import { generateValidatorKey, nodeIdOf } from '../../engine/validatorKey.ts'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import { readGenesis } from '../../engineRpc/readGenesis.ts'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { writeNetworkHome } from '../home/networkHome.ts'
import type { NetworkConfig } from '../NodeConfig.ts'
import { randomPort, refuseFullFolder, writeAppHome, writeEngineHome } from './createTestnet.ts'
import { engineConfig, type StateSync } from './engineConfig.ts'
import { hostAndPort, isPrivateHost, usualPorts } from './hosts.ts'
import { systemdUnits } from './systemdUnits.ts'
import { type Testnet, type TestnetNode, testnetPaths } from './Testnet.ts'

/** How a new node gets the state: a snapshot of others, every block again, or the first if the chain is long. */
export type JoinMode = 'auto' | 'state' | 'replay'

/** Options of a new node of a network that runs. */
export interface JoinOptions {
	/** RPC of at least two nodes of it, `http://10.0.0.1:26657`. */
	readonly servers: readonly string[]
	/** A folder that is empty or does not exist yet. */
	readonly folder: string
	readonly name: string
	readonly mode: JoinMode
	/** Name of the chain, where the operator gives one. */
	readonly chainId?: string | undefined
	/** Settings for the genesis in a file: names of the chain come from it. */
	readonly configOf: (genesisFile: string, home: string) => NetworkConfig
	/** Receives each step when it is done. */
	readonly onStep: (text: string) => void
}

/** A new node, ready to be started. */
export interface JoinedNode {
	readonly testnet: Testnet
	readonly sync: 'state' | 'replay'
	readonly trust: StateSync
	readonly peers: readonly string[]
}

/** Blocks from which on taking over a state is quicker than running them all. */
const longChain = 1_000

/**
 * Makes the homes of a new node of a network that runs: the genesis and a trusted block, which two of its nodes must
 * tell alike, peers that can be dialled, own keys and free ports. The folder is one that `testnet start` can run.
 * @throws {UserError} if nodes do not answer or contradict each other, or no peer can be dialled.
 */
export async function joinNetwork(options: JoinOptions): Promise<JoinedNode> {
	const { servers, folder, name, onStep } = options
	if (new Set(servers).size < 2) {
		throw new UserError('A new node needs two nodes of the network.', {
			why: 'One alone could tell it of a chain that does not exist.',
			next: 'Give the RPC of both: --rpc http://10.0.0.1:26657,http://10.0.0.2:26657.',
		})
	}
	refuseFullFolder(folder)
	const clients = servers.map((url) => new EngineClient(url))
	const statuses = await Promise.all(clients.map((client) => client.call('status', {}, 10_000)))
	const chainId = alike(
		servers,
		statuses.map(({ node_info }) => node_info.network),
		'chain id',
	)
	if (options.chainId !== undefined && options.chainId !== chainId) {
		throw new UserError(`The network is ${chainId}, not ${options.chainId}.`, {
			next: 'Give the RPC of nodes of the network that you mean, or leave --chain-id out.',
		})
	}
	const heights = statuses.map(({ sync_info }) => Number(sync_info.latest_block_height))
	onStep(`${chainId}: ${servers.map((url, at) => `${url} is at height ${heights[at]}`).join(', ')}`)
	const genesis = await genesisOf(clients, servers, onStep)
	const earliest = Math.max(...statuses.map(({ sync_info }) => Number(sync_info.earliest_block_height)))
	const trust = await trustedBlock(clients, servers, Math.max(earliest, Math.min(...heights) - 1))
	onStep(`trusted block: height ${trust.height}, hash ${trust.hash}, told alike`)
	const sync = syncMode(options.mode, Math.min(...heights), earliest)
	onStep(
		sync === 'state'
			? "the state comes from a snapshot of the network's nodes"
			: `every block from 1 on is run: ${Math.min(...heights)} so far`,
	)
	const peers = await dialledPeers(clients, servers)
	onStep(`peers that can be dialled: ${peers.map((peer) => peer.split('@')[1]).join(', ')}`)
	const testnet = await writeNode(options, { chainId, genesis, trust, sync, peers }).catch((cause: unknown) => {
		// A folder in which something lies would be refused the next time.
		if (existsSync(folder)) for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true })
		throw cause
	})
	onStep(`homes with own keys are in ${testnetPaths(folder).host(name)}; the node's id is ${testnet.nodes[0]!.id}`)
	return { testnet, sync, trust, peers }
}

/** What was learnt of a network. */
interface Learnt extends Pick<JoinedNode, 'sync' | 'trust' | 'peers'> {
	readonly chainId: string
	readonly genesis: string
}

/** Writes all files of the new node. */
async function writeNode(
	{ servers, folder, name, configOf }: JoinOptions,
	{ chainId, genesis, trust, sync, peers }: Learnt,
): Promise<Testnet> {
	const paths = testnetPaths(folder)
	const genesisFile = join(paths.engine(name), 'config', 'genesis.json')
	writeFileAtomic(genesisFile, `${genesis}\n`, { access: 'open' })
	const asked = configOf(genesisFile, paths.app(name))
	const evmChainId = asked.evmChainId ?? evmChainIdOf(chainId)
	// The application alone reads no genesis: its home tells that the chain has an EVM.
	const config = evmChainId === undefined ? asked : { ...asked, evmChainId }
	const key = generateValidatorKey()
	const node: TestnetNode = { name, id: nodeIdOf(key), ports: await freeUsualPorts(evmChainId !== undefined) }
	const testnet: Testnet = {
		...{ format: 2, chainId, blockIntervalMs: config.blockIntervalMs, nodes: [node] },
		snapshotInterval: config.snapshotInterval,
	}
	const toml = engineConfig({
		moniker: name,
		application: hostAndPort('127.0.0.1', node.ports.abci),
		rpc: hostAndPort('127.0.0.1', node.ports.rpc),
		p2p: hostAndPort('0.0.0.0', node.ports.p2p),
		persistentPeers: peers,
		isLocal: servers.some((url) => isPrivateHost(new URL(url).hostname)),
		blockIntervalMs: config.blockIntervalMs,
		metrics: hostAndPort('127.0.0.1', node.ports.engineMetrics!),
		...(sync === 'state' ? { stateSync: trust } : {}),
	})
	writeEngineHome(paths.engine(name), { config: toml, genesis, validator: generateValidatorKey(), node: key })
	writeAppHome(paths.app(name), config, node)
	writeNetworkHome(paths.app(name), { others: [...servers] })
	for (const [unit, text] of Object.entries(systemdUnits)) {
		writeFileAtomic(join(paths.host(name), 'systemd', unit), text, { access: 'open' })
	}
	writeFileAtomic(paths.file, `${JSON.stringify(testnet, null, 2)}\n`, { access: 'open' })
	return testnet
}

/** What all nodes say of something. */
function alike(servers: readonly string[], told: readonly string[], what: string): string {
	const other = told.findIndex((value) => value !== told[0])
	if (other < 0) return told[0]!
	throw new UserError(`${servers[0]} and ${servers[other]} do not tell the same ${what}.`, {
		why: `One says ${told[0]}, the other ${told[other]}.`,
		next: 'Ask who runs the network which of both is right, and give two nodes that agree.',
	})
}

/** The genesis document that all of them tell. */
async function genesisOf(
	clients: readonly EngineClient[],
	servers: readonly string[],
	onStep: (text: string) => void,
): Promise<string> {
	const documents = await Promise.all(clients.map(readGenesis))
	const sums = documents.map((text) => createHash('sha256').update(text).digest('hex'))
	alike(servers, sums, 'genesis (SHA-256)')
	onStep(`genesis: ${Buffer.byteLength(documents[0]!)} bytes, SHA-256 ${sums[0]}, told alike`)
	return documents[0]!
}

async function trustedBlock(
	clients: readonly EngineClient[],
	servers: readonly string[],
	height: number,
): Promise<StateSync> {
	const hashes = await Promise.all(
		clients.map(async (client) => {
			const reply = await client.call('commit', { height: String(height) })
			if (reply !== null) return reply.signed_header.commit.block_id.hash
			throw new UserError(`${client.url} has no block ${height}.`, {
				next: 'Give nodes that keep the newest blocks, or try again.',
			})
		}),
	)
	const hash = alike(servers, hashes, `block ${height}`)
	return { servers: servers.map((url) => url.replace(/^http:\/\//, '')), height, hash }
}

function syncMode(mode: JoinMode, height: number, earliest: number): 'state' | 'replay' {
	if (mode === 'replay' && earliest > 1) {
		throw new UserError('The blocks from 1 on cannot be run again.', {
			why: `The nodes keep blocks from ${earliest} on.`,
			next: 'Leave --sync out, or give nodes that keep every block.',
		})
	}
	if (mode !== 'auto') return mode
	return earliest > 1 || height >= longChain ? 'state' : 'replay'
}

/** `id@host:port` of the given nodes and of their peers, of those that accept a connection. */
async function dialledPeers(clients: readonly EngineClient[], servers: readonly string[]): Promise<readonly string[]> {
	const found = await Promise.all(
		clients.map(async (client, at) => {
			const [{ node_info }, { peers }] = await Promise.all([client.call('status'), client.call('net_info')])
			const own = peerAddress(node_info, new URL(servers[at]!).hostname)
			return [own, ...(peers ?? []).map((peer) => peerAddress(peer.node_info, peer.remote_ip))]
		}),
	)
	const candidates = [...new Map(found.flat().map((peer) => [peer.split('@')[0], peer])).values()]
	const open = await Promise.all(candidates.map(canDial))
	const peers = candidates.filter((_, at) => open[at])
	if (peers.length > 0) return peers
	throw new UserError('No node of the network can be dialled.', {
		why: `None of ${candidates.map((peer) => peer.split('@')[1]).join(', ')} accepts a connection.`,
		next: 'Open the p2p port (26656) of the nodes to this machine.',
	})
}

/** An address that a node tells of itself counts unless it stands for all of its own. */
function peerAddress(info: { readonly id: string; readonly listen_addr: string }, seenAt: string): string {
	const [, host = '', port = ''] = /^(?:tcp:\/\/)?(.*):(\d+)$/.exec(info.listen_addr) ?? []
	const plain = host.replace(/^\[|\]$/g, '')
	const isOwn =
		plain === '' || (ipaddr.isValid(plain) && ['unspecified', 'loopback'].includes(ipaddr.parse(plain).range()))
	return `${info.id}@${hostAndPort(isOwn ? seenAt.replace(/^\[|\]$/g, '') : plain, Number(port))}`
}

const dialMs = 2_000

async function canDial(peer: string): Promise<boolean> {
	const [, host = '', port = ''] = /@\[?(.*?)\]?:(\d+)$/.exec(peer) ?? []
	return new Promise((resolve) => {
		const socket = connect(Number(port), host)
		const end = (isOpen: boolean) => {
			socket.destroy()
			resolve(isOpen)
		}
		socket.setTimeout(dialMs, () => end(false))
		socket.once('connect', () => end(true))
		socket.once('error', () => end(false))
	})
}

/** The usual ports, or free ones in the place of those that are taken. */
async function freeUsualPorts(isEvm: boolean): Promise<TestnetNode['ports']> {
	const ports: Record<string, number> = {}
	for (const [name, usual] of Object.entries(usualPorts)) {
		if (name === 'eth' && !isEvm) continue
		let port = await tryPort(usual)
		while (port === undefined || Object.values(ports).includes(port)) port = await tryPort(randomPort())
		ports[name] = port
	}
	return ports as TestnetNode['ports']
}

function tryPort(port: number): Promise<number | undefined> {
	return new Promise((resolve) => {
		const server = createServer()
		server.once('error', () => resolve(undefined))
		server.listen(port, '0.0.0.0', () => {
			server.close(() => resolve(port))
		})
	})
}
