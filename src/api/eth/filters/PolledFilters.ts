import { randomBytes } from 'node:crypto'
import type { Unsubscribe } from '../../../chain/ChainReader.ts'
import type { Clock } from '../../../util/Clock.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { bounds } from '../bounds.ts'
import type { EthDialect } from '../dialect/EthDialect.ts'
import { hexBytes } from '../hexJson.ts'
import { logJson } from '../json/logJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import type { ChainNews } from './ChainNews.ts'
import type { FilterKind, FilterRules } from './FilterRules.ts'
import { type LogFilter, logsOfBlock, removedLogs } from './LogFilter.ts'

interface Filter {
	readonly what: FilterKind
	/** Collected since the last poll. */
	changes: EthJson[]
	/** Milliseconds of the clock. */
	polledAt: number
	/** Resolves when the filter listens, with what ends it. */
	readonly listening: Promise<Unsubscribe>
}

/** Time after which an unpolled filter ends (go-ethereum eth/filters/api.go deadline). */
const deadlineMs = 5 * 60_000

/** The filters of `eth_newFilter` and the like: they collect events until they are polled. */
export class PolledFilters {
	readonly #news: ChainNews
	readonly #clock: Clock
	readonly #rules: FilterRules
	readonly #isToday: boolean
	/** The one polled last is the last. */
	readonly #filters = new Map<string, Filter>()

	/** @param dialect how filters are kept, and which members logs have */
	constructor(news: ChainNews, clock: Clock, { filters, isToday }: Pick<EthDialect, 'filters' | 'isToday'>) {
		this.#rules = filters
		this.#isToday = isToday
		this.#news = news
		this.#clock = clock
	}

	/** Creates a filter and returns its id. @throws {EthFault} if the dialect refuses it. */
	async add(what: FilterKind): Promise<string> {
		this.#endForgotten()
		if (!this.#makePlace()) return this.#rules.refuse(what.kind)
		if (what.kind === 'logs') this.#rules.check(what.filter)
		const id = hexBytes(randomBytes(16))
		const push = (items: readonly EthJson[]): void => {
			const filter = this.#filters.get(id)
			if (filter === undefined) return
			filter.changes.push(...items)
			if (filter.changes.length > bounds.filterChanges.most) this.remove(id)
		}
		const listening = this.#news.listen(
			what.kind === 'pending' && this.#rules.pendingFrom === 'pool'
				? { onPendingTx: (hash) => push([hexBytes(hash)]) }
				: {
						onBlock: (block) => push(this.#newsOf(block, what)),
						onRemoved: (block) => {
							if (this.#isToday && what.kind === 'logs') push(removedLogs(block, what.filter))
						},
					},
		)
		// Counted at once: others may be asked for meanwhile.
		this.#filters.set(id, { what, changes: [], polledAt: this.#clock.now(), listening })
		await listening.catch((cause: unknown) => {
			this.#filters.delete(id)
			throw cause
		})
		return id
	}

	/** The events since the last call. Rejects with EthFault for an unknown filter. */
	async changes(id: string): Promise<readonly EthJson[]> {
		await this.#news.lookBack()
		const filter = this.#get(id)
		const { changes } = filter
		filter.changes = []
		return changes
	}

	/** The filter of a log filter id. @throws {EthFault} for another kind. */
	logFilter(id: string): LogFilter {
		const { what } = this.#get(id)
		if (what.kind !== 'logs') throw this.#rules.noLogFilter(id, what.kind)
		return what.filter
	}

	/** Removes a filter; returns whether it existed. */
	remove(id: string): boolean {
		// One that could not listen has nothing to end.
		void this.#filters.get(id)?.listening.then(
			(stop) => stop(),
			() => {},
		)
		return this.#filters.delete(id)
	}

	/** Ends all. */
	close(): void {
		for (const id of [...this.#filters.keys()]) this.remove(id)
	}

	#get(id: string): Filter {
		this.#endForgotten()
		const filter = this.#filters.get(id)
		if (filter === undefined) throw this.#rules.unknown(id)
		filter.polledAt = this.#clock.now()
		this.#filters.delete(id)
		this.#filters.set(id, filter)
		return filter
	}

	#endForgotten(): void {
		const now = this.#clock.now()
		for (const [id, { polledAt }] of this.#filters) {
			if (now - polledAt <= deadlineMs) return
			this.remove(id)
		}
	}

	/** Makes space for one more filter; returns false if there is none. */
	#makePlace(): boolean {
		if (this.#filters.size < this.#rules.max) return true
		if (this.#rules.whenFull === 'refuse') return false
		this.remove(this.#filters.keys().next().value!)
		return true
	}

	#newsOf(block: EthBlock, what: FilterKind): EthJson[] {
		if (what.kind === 'blocks') return [hexBytes(this.#rules.blockHash(block))]
		if (what.kind === 'pending') return block.txs.map(({ hash }) => hexBytes(hash))
		if (!this.#rules.delivers(what.filter, block.height)) return []
		return logsOfBlock(block, what.filter, this.#rules.firstMessageOnly).map((log) => logJson(log, this.#isToday))
	}
}
