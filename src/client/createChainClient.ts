import type { ChainSettings } from '../codec/ChainSettings.ts'
import { createRegistry } from '../codec/registry/createRegistry.ts'
import { createEndpointsClient } from '../endpoints/client/createEndpointsClient.ts'
import type { UserError } from '../errors/UserError.ts'
import type { Keyring } from '../keyring/Keyring.ts'
import { chainActions } from './actions/chainActions.ts'
import { carrying } from './actions/txs.ts'
import { adminClient } from './adminClient.ts'
import { BlockFeed } from './BlockFeed.ts'
import type { ChainClient, ChainEvent, LogEntry, NodeStatus, TxDetail } from './ChainClient.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import { AbiBook } from './evm/AbiBook.ts'
import { createEvmClient } from './evm/createEvmClient.ts'
import type { EvmClient } from './evm/EvmClient.ts'
import { readAccountForms } from './legacy/readAccountForms.ts'
import { NetworkReader } from './queries/NetworkReader.ts'
import { SummaryReader, summarySource } from './queries/SummaryReader.ts'
import { TxReader } from './queries/TxReader.ts'
import { createRequestsClient } from './RequestsClient.ts'
import type { ApiKeySource, RpcConnection, RpcStreamState } from './rpc/RpcConnection.ts'
import { StatusReader } from './StatusReader.ts'
import { TxSender } from './TxSender.ts'
import { TxTracker } from './tx/TxTracker.ts'

/** Shortest time between two status events, in milliseconds. */
const statusIntervalMs = 100

/** Milliseconds before signing code loads after the first subscription: neither first frame nor signature waits. */
const loadSigningAfterMs = 1_500

/** Dependencies of a client. */
export interface ChainClientParts {
	readonly connection: RpcConnection
	readonly keyring: Keyring
	/** Address prefix, denomination and amino names, if the node does not report them. */
	readonly settings: ChainSettings
	/** Minimum gas prices to pay if the node does not report them. */
	readonly gasPrices: string
	/** Addresses of the node's servers, if known. */
	readonly listeners?: NodeStatus['listeners']
	/** Listeners that moved to another port, if known. */
	readonly moved?: NodeStatus['moved']
	/** Whether the node serves the admin_* methods. */
	readonly admin: boolean
	/** `User-Agent` of the requests to the EVM. */
	readonly agent?: string
	/** The only chain id whose node is asked and signed for; any if left out. */
	readonly expects?: string
	/** Folder that keeps the session of the endpoint service. Without it the service is not used. */
	readonly endpointsHome?: string
	/** Folder of the ABIs that the user added; without it they stay in memory. */
	readonly abiFolder?: string
	/** Log lines of an embedded node. */
	readonly onLog?: (listener: (line: LogEntry) => void) => () => void
	/** Only for an embedded node: the reason it ended by a fault. */
	readonly ended?: Promise<UserError>
	/** Ends what the client owns besides the connection, such as the embedded node. */
	readonly onClose?: () => Promise<void>
}

/**
 * Creates the client of screens and commands, the same for an embedded and a remote node.
 *
 * @example
 * const client = createChainClient({ connection: remoteConnection('http://127.0.0.1:26657'), … })
 * for await (const step of client.createGreeting('alice', 'hello')) console.log(step.state)
 * await client.close()
 */
export function createChainClient(parts: ChainClientParts): ChainClient {
	const { connection, keyring, settings } = parts
	const registry = createRegistry({ evm: true })
	const listeners = new Set<(event: ChainEvent) => void>()
	const network = new NetworkReader(connection)
	const details = new TxReader(connection, registry)
	const summaries = new SummaryReader(summarySource(connection, registry))
	const known = {
		settings,
		minimumGasPrices: parts.gasPrices,
		listeners: parts.listeners ?? {},
		moved: parts.moved ?? {},
	}
	const status = new StatusReader(connection, known, parts.expects)
	const emit = (event: ChainEvent): void => {
		for (const listener of listeners) listener(event)
	}
	const announceStatus = throttled(statusIntervalMs, async () => {
		if (listeners.size > 0) emit({ type: 'status', status: await status.read() })
	})
	let streamUp = true
	let loadSigning: NodeJS.Timeout | undefined
	const feed = new BlockFeed(connection, {
		onHeight: async (height, isHeld) => {
			// Over REST alone there are no blocks to look into.
			if (connection.protocol !== undefined) await tracker.lookUpAll()
			const found = connection.protocol === undefined ? await summaries.block(height).catch(() => undefined) : undefined
			// Who listens since then hears of it from the feed that was held anew.
			if (found && isHeld()) {
				emit({ type: 'block', ...found })
				await tracker.onBlock(found.txs)
			}
			announceStatus()
		},
		onRewind: () => {
			details.clear()
			summaries.clear()
			sender.onRewind()
			announceStatus()
		},
		onState: (state: RpcStreamState) => {
			if (state.up) void tracker.lookUpAll()
			if (state.up !== streamUp) emit({ type: 'log', entry: streamLine(connection.name, state) })
			streamUp = state.up
			announceStatus()
		},
	})
	const tracker = new TxTracker(connection, details, () => feed.hold())
	const sender = new TxSender({
		connection,
		keyring,
		registry,
		settings,
		tracker,
		chainId: () => status.chainId(),
		gasPrices: () => status.gasPrices(),
		acting: () => status.actAs,
	})
	// A key goes to its own place only.
	const apiKeyAt = (url: string): ApiKeySource | undefined =>
		connection.apiKey !== undefined && new URL(url).origin === new URL(connection.name).origin
			? connection.apiKey
			: undefined
	let service: EndpointsClient | undefined
	const endpoints = (): EndpointsClient | undefined => {
		const url = status.listeners.endpoints
		if (parts.endpointsHome === undefined || url === undefined) return undefined
		if (service?.url !== url) service = createEndpointsClient(url, parts.endpointsHome)
		return service
	}
	const abis = new AbiBook(parts.abiFolder)
	let evmClient: EvmClient | undefined
	const evm = (): EvmClient | undefined => {
		const url = status.listeners.eth
		if (url === undefined) return undefined
		if (evmClient?.url !== url) {
			evmClient = createEvmClient({
				url,
				apiKey: apiKeyAt(url),
				agent: parts.agent,
				keyring,
				settings,
				abis,
				chainHashOf: async (hash) =>
					// Without Tendermint's JSON-RPC nothing tells it.
					connection.protocol !== undefined ? '' : ((await summaries.txs(carrying(hash), 1, 1)).txs[0]?.hash ?? ''),
				ethHashOf: async (hash) => ethereumHash(await details.tx(hash)),
			})
		}
		return evmClient
	}
	const actions = chainActions({
		connection,
		registry,
		keyring,
		settings,
		restAddresses: parts.listeners ?? {},
		status,
		summaries,
		details,
		network,
		sender,
		tracker,
		abis,
	})

	return {
		...actions,
		keys: keyring,
		admin: parts.admin ? adminClient(connection) : undefined,
		requests: createRequestsClient(connection),
		get endpoints() {
			return endpoints()
		},
		get evm() {
			return evm()
		},
		...(parts.ended === undefined ? {} : { ended: parts.ended }),
		status: () => status.read(),
		subscribe: (listener) => {
			const wrapped = (event: ChainEvent): void => listener(event)
			listeners.add(wrapped)
			const release = feed.hold()
			// Each listener receives the recent lines first, because the node logged before anyone could listen.
			const stopLog = parts.onLog?.((entry) => wrapped({ type: 'log', entry }))
			announceStatus()
			loadSigning ??= setTimeout(() => void import('./tx/sign.ts'), loadSigningAfterMs).unref()
			return () => {
				if (!listeners.delete(wrapped)) return
				stopLog?.()
				release()
			}
		},
		remoteAccount: (url, address, height) => readAccountForms(url, address, height, apiKeyAt(url)),
		close: async () => {
			listeners.clear()
			clearTimeout(loadSigning)
			tracker.close()
			feed.stop()
			connection.close()
			await parts.onClose?.()
		},
	}
}

function ethereumHash(tx: TxDetail | undefined): string {
	const event = tx?.events.find(({ type }) => type === 'ethereum_tx')
	return event?.attributes.find(({ key }) => key === 'ethereumTxHash')?.value ?? ''
}

function streamLine(name: string, state: RpcStreamState): LogEntry {
	return {
		time: new Date().toISOString(),
		level: state.up ? 'info' : 'warn',
		source: 'client',
		message: state.up
			? `events of ${name} arrive again`
			: `no events from ${name} (${state.reason}): asking every second instead`,
	}
}

/** Runs the action at once, then at most once per interval, one run at a time. The last call is never lost. */
function throttled(intervalMs: number, action: () => Promise<void>): () => void {
	let busy = false
	let again = false
	const run = (): void => {
		if (busy) {
			again = true
			return
		}
		busy = true
		void action().finally(() => {
			const timer = setTimeout(() => {
				busy = false
				if (!again) return
				again = false
				run()
			}, intervalMs)
			timer.unref()
		})
	}
	return run
}
