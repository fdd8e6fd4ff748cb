import type { MessagePort } from 'node:worker_threads'
import type { ExtraMethod, ServedMethods } from '../api/rpc/AdminMethods.ts'
import { adminMethods } from '../api/rpc/methods/adminMethods.ts'
import type { RpcHandler } from '../api/rpc/RpcHandler.ts'
import { signatureBackend } from '../crypto/signatureBackend.ts'
import type { Engine } from '../engine/Engine.ts'
import { BugError, thrownText, UserError } from '../errors/UserError.ts'
import { isLoopbackHost } from '../serve/isFromThisMachine.ts'
import { bracketed } from '../util/bracketed.ts'
import { type Clock, systemClock } from '../util/Clock.ts'
import { countedLog } from '../util/countedLog.ts'
import type { Log } from '../util/Log.ts'
import type { SummarySchema } from '../wire/SummarySchema.ts'
import { ethPowers } from './ethPowers.ts'
import { createFaucet, readSigner } from './genesis/faucet.ts'
import { NodeHistory } from './history/NodeHistory.ts'
import { exportedGenesis } from './home/exportGenesis.ts'
import { type RunningNode, removeRunningNode, writeRunningNode } from './home/runningNode.ts'
import { openLogFile } from './logFile.ts'
import type { Listener, NodeConfig } from './NodeConfig.ts'
import { type OpenChain, openChain } from './openChain.ts'
import { type Servers, serversHere } from './servers/ChainServers.ts'
import type { Listening } from './servers/NodeListeners.ts'
import { NodeMetrics, serveMetrics } from './servers/nodeMetrics.ts'

import { ServingThreads } from './threads/ServingThreads.ts'

/** A running node. */
export interface Node {
	readonly engine: Engine
	/** JSON-RPC with the admin methods, for programs in the same thread. Undefined for a node with serving threads. */
	readonly rpc: RpcHandler
	/** Serves JSON-RPC with the admin methods over a port, for the app in the same process (see serveRpcOverPort). */
	serveApp(port: MessagePort): void
	/** Current addresses. */
	readonly addresses: RunningNode
	/** Finishes the block in progress, closes listeners and database. */
	close(): Promise<void>
}

/** Dependencies of a node besides its configuration. */
export interface NodeDeps {
	readonly log: Log
	readonly clock?: Clock
	/** Called once if no more blocks can be made. The node must then be closed. */
	readonly onFailure?: (cause: unknown) => void
	/** The bundled code of serving threads; without it there are none. */
	readonly servingUrl?: URL | undefined
}

/** Creates a node with chain, servers and block production. @throws {UserError} for what the user can resolve. */
export async function createNode(config: NodeConfig, deps: NodeDeps): Promise<Node> {
	const { clock = systemClock, onFailure = () => {}, servingUrl } = deps
	const file = config.home === undefined ? undefined : openLogFile(config.home)
	const log = countedLog((level, source, message) => {
		deps.log(level, source, message)
		file?.log(level, source, message)
	})
	try {
		const node = await open(config, servingUrl, clock, log, (cause) => {
			file?.log('error', 'node', `the node cannot go on: ${thrownText(cause)}`)
			onFailure(cause)
		})
		if (file !== undefined) {
			// Of blocks only the file tells: whoever reads the node live sees them anyway.
			await node.engine.subscribe("tm.event='NewBlockHeader'", (event) => {
				if (event.type !== 'NewBlockHeader' || event.numTxs === 0) return
				const txs = `${event.numTxs} transaction${event.numTxs === 1 ? '' : 's'}`
				file.log('info', 'engine', `block ${event.header.height}, ${txs}`)
			})
		}
		return {
			engine: node.engine,
			get rpc() {
				return node.rpc
			},
			serveApp: (port) => node.serveApp(port),
			get addresses() {
				return node.addresses
			},
			close: async () => {
				await node.close()
				file?.log('info', 'node', 'stopped')
				file?.close()
			},
		}
	} catch (error) {
		file?.log('error', 'node', `the node did not start: ${thrownText(error)}`)
		file?.close()
		throw error
	}
}

async function open(
	config: NodeConfig,
	servingUrl: URL | undefined,
	clock: Clock,
	log: Log,
	onFailure: (cause: unknown) => void,
): Promise<Node> {
	checkAdminListener(config)
	const { home, threads: count = 1 } = config
	// The threads load their code while the chain opens. Other threads cannot read a chain in memory.
	const threads =
		servingUrl === undefined || home === undefined || count < 2
			? undefined
			: new ServingThreads({ config: { ...config, threads: count }, url: servingUrl, log, onFailure })
	try {
		const { name, reason } = signatureBackend()
		log(
			reason === '' ? 'info' : 'warn',
			'crypto',
			`secp256k1 by the ${name} library${reason === '' ? '' : `: ${reason}`}`,
		)
		const chain = await openChain(config, clock, log, onFailure, threads)
		try {
			return await serve(chain, config, clock, log, threads)
		} catch (error) {
			await chain.close()
			throw error
		}
	} catch (error) {
		await threads?.close()
		throw error
	}
}

async function serve(
	chain: OpenChain,
	config: NodeConfig,
	clock: Clock,
	log: Log,
	threads: ServingThreads | undefined,
): Promise<Node> {
	const { engine } = chain
	let exporter: Awaited<ReturnType<typeof serveMetrics>>
	const onListening = (listening: Listening): void => {
		if (config.home !== undefined) writeRunningNode(config.home, running(engine, listening, exporter?.url))
	}
	const history = new NodeHistory({ chain: engine, pool: engine, home: config.home, log })
	const chain_history: ServedMethods<SummarySchema>['chain_history'] = async ({ seconds }) => {
		const span = Number(seconds)
		if (!(span > 0)) throw new UserError('seconds must be a number above 0.')
		return history.read(Math.min(span, 604_800))
	}
	const powers = {
		...powersOver(chain, config, () => servers.listening),
		chain_history,
	}
	const served = {
		...{ powers, clock, onListening },
		...(config.admin || config.developer === true
			? { ethPowers: ethPowers(chain, config.throwsFailures === true) }
			: {}),
	}
	const servers: Servers =
		threads === undefined
			? serversHere(config, chain, { ...served, history: chain_history, log })
			: threads.serve(chain, served)
	const metrics = new NodeMetrics({
		...{ chain: engine, pool: engine, home: config.home, clock },
		listeners: () => servers.listening.listeners,
	})
	try {
		exporter = await serveMetrics(config.metrics, metrics)
		await history.start()
		await engine.start()
		await servers.open()
	} catch (error) {
		await exporter?.close()
		await history.close()
		await servers.close()
		throw error
	}
	onListening(servers.listening)
	return {
		engine,
		get rpc() {
			if (servers.rpc === undefined) throw new BugError('this node is served by other threads')
			return servers.rpc
		},
		serveApp: (port) => servers.serveApp(port),
		get addresses() {
			return running(engine, servers.listening, exporter?.url)
		},
		async close() {
			if (config.home !== undefined) removeRunningNode(config.home)
			await servers.close()
			await exporter?.close()
			await history.close()
			await chain.close()
		},
	}
}

/** The admin methods of a node. */
function powersOver(
	chain: OpenChain,
	config: NodeConfig,
	listening: () => Listening,
): { readonly [name: string]: ExtraMethod } {
	const { engine, registry } = chain
	const faucet = createFaucet(engine, config.settings, config.minimumGasPrices, (address) =>
		readSigner(engine.application, registry, address),
	)
	const methods = adminMethods({
		control: engine,
		faucet: faucet.request,
		hasFaucet: faucet.exists,
		configuration: () => ({
			settings: config.settings,
			minimumGasPrices: config.minimumGasPrices,
			...listening(),
			...(chain.acting === undefined ? {} : { actAs: chain.acting.addresses }),
		}),
		...(chain.acting === undefined ? {} : { actAs: chain.acting }),
		exportGenesis: async (height) => [...exportedGenesis(await engine.genesis(), chain.app(), height)].join(''),
	})
	return { ...methods }
}

function running(engine: Engine, { listeners, moved }: Listening, metrics: string | undefined): RunningNode {
	const told = Object.keys(moved).length === 0 ? {} : { moved }
	return { pid: process.pid, chainId: engine.chainId, ...listeners, ...(metrics && { metrics }), ...told }
}

/** Refuses admin methods for a network. @throws {UserError} if others can reach a JSON-RPC listener with them. */
function checkAdminListener({ admin, listeners: { rpc, eth } }: NodeConfig): void {
	if (!admin) return
	refuse('rpc', rpc, 26_657)
	if (eth !== undefined) refuse('eth', eth, 8_546)
}

function refuse(name: string, listener: Listener, port: number): void {
	if (!listener.on || isLoopbackHost(listener.host)) return
	throw new UserError(`--admin cannot be used with --${name} ${bracketed(listener.host)}:${listener.port}.`, {
		why: 'Other machines may reach that address, and the admin methods move time, empty the faucet and erase the chain.',
		next: `Listen on this machine only, with --${name} 127.0.0.1:${port}, or leave --admin out.`,
	})
}
