import { createLegacyHandler8 } from '../api/legacy/generation8/createLegacyHandler8.ts'
import { createLegacyHandler9 } from '../api/legacy/generation9/createLegacyHandler9.ts'
import { createGatewayHandler } from '../api/rest/createGatewayHandler.ts'
import type { RestHandler } from '../api/rest/RestHandler.ts'
import type { ServedMethods } from '../api/rpc/AdminMethods.ts'
import { createRpcHandler, type RpcHandler } from '../api/rpc/RpcHandler.ts'
import { signatureBackend } from '../crypto/signatureBackend.ts'
import type { Engine } from '../engine/Engine.ts'
import { sourceOf } from '../engine/sourceOf.ts'
import { UserError } from '../errors/UserError.ts'
import { RequestJournal } from '../serve/requests/RequestJournal.ts'
import { type Clock, systemClock } from '../util/Clock.ts'
import { countedLog } from '../util/countedLog.ts'
import type { Log } from '../util/Log.ts'
import type { AdminSchema, ListenerName } from '../wire/AdminSchema.ts'
import type { RequestsSchema } from '../wire/RequestsSchema.ts'
import type { SummarySchema } from '../wire/SummarySchema.ts'
import { chainSummaries } from './chainSummaries.ts'
import { checkAdminListener } from './checkAdminListener.ts'
import { exportedGenesis } from './exportedGenesis.ts'
import { createFaucet } from './faucet.ts'
import { openLogFile } from './logFile.ts'
import type { NodeConfig } from './NodeConfig.ts'
import { NodeListeners } from './NodeListeners.ts'
import { type OpenChain, openChain } from './openChain.ts'
import { readSigner } from './readSigner.ts'
import { requestMethods } from './requestMethods.ts'
import { restRequest } from './restRequest.ts'
import { type RunningNode, removeRunningNode, writeRunningNode } from './runningNode.ts'
import { traceGas } from './traceGas.ts'

/** A running node. */
export interface Node {
	readonly engine: Engine
	/** JSON-RPC with the admin methods, for the app in the same process. */
	readonly rpc: RpcHandler
	/** Where it listens now. */
	readonly addresses: RunningNode
	/** Finishes the block in progress, closes listeners and database. */
	close(): Promise<void>
}

/** What a node needs besides its configuration. */
export interface NodeDeps {
	readonly log: Log
	readonly clock?: Clock
	/** Called once when no more blocks can be made; the node has to be closed. */
	readonly onFailure?: (cause: unknown) => void
}

/**
 * Builds a node from its parts and starts it: chain, servers and block production. Resolves when all listeners are up.
 * Throws UserError for anything the user can end.
 */
export async function createNode(config: NodeConfig, deps: NodeDeps): Promise<Node> {
	const { clock = systemClock, onFailure = () => {} } = deps
	const file = config.home === undefined ? undefined : openLogFile(config.home)
	const log = countedLog((level, source, message) => {
		deps.log(level, source, message)
		file?.log(level, source, message)
	})
	try {
		const node = await open(config, clock, log, (cause) => {
			file?.log('error', 'node', `the node cannot go on: ${cause instanceof Error ? cause.message : String(cause)}`)
			onFailure(cause)
		})
		return {
			...node,
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
		file?.log('error', 'node', `the node did not start: ${error instanceof Error ? error.message : String(error)}`)
		file?.close()
		throw error
	}
}

async function open(config: NodeConfig, clock: Clock, log: Log, onFailure: (cause: unknown) => void): Promise<Node> {
	checkAdminListener(config)
	const { name, reason } = signatureBackend()
	log(
		reason === '' ? 'info' : 'warn',
		'crypto',
		`secp256k1 by the ${name} library${reason === '' ? '' : `: ${reason}`}`,
	)
	const chain = await openChain(config, clock, log, onFailure)
	try {
		return await serve(chain, config, clock, log)
	} catch (error) {
		await chain.close()
		throw error
	}
}

async function serve(chain: OpenChain, config: NodeConfig, clock: Clock, log: Log): Promise<Node> {
	const { engine, identity, registry, backend } = chain
	const source = sourceOf(engine)
	const legacy = { ...source, registry, settings: config.settings, identity }
	const rest: readonly RestHandler[] = [
		createLegacyHandler9(legacy),
		createGatewayHandler({ ...source, services: backend.queryServices, registry }),
	]
	const legacy8: readonly RestHandler[] = [createLegacyHandler8(legacy)]
	const faucet = createFaucet(engine, config.settings, config.minimumGasPrices, (address) =>
		readSigner(engine.application, registry, address),
	)
	const admin = {
		control: engine,
		faucet: faucet.request,
		hasFaucet: faucet.exists,
		configuration: () => ({
			settings: config.settings,
			minimumGasPrices: config.minimumGasPrices,
			listeners: listeners.addresses,
			moved: listeners.moved,
		}),
		exportGenesis: async () => exportedGenesis(engine, chain.app()),
	}
	const journal = new RequestJournal()
	const extra: Pick<ServedMethods<AdminSchema>, 'admin_setListener' | 'rest_request'> & ServedMethods<RequestsSchema> =
		{
			...requestMethods(journal, () => listeners.addresses),
			admin_setListener: async ({ name, on }) => {
				await listeners.set(listenerName(name), on === true)
				announce()
				return listeners.addresses
			},
			rest_request: async ({ generation, method, path, body }) =>
				restRequest(generation === 8 ? legacy8 : rest, {
					method: String(method ?? 'GET'),
					path: String(path),
					...(body === undefined ? {} : { body: String(body) }),
				}),
		}
	const open: ServedMethods<SummarySchema> = {
		...chainSummaries(engine, registry),
		chain_traceGas: async ({ hash }) => traceGas(engine, chain.app(), String(hash)),
	}
	const rpc = createRpcHandler(source, { identity, admin, extra, open })
	const publicRpc = config.admin ? rpc : createRpcHandler(source, { identity, open })
	const listeners = new NodeListeners(config, { chain, rpc: publicRpc, rest, legacy8, clock, log, journal })
	const addresses = (): RunningNode => ({
		pid: process.pid,
		chainId: engine.chainId,
		...listeners.addresses,
		...(Object.keys(listeners.moved).length === 0 ? {} : { moved: listeners.moved }),
	})
	const announce = (): void => {
		if (config.home !== undefined) writeRunningNode(config.home, addresses())
	}
	try {
		await engine.start()
		await listeners.openAll()
	} catch (error) {
		await listeners.closeAll()
		throw error
	}
	announce()
	return {
		engine,
		rpc,
		get addresses() {
			return addresses()
		},
		async close() {
			if (config.home !== undefined) removeRunningNode(config.home)
			await listeners.closeAll()
			await chain.close()
		},
	}
}

function listenerName(name: unknown): ListenerName {
	if (
		name === 'rpc' ||
		name === 'grpc' ||
		name === 'rest' ||
		name === 'legacy8' ||
		name === 'endpoints' ||
		name === 'eth'
	)
		return name
	throw new UserError(`There is no listener ${String(name)}.`, {
		next: 'Use rpc, grpc, rest, legacy8, endpoints or eth.',
	})
}
