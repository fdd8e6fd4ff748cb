import { NewestMap } from '../../util/NewestMap.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { Served } from '../../wire/RequestsSchema.ts'
import type { RequestStart } from './RequestNote.ts'

/** Length of a span, in milliseconds, and spans that are kept: an hour. */
const [spanMs, spans] = [10_000, 360]

/** Paths of private endpoints that are counted, the first that are asked: a stranger can ask any number of them. */
const mostPaths = 200

class Counter {
	#total = 0
	readonly #counts = new NewestMap<number, number>(spans)

	add(span: number): void {
		this.#total++
		this.#counts.set(span, (this.#counts.get(span) ?? 0) + 1)
	}

	read(now: number): Served {
		return {
			total: this.#total,
			spans: Array.from({ length: spans }, (_, index) => this.#counts.get(now - spans + 1 + index) ?? 0),
		}
	}
}

/** How many requests each listener answered, and each private endpoint: in all, and over the last hour. */
export class ServedCounts {
	readonly #listeners = new Map<ListenerName, Counter>()
	readonly #paths = new Map<string, Counter>()

	/** Counts a request that was answered at a time in milliseconds. */
	add({ listener, path }: RequestStart, now: number): void {
		const span = Math.floor(now / spanMs)
		counterIn(this.#listeners, listener).add(span)
		const [name = ''] = path.split('?')
		if (listener !== 'endpoints' || !name.startsWith('/v1/')) return
		if (this.#paths.has(name) || this.#paths.size < mostPaths) counterIn(this.#paths, name).add(span)
	}

	/** Of each listener that was asked. */
	listeners(now: number): { readonly [Name in ListenerName]?: Served } {
		const span = Math.floor(now / spanMs)
		return Object.fromEntries([...this.#listeners].map(([name, counter]) => [name, counter.read(span)]))
	}

	/** Of the endpoint at a path of its URL. */
	path(name: string, now: number): Served {
		return (this.#paths.get(name) ?? new Counter()).read(Math.floor(now / spanMs))
	}

	clear(): void {
		this.#listeners.clear()
		this.#paths.clear()
	}
}

function counterIn<Key>(counters: Map<Key, Counter>, key: Key): Counter {
	const counter = counters.get(key) ?? new Counter()
	counters.set(key, counter)
	return counter
}
