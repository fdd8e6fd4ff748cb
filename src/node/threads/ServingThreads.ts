import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { ExtraMethod } from '../../api/rpc/AdminMethods.ts'
import { createRpcHandler } from '../../api/rpc/RpcHandler.ts'
import { poolMethods } from '../../chain/port/portSource.ts'
import { servePortCalls } from '../../chain/port/servePortCalls.ts'
import type { DurableListener } from '../../engine/EngineOptions.ts'
import { Pulse } from '../../engine/follow/Pulse.ts'
import type { EngineState } from '../../engine/store/EngineState.ts'
import { BugError, UserError } from '../../errors/UserError.ts'
import { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { ServedChain } from '../ServedChain.ts'
import type { Servers } from '../servers/ChainServers.ts'
import { createGate, readinessOf, readyWithin } from '../servers/health.ts'
import { type ListenerParts, type Listening, NodeListeners } from '../servers/NodeListeners.ts'
import { ServingThread } from './ServingThread.ts'
import type { BlockSource, BlockThreadMethods } from './servingMessages.ts'

/** Most crashes of a thread within a minute before the node gives up. */
const [mostBreaks, breaksMs] = [3, 60_000]

/** Options of the threads. */
export interface ServingThreadsOptions {
	readonly config: NodeConfig & Required<Pick<NodeConfig, 'threads'>>
	/** The bundled code of a serving thread. */
	readonly url: URL
	readonly log: Log
	/** Called if clients can no longer be served. */
	readonly onFailure: (cause: unknown) => void
}

/** What the threads serve. */
export interface ServedParts {
	readonly powers: { readonly [name: string]: ExtraMethod }
	/** Of a developer's chain with an EVM: the block-making thread then serves its JSON-RPC itself. */
	readonly ethPowers?: ListenerParts['ethPowers']
	readonly clock: Clock
	readonly onListening: (listening: Listening) => void
}

/** The threads that serve clients, seen from the one of blocks, which they call for mempool, simulations and admin. */
export class ServingThreads implements DurableListener {
	readonly #options: ServingThreadsOptions
	readonly #pulse = new Pulse()
	readonly #threads: ServingThread[]
	readonly #breaks: number[] = []
	#state: EngineState | undefined
	#onListening: ServedParts['onListening'] = () => {}
	/** The listeners of this thread, whose methods change state that only it has. */
	#here: NodeListeners | undefined
	/** Requests of its clients, listed by the first serving thread. */
	readonly #journal = new RequestJournal((note) => this.#threads[0]?.order({ type: 'note', note }))
	#app: ServingThread | undefined
	#closing = false

	constructor(options: ServingThreadsOptions) {
		this.#options = options
		const { config, url } = options
		this.#threads = shareListeners(config.threads - 1).map((names) => new ServingThread(url, config, names))
	}

	stands(state: EngineState): void {
		this.#state = state
		if (this.#pulse.turns % 2 === 1) this.#pulse.turn()
		this.#pulse.change()
		for (const thread of this.#threads) thread.order({ type: 'stands', state })
	}

	block(height: number): void {
		this.#pulse.change()
		for (const thread of this.#threads) thread.order({ type: 'block', height })
	}

	goesBack(): void {
		if (this.#pulse.turns % 2 === 0) this.#pulse.turn()
	}

	/** Starts the servers of a node. */
	serve(chain: ServedChain, parts: ServedParts): Servers {
		this.#onListening = parts.onListening
		const { config, log } = this.#options
		if (parts.ethPowers !== undefined && chain.evm() !== undefined) {
			const rpc = createRpcHandler(chain.source, { identity: chain.identity })
			this.#here = new NodeListeners(config, {
				chain,
				rpc,
				rest: [],
				legacy8: [],
				gate: createGate(() => readinessOf(chain.source.chain, parts.clock, readyWithin(config, true))),
				clock: parts.clock,
				log,
				ethPowers: parts.ethPowers,
				journal: this.#journal,
			})
		}
		const threads = this
		return {
			get listening() {
				return threads.#listening
			},
			open: () => this.#open(chain, parts),
			serveApp: (port) => this.#serveApp(port),
			close: () => this.close(),
		}
	}

	/** Ends all threads. */
	async close(): Promise<void> {
		this.#closing = true
		await Promise.all([this.#here?.closeAll(), ...this.#threads.map((thread) => thread.close())])
	}

	get #listening(): Listening {
		const all = this.#threads.map(({ listening }) => listening)
		if (this.#here !== undefined) all.push(this.#here.listening)
		return {
			listeners: Object.assign({}, ...all.map(({ listeners }) => listeners)),
			moved: Object.assign({}, ...all.map(({ moved }) => moved)),
		}
	}

	async #open(chain: ServedChain, parts: ServedParts): Promise<void> {
		if (this.#options.config.listeners.eth?.on) await this.#here?.set('eth', true)
		await Promise.all(this.#threads.map((thread) => this.#start(thread, chain, parts)))
		this.#tell()
	}

	async #start(thread: ServingThread, chain: ServedChain, parts: ServedParts): Promise<void> {
		const { port1, port2 } = new MessageChannel()
		const end = servePortCalls(port1, this.#methods(chain, parts))
		const isEthHere = this.#here !== undefined
		await thread.open(
			{
				type: 'open',
				port: port2,
				memory: this.#pulse.memory,
				identity: chain.identity,
				blocks: this.#blocksOf(chain),
				powers: Object.keys(parts.powers),
				others: this.#othersOf(thread, isEthHere),
			},
			{
				log: this.#options.log,
				onListening: () => this.#tell(),
				onBreak: (cause) => {
					end()
					this.#broke(thread, cause, () => this.#start(thread, chain, parts))
				},
			},
		)
	}

	#blocksOf({ engineRpc, head }: ServedChain): BlockSource {
		if (engineRpc !== undefined) return { engineUrl: engineRpc.url, chainId: head().chainId }
		if (this.#state === undefined) throw new BugError('the light engine has not told how its chain stands')
		return { state: this.#state }
	}

	#othersOf(thread: ServingThread, isEthHere: boolean): readonly ListenerName[] {
		const others = this.#threads.filter((other) => other !== thread).flatMap(({ names }) => names)
		return isEthHere ? [...others, 'eth'] : others
	}

	#methods(chain: ServedChain, { powers }: ServedParts): BlockThreadMethods {
		const { pool, application } = chain.source
		return {
			...poolMethods(pool, application),
			power: async (name, params) => {
				const power = powers[name]
				if (power === undefined) throw new BugError(`there is no admin method ${name}`)
				return power(params)
			},
			record: async (on) => this.#journal.set(on),
			setListener: async (name, on) => {
				if (name === 'eth' && this.#here !== undefined) await this.#here.set(name, on)
				else await this.#threads.find(({ names }) => names.includes(name))?.set(name, on)
				this.#tell()
			},
		}
	}

	#tell(): void {
		const listening = this.#listening
		for (const thread of this.#threads) thread.order({ type: 'listening', listening })
		this.#onListening(listening)
	}

	#serveApp(port: MessagePort): void {
		const [first] = this.#threads
		if (first === undefined) throw new BugError('a node without serving threads cannot serve its app')
		this.#app = first
		first.order({ type: 'app', port }, [port])
	}

	/** Handles a crash of a thread: restarts it on the same addresses, unless the app needs it or it keeps crashing. */
	#broke(thread: ServingThread, cause: Error, start: () => Promise<void>): void {
		if (this.#closing) return
		const now = performance.now()
		this.#breaks.push(now)
		while (this.#breaks[0] !== undefined && this.#breaks[0] < now - breaksMs) this.#breaks.shift()
		const { log, onFailure } = this.#options
		log('error', 'node', `The thread that serves ${thread.names.join(', ')} broke: ${cause.message}`)
		if (thread === this.#app || this.#breaks.length > mostBreaks) {
			this.#closing = true
			onFailure(
				new UserError('The node can no longer answer.', {
					why: `The thread that serves clients broke: ${cause.message}`,
					next: 'Start the node again: the chain is whole.',
					cause,
				}),
			)
			return
		}
		thread.restart()
		start().catch((error: unknown) => {
			if (!this.#closing) onFailure(error)
		})
	}
}

/** Kinds of listeners, ordered so that the busiest ones are on different threads. */
const kinds: readonly ListenerName[] = ['rpc', 'rest', 'grpc', 'endpoints', 'eth', 'legacy8']

/**
 * Assigns listeners to threads. A kind has one thread, because Node cannot pass a connection between threads, and
 * before 22.12 cannot listen twice on one port. All limits of a listener therefore count in one place.
 */
function shareListeners(threads: number): readonly (readonly ListenerName[])[] {
	const shares: ListenerName[][] = Array.from({ length: Math.min(threads, kinds.length) }, () => [])
	kinds.forEach((name, index) => {
		shares[index % shares.length]?.push(name)
	})
	return shares
}
