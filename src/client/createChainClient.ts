import { bech32OfAny } from '../codec/address/anyAddress.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { createRegistry } from '../codec/registry/createRegistry.ts'
import { createEndpointsClient } from '../endpoints/client/createEndpointsClient.ts'
import type { UserError } from '../errors/UserError.ts'
import type { Keyring } from '../keyring/Keyring.ts'
import { isGoBlank } from '../util/goTrimSpace.ts'
import { adminClient } from './adminClient.ts'
import { BlockFeed } from './BlockFeed.ts'
import type {
	ChainClient,
	ChainEvent,
	FeeOptions,
	LogEntry,
	MsgInput,
	NodeStatus,
	TxDetail,
	TxProgress,
} from './ChainClient.ts'
import { createRequestsClient } from './createRequestsClient.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import { AbiBook } from './evm/AbiBook.ts'
import { createEvmClient } from './evm/createEvmClient.ts'
import type { EvmClient } from './evm/EvmClient.ts'
import { readAccountForms } from './legacy/readAccountForms.ts'
import { accountNames } from './queries/accountNames.ts'
import { readAccount, readAccounts, readAddressPages, readBalances, readTotalSupply } from './queries/accounts.ts'
import { readGasTrace } from './queries/gasTrace.ts'
import { readGreeting, readGreetingCount, readGreetingRange } from './queries/greetings.ts'
import { findGreetingTx } from './queries/greetingTx.ts'
import { hasState } from './queries/hasState.ts'
import { readHistory } from './queries/history.ts'
import { readLegacyAccount } from './queries/legacyAccount.ts'
import { NetworkReader } from './queries/NetworkReader.ts'
import { readNodeAbout } from './queries/nodeAbout.ts'
import { SummaryReader } from './queries/SummaryReader.ts'
import { summarySource } from './queries/summarySource.ts'
import { TxReader } from './queries/TxReader.ts'
import type { RpcConnection, RpcStreamState } from './rpc/RpcConnection.ts'
import { StatusReader } from './StatusReader.ts'
import { TxSender } from './TxSender.ts'
import { simulateBytes } from './tx/estimate.ts'
import { failureOf } from './tx/explainFailure.ts'
import { TxTracker } from './tx/TxTracker.ts'
import { verifyGreeting } from './verifyGreeting.ts'
import { withUserErrors } from './withUserErrors.ts'

/** Least time between two status events. */
const statusIntervalMs = 100

/** How long after somebody began to watch the chain what signing takes is loaded, so that no first frame and no first signature waits for it. */
const loadSigningAfterMs = 1_500

/** What a client is made of. */
export interface ChainClientParts {
	readonly connection: RpcConnection
	readonly keyring: Keyring
	/** How the chain writes addresses and amino names, where the node does not tell. */
	readonly settings: ChainSettings
	/** Minimum gas prices to pay where the node does not tell. */
	readonly gasPrices: string
	/** Addresses of the node's servers as far as they are known. */
	readonly listeners?: NodeStatus['listeners']
	/** Listeners on another port than was asked for, as far as they are known. */
	readonly moved?: NodeStatus['moved']
	/** Whether the node serves the admin_* methods. */
	readonly admin: boolean
	/** Folder that keeps the session of the endpoint service; without it the service is not used. */
	readonly endpointsHome?: string
	/** Folder of the ABIs a person added; in memory without one. */
	readonly abiFolder?: string
	/** Log lines of an embedded node. */
	readonly onLog?: (listener: (line: LogEntry) => void) => () => void
	/** Of an embedded node: why it ended by a fault. */
	readonly ended?: Promise<UserError>
	/** Ends what the client owns besides the connection: the embedded node. */
	readonly onClose?: () => Promise<void>
}

/** The one facade screens and commands use, the same over an embedded and a remote node. */
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
	const status = new StatusReader(connection, known)
	const emit = (event: ChainEvent): void => {
		for (const listener of listeners) listener(event)
	}
	const announceStatus = throttled(statusIntervalMs, async () => {
		if (listeners.size > 0) emit({ type: 'status', status: await status.read() })
	})
	let streamUp = true
	let loadSigning: NodeJS.Timeout | undefined
	const feed = new BlockFeed(connection, {
		onHeight: async (height) => {
			const found = await summaries.block(height).catch(() => undefined)
			if (found) {
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
	})
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
				keyring,
				settings,
				abis,
				chainHashOf: async (hash) => (await summaries.txs(carrying(hash), 1, 1)).txs[0]?.hash ?? '',
				ethHashOf: async (hash) => ethereumHash(await details.tx(hash)),
			})
		}
		return evmClient
	}
	/** A transaction by its hash, or by that of the Ethereum transaction in it. */
	const tx = async (hash: string) => {
		const found = await details.tx(hash)
		if (found !== undefined || !/^(0x)?[0-9a-f]{64}$/i.test(hash)) return found
		const { txs } = await details.search(carrying(hash), 1, 1, 'desc')
		return txs[0]
	}
	/** bech32 of either form of address; the node has the word on any other text. */
	const bech32 = (text: string): string => (/^0x/i.test(text) ? bech32OfAny(text, settings.prefix) : text)
	const createGreeting: ChainClient['createGreeting'] = async function* (keyName, message, options = {}) {
		// The chain trims as Go does; JavaScript's trim differs in two characters.
		if (isGoBlank(message)) {
			yield blankGreeting
			return
		}
		const owner = (await keyring.get(keyName))?.address ?? ''
		yield* sender.send(
			keyName,
			[{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message, owner } }],
			options,
		)
	}

	return {
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
		about: withUserErrors(() => readNodeAbout(connection)),
		subscribe: (listener) => {
			const wrapped = (event: ChainEvent): void => listener(event)
			listeners.add(wrapped)
			const release = feed.hold()
			// Each listener gets the recent lines first: the node spoke before anyone could listen.
			const stopLog = parts.onLog?.((entry) => wrapped({ type: 'log', entry }))
			announceStatus()
			loadSigning ??= setTimeout(() => void import('./tx/sign.ts'), loadSigningAfterMs).unref()
			return () => {
				if (!listeners.delete(wrapped)) return
				stopLog?.()
				release()
			}
		},
		greetingCount: withUserErrors(() => readGreetingCount(connection)),
		greeting: withUserErrors((id: string) => readGreeting(connection, id)),
		greetingRange: withUserErrors((from: number, to: number) => readGreetingRange(connection, from, to)),
		greetingTx: withUserErrors((id: string) => findGreetingTx({ connection, summaries, details }, id)),
		verifyGreeting: withUserErrors((id: string) => verifyGreeting(connection, id)),
		legacyAccount: withUserErrors((address: string, generation: 8 | 9, height?: number) =>
			readLegacyAccount(connection, parts.listeners ?? {}, bech32(address), generation, height),
		),
		account: withUserErrors(
			async (address: string) => (await readAccount(connection, registry, bech32(address)))?.json,
		),
		hasState: withUserErrors((height: number) => hasState(connection, height)),
		accounts: withUserErrors((most: number) => readAccounts(connection, registry, most)),
		addressPages: () => readAddressPages(connection, registry),
		accountNames: withUserErrors(() => accountNames(connection, registry, status)),
		balances: withUserErrors((address: string, height?: number) =>
			readBalances(connection, bech32(address), height === undefined ? {} : { height }),
		),
		remoteAccount: readAccountForms,
		totalSupply: withUserErrors(() => readTotalSupply(connection)),
		signAmino: withUserErrors((keyName: string, messages: readonly MsgInput[]) => sender.signAmino(keyName, messages)),
		sendTx: (keyName, messages, options = {}) => sender.send(keyName, messages, options),
		createGreeting,
		send: async function* (keyName, to, coins, options = {}) {
			const fromAddress = (await keyring.get(keyName))?.address ?? ''
			let toAddress: string
			try {
				toAddress = bech32(to)
			} catch (error) {
				yield failureOf(error)
				return
			}
			const value = { fromAddress, toAddress, amount: [...coins] }
			yield* sender.send(keyName, [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], options)
		},
		broadcastTx: (bytes) => sender.broadcast(bytes),
		multisig: withUserErrors((keyName: string, messages: readonly MsgInput[], options: FeeOptions = {}) =>
			sender.multisig(keyName, messages, options),
		),
		multisigOf: withUserErrors((keyName: string, json: string) => sender.multisigOf(keyName, json)),
		simulateTx: withUserErrors((bytes: Uint8Array) => simulateBytes(connection, bytes)),
		analyzeLegacyTx: withUserErrors(async (text: string) => {
			// The first one loads what checks signatures.
			const { analyzeStdTx } = await import('./legacy/analyzeStdTx.ts')
			const { readKnownState } = await import('./legacy/readKnownState.ts')
			const { settings: own } = await status.read()
			return analyzeStdTx(text, await readKnownState(connection, text, own, await status.gasPrices()))
		}),
		estimate: withUserErrors((keyName: string, messages: readonly MsgInput[]) => sender.estimate(keyName, messages)),
		blocks: withUserErrors((from: number, to: number) => summaries.blocks(from, to)),
		block: withUserErrors(async (height: number) => {
			const found = await summaries.block(height)
			return found && { ...found.block, txs: found.txs }
		}),
		tx: withUserErrors(tx),
		network: withUserErrors(() => network.read()),
		history: withUserErrors((seconds: number) => readHistory(connection, seconds)),
		gasTrace: withUserErrors((hash: string) => readGasTrace(connection, hash)),
		listTxs: withUserErrors((query: string, page: number, perPage: number) => summaries.txs(query, page, perPage)),
		searchTxs: withUserErrors((query: string, page: number, perPage: number) =>
			details.search(query, page, perPage, 'desc'),
		),
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

/** The search for the transaction that carries an Ethereum one. */
function carrying(ethHash: string): string {
	return `ethereum_tx.ethereumTxHash='0x${ethHash.toLowerCase().replace(/^0x/, '')}'`
}

function ethereumHash(tx: TxDetail | undefined): string {
	const event = tx?.events.find(({ type }) => type === 'ethereum_tx')
	return event?.attributes.find(({ key }) => key === 'ethereumTxHash')?.value ?? ''
}

const blankGreeting: TxProgress = {
	state: 'failed',
	problem: 'must provide a greeting message',
	next: 'Type something other than blanks.',
	codespace: 'greet',
	code: 2,
	log: 'must provide a greeting message',
	hash: '',
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

/** Runs the action at once, then at most once per interval, with the last call never lost and one run at a time. */
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
