import { randomBytes } from 'node:crypto'
import type { Unsubscribe } from '../../../chain/ChainReader.ts'
import type { Clock } from '../../../util/Clock.ts'
import { EthFault } from '../EthFault.ts'
import type { EthJson } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'
import { logJson } from '../json/logJson.ts'
import type { ChainNews } from './ChainNews.ts'
import { type LogFilter, logsOfBlock } from './LogFilter.ts'

/** What a filter collects between two polls. */
export type FilterKind =
	| { readonly kind: 'blocks' }
	| { readonly kind: 'pending' }
	| { readonly kind: 'logs'; readonly filter: LogFilter }

interface Filter {
	readonly what: FilterKind
	/** Collected since the last poll. */
	changes: EthJson[]
	/** Milliseconds of the clock. */
	polledAt: number
	readonly stop: Unsubscribe
}

/** Filters at once; the oldest polled one makes place (ethermint v0.14.1 refuses at 200, geth has no bound). */
const maxFilters = 1_000
/** Entries kept for one filter between polls. */
const maxChanges = 20_000
/** A filter that nobody polls ends (go-ethereum eth/filters/api.go deadline). */
const deadlineMs = 5 * 60_000

/** The filters of `eth_newFilter` and its like: what happened is collected until it is asked for. */
export class PolledFilters {
	readonly #news: ChainNews
	readonly #clock: Clock
	readonly #filters = new Map<string, Filter>()

	constructor(news: ChainNews, clock: Clock) {
		this.#news = news
		this.#clock = clock
	}

	/** Begins to collect and gives the filter's id. */
	async add(what: FilterKind): Promise<string> {
		this.#endForgotten()
		const id = hexBytes(randomBytes(16))
		const push = (items: readonly EthJson[]): void => {
			const filter = this.#filters.get(id)
			if (filter === undefined) return
			filter.changes.push(...items)
			if (filter.changes.length > maxChanges) this.remove(id)
		}
		const stop = await this.#news.listen(
			what.kind === 'pending'
				? { onPendingTx: (hash) => push([hexBytes(hash)]) }
				: {
						onBlock: (block) =>
							push(what.kind === 'blocks' ? [hexBytes(block.hash)] : logsOfBlock(block, what.filter).map(logJson)),
					},
		)
		this.#filters.set(id, { what, changes: [], polledAt: this.#clock.now(), stop })
		return id
	}

	/** What came since the last call. Throws EthFault `filter not found`. */
	changes(id: string): readonly EthJson[] {
		const filter = this.#get(id)
		const { changes } = filter
		filter.changes = []
		return changes
	}

	/** What a filter of logs looks for. Throws EthFault for another kind. */
	logFilter(id: string): LogFilter {
		const { what } = this.#get(id)
		if (what.kind !== 'logs') throw new EthFault('filter not found')
		return what.filter
	}

	/** Whether there was such a filter. */
	remove(id: string): boolean {
		this.#filters.get(id)?.stop()
		return this.#filters.delete(id)
	}

	/** Ends all. */
	close(): void {
		for (const id of [...this.#filters.keys()]) this.remove(id)
	}

	#get(id: string): Filter {
		this.#endForgotten()
		const filter = this.#filters.get(id)
		if (filter === undefined) throw new EthFault('filter not found')
		filter.polledAt = this.#clock.now()
		return filter
	}

	#endForgotten(): void {
		const now = this.#clock.now()
		for (const [id, { polledAt }] of this.#filters) if (now - polledAt > deadlineMs) this.remove(id)
		if (this.#filters.size < maxFilters) return
		const [oldest] = [...this.#filters].sort(([, a], [, b]) => a.polledAt - b.polledAt)
		if (oldest !== undefined) this.remove(oldest[0])
	}
}
