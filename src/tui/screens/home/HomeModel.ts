import type { ChainClient, ChainEvent, TxSummary } from '../../../client/index.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ItemList } from '../../kit/models/ItemList.ts'

/** Interval of counting the mempool, in milliseconds. */
export const sampleMs = 2_000
/** An hour of it. */
const mostSamples = 1_800

/** A listener's name and address. */
export interface Endpoint {
	readonly label: string
	readonly address: string
	/** The port it did not get, when another program has it. */
	readonly taken?: number
}

const listenerLabels = [
	['rest', 'REST'],
	['grpc', 'gRPC'],
	['rpc', 'RPC'],
	['endpoints', 'private RPC'],
	['legacy8', 'legacy gen 8'],
] as const

/** The chain at a glance: height, addresses, throughput and the newest transactions. */
export class HomeModel extends ListModel<TxSummary> {
	/** The latest transactions; the selection stays with its own, on the newest one it follows the chain. */
	readonly list = new ItemList<TxSummary>({
		items: () => this.latest,
		keyOf: ({ hash }) => hash,
		follows: 'first',
	})
	/** Newest first. */
	latest: readonly TxSummary[] = []
	greetings: number | undefined
	/** Transactions that waited, as often as the status is asked for; oldest first. */
	samples: readonly number[] = []

	/** Whether the transactions there are were asked for and came: before, there may be some. */
	isRead = false

	/** The charts have the whole screen. */
	charts = false
	#sampledAt = Number.NEGATIVE_INFINITY

	constructor(app: TuiApp) {
		super(app)
		let status = app.state.status
		app.store.subscribe((state) => {
			if (state.status === status || state.status === undefined) return
			status = state.status
			const now = app.clock()
			if (now - this.#sampledAt < sampleMs) return
			this.#sampledAt = now
			this.samples = [...this.samples.slice(1 - mostSamples), status.mempoolSize]
		})
	}

	get endpoints(): readonly Endpoint[] {
		const { listeners = {}, moved = {} } = this.app.state.status ?? {}
		return listenerLabels.flatMap(([name, label]) => {
			const address = listeners[name]
			const taken = moved[name]?.asked
			return address === undefined ? [] : [{ label, address, ...(taken === undefined ? {} : { taken }) }]
		})
	}

	override get inside(): Inside | undefined {
		if (!this.charts) return undefined
		return {
			crumb: 'charts',
			close: () => {
				const { chartSpan } = this.app
				if (chartSpan.cursor === undefined) this.charts = false
				chartSpan.cursor = undefined
				return true
			},
		}
	}

	opened(): void {
		this.app.chartSpan.refresh()
	}

	connected(client: ChainClient): void {
		this.app.chartSpan.forget()
		this.latest = []
		this.isRead = false
		const isInUse = (): boolean => this.app.client === client
		this.app.attempt(async () => {
			const [found, count] = await Promise.all([
				client.listTxs('tx.height > 0', 1, 50),
				client.greetingCount(),
			]).finally(() => {
				if (isInUse()) this.isRead = true
			})
			if (!isInUse()) return
			// Blocks may have arrived meanwhile, including those already read; each is shown once.
			const hashes = new Set(found.txs.map((tx) => tx.hash))
			this.latest = [...this.latest.filter((tx) => !hashes.has(tx.hash)), ...found.txs]
			this.greetings = count
		})
	}

	events(events: readonly ChainEvent[]): void {
		const { screen } = this.app.state
		if (screen === 'home' || screen === 'node') this.app.chartSpan.refresh()
		let greeted = false
		for (const event of events) {
			if (event.type !== 'block') continue
			const { block, txs } = event
			// A repeated height is the same block, or another one after the chain went back.
			const before = this.latest.length
			const older = this.latest.filter((tx) => tx.height < block.height)
			this.latest = [...[...txs].reverse(), ...older].slice(0, 100)
			greeted ||= before !== older.length || txs.some((tx) => tx.messageTypes.some(isGreeting))
		}
		if (greeted) this.#count()
	}

	/** Reads the count instead of adding events, because an event may concern a greeting that a reply already counted. */
	#count(): void {
		const { client } = this.app
		if (client === undefined) return
		this.app.attempt(async () => {
			const count = await client.greetingCount()
			if (this.app.client === client) this.greetings = count
		})
	}
}

function isGreeting(type: string): boolean {
	return type.endsWith('.MsgCreateGreet')
}
