import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ChainReader } from '../../chain/ChainReader.ts'
import type { TxPool } from '../../chain/TxPool.ts'
import { UserError } from '../../errors/UserError.ts'
import { exposition } from '../../serve/exposition.ts'
import { reachableHost } from '../../serve/isFromThisMachine.ts'
import { closeServer, listen } from '../../serve/listen.ts'
import type { Clock } from '../../util/Clock.ts'
import { folderBytes } from '../history/NodeHistory.ts'
import { homePaths } from '../home/home.ts'
import type { Listener } from '../NodeConfig.ts'
import { readinessOf } from './health.ts'

/** What the metrics of a node are read from. */
export interface NodeMetricsParts {
	readonly chain: ChainReader
	readonly pool: TxPool
	readonly home: string | undefined
	/** URLs of the open listeners by name. */
	readonly listeners: () => Readonly<Record<string, string | undefined>>
	readonly clock: Clock
}

/** Numbers that are there only while their source answers. */
type Measured = 'height' | 'age' | 'ready' | 'txs' | 'validators' | 'mempool' | 'mempoolBytes'

const none = (): undefined => undefined

/** Prometheus metrics of a whole node, with the engine's names where the engine has such a metric (tendermint v0.34 docs). */
export class NodeMetrics {
	readonly #registry = new Registry()
	readonly #parts: NodeMetricsParts
	readonly #abci = new Histogram({
		name: 'tendermint_abci_connection_method_timing',
		help: 'Time an ABCI method took in the application, in seconds',
		labelNames: ['method'],
		buckets: [0.0001, 0.0004, 0.002, 0.009, 0.02, 0.1, 0.65, 2, 6, 25],
		registers: [this.#registry],
	})

	constructor(parts: NodeMetricsParts) {
		this.#parts = parts
		collectDefaultMetrics({ register: this.#registry })
		const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [this.#registry] })
		this.#of = {
			height: gauge('tendermint_consensus_height', 'Height of the newest block'),
			age: gauge('chain_tui_block_age_seconds', 'Time since the newest block'),
			ready: gauge('chain_tui_ready', 'Whether the node can serve clients, as /readyz answers'),
			txs: gauge('tendermint_consensus_num_txs', 'Transactions of the newest block'),
			validators: gauge('tendermint_consensus_validators', 'Validators of the newest block'),
			mempool: gauge('tendermint_mempool_size', 'Transactions that wait'),
			mempoolBytes: gauge('tendermint_mempool_size_bytes', 'Bytes of the transactions that wait'),
		}
	}

	readonly #of: Readonly<Record<Measured, Gauge>>
	readonly #disk = new Gauge({
		name: 'chain_tui_store_size_bytes',
		help: 'Size on disk, by part of the home',
		labelNames: ['store'],
		registers: [this.#registry],
	})
	readonly #listeners = new Gauge({
		name: 'chain_tui_listener',
		help: 'Open listeners, by name and address',
		labelNames: ['listener', 'address'],
		registers: [this.#registry],
	})

	/** Notes how long an ABCI method took; `deliver_tx`, `commit`. */
	readonly timed = (method: string, seconds: number): void => {
		this.#abci.observe({ method }, seconds)
	}

	/** The exposition text, measured now. What does not answer is left out. */
	async text(): Promise<string> {
		await Promise.all([this.#readChain(), this.#readPool(), this.#readDisk()])
		this.#listeners.reset()
		for (const [listener, address] of Object.entries(this.#parts.listeners())) {
			if (address !== undefined) this.#listeners.set({ listener, address }, 1)
		}
		return exposition(this.#registry)
	}

	get contentType(): string {
		return this.#registry.contentType
	}

	async #readChain(): Promise<void> {
		const { chain, clock } = this.#parts
		const { status, height, block_age_seconds: age } = await readinessOf(chain, clock, undefined)
		const newest = height === undefined ? undefined : Number(height)
		const [block, validators] = newest
			? await Promise.all([chain.block(newest).catch(none), chain.validators(newest).catch(none)])
			: []
		this.#tell({
			...{ ready: status === 'ready' ? 1 : 0, height: newest, age },
			...{ txs: block?.txs.length, validators: validators?.length },
		})
	}

	async #readPool(): Promise<void> {
		const size = await this.#parts.pool.mempoolSize().catch(none)
		this.#tell({ mempool: size?.count, mempoolBytes: size?.bytes })
	}

	/** Takes note of what was measured. A number of before would hide that nobody answers any more. */
	#tell(measured: Readonly<Partial<Record<Measured, number | undefined>>>): void {
		for (const [name, value] of Object.entries(measured)) {
			const gauge = this.#of[name as Measured]
			if (value === undefined) gauge.remove()
			else gauge.set(value)
		}
	}

	async #readDisk(): Promise<void> {
		const { home } = this.#parts
		if (home === undefined) return
		const { data, snapshots, logs } = homePaths(home)
		for (const [store, folder] of Object.entries({ state: data, snapshots, logs })) {
			this.#disk.set({ store }, await folderBytes(folder))
		}
	}
}

/** Serves metrics at `/metrics` of an address of their own. Undefined while off. @throws {UserError} if it is taken. */
export async function serveMetrics(
	listener: Listener | undefined,
	metrics: NodeMetrics,
): Promise<{ readonly url: string; close(): Promise<void> } | undefined> {
	if (!listener?.on) return undefined
	const server = createServer(async (request, response) => {
		if (request.url !== '/metrics') return void response.writeHead(404).end('404 page not found\n')
		const text = await metrics.text()
		response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
	})
	const port = await listen(server, listener.host, listener.port).catch((cause: Error) => {
		throw new UserError(`Metrics cannot be served on ${listener.host}:${listener.port}.`, {
			because: cause,
			next: 'Give another address with --metrics, or --metrics off.',
		})
	})
	return { url: `http://${reachableHost(listener.host)}:${port}`, close: () => closeServer(server, 0) }
}
