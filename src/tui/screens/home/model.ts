import type { ChainClient, ChainEvent, TxDetail } from '../../../client/ChainClient.ts'
import { ListCursor } from '../../components/ListCursor.ts'
import type { TuiApp } from '../../state/TuiApp.ts'
import type { Movable, ScreenModel } from '../ScreenModel.ts'

/** One block as the charts see it. */
export interface Pulse {
	readonly height: number
	/** Milliseconds since the epoch, of the block. */
	readonly time: number
	readonly txs: number
	readonly gas: number
}

/** A listener's name and address. */
export interface Endpoint {
	readonly label: string
	readonly address: string
}

const listenerLabels = [
	['rest', 'REST'],
	['grpc', 'gRPC'],
	['rpc', 'RPC'],
	['endpoints', 'private RPC'],
	['legacy8', 'legacy gen 8'],
] as const

/** The chain at a glance: height, addresses, throughput and the newest transactions. */
export class HomeModel implements ScreenModel {
	readonly name = 'home'
	readonly app: TuiApp
	readonly cursor = new ListCursor(() => this.latest.length)
	/** The last blocks, oldest first. */
	pulses: readonly Pulse[] = []
	/** Newest first. */
	latest: readonly TxDetail[] = []
	greetings: number | undefined

	constructor(app: TuiApp) {
		this.app = app
	}

	get endpoints(): readonly Endpoint[] {
		const listeners = this.app.state.status?.listeners ?? {}
		return listenerLabels.flatMap(([name, label]) => {
			const address = listeners[name]
			return address === undefined ? [] : [{ label, address }]
		})
	}

	/** Seconds between blocks, of the last ten. */
	get blockSeconds(): number | undefined {
		const last = this.pulses.slice(-11)
		if (last.length < 2) return undefined
		return (last.at(-1)!.time - last[0]!.time) / 1_000 / (last.length - 1)
	}

	crumbs(): readonly string[] {
		return []
	}

	movable(): Movable {
		return {
			move: (delta) => this.cursor.move(delta),
			page: (pages) => this.cursor.page(pages),
			edge: (end) => this.cursor.select(end === 'first' ? 0 : this.latest.length - 1),
		}
	}

	connected(client: ChainClient): void {
		this.app.attempt(async () => {
			const height = (await client.status()).height
			const [blocks, found, count] = await Promise.all([
				client.blocks(Math.max(1, height - 299), height),
				client.searchTxs('tx.height > 0', 1, 50),
				client.greetingCount(),
			])
			this.pulses = [...blocks]
				.sort((a, b) => a.height - b.height)
				.map((block) => ({
					height: block.height,
					time: Date.parse(block.time),
					txs: block.txCount,
					gas: Number(block.gasUsed),
				}))
			this.latest = found.txs
			this.greetings = count
		})
	}

	events(events: readonly ChainEvent[]): void {
		for (const event of events) {
			if (event.type !== 'block') continue
			const { block, txs } = event
			this.pulses = [
				...this.pulses,
				{ height: block.height, time: Date.parse(block.time), txs: block.txCount, gas: Number(block.gasUsed) },
			].slice(-300)
			if (txs.length === 0) continue
			this.latest = [...[...txs].reverse(), ...this.latest].slice(0, 100)
			const made = txs
				.filter((tx) => tx.code === 0)
				.flatMap((tx) => tx.messageTypes)
				.filter((type) => type.endsWith('.MsgCreateGreet')).length
			if (this.greetings !== undefined) this.greetings += made
			if (this.cursor.selected > 0) this.cursor.move(txs.length)
		}
	}
}
