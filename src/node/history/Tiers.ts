import type { HistorySample } from '../../wire/SummarySchema.ts'

/** A limited number of spans of one length, the newest last. */
interface Tier {
	readonly stepMs: number
	readonly most: number
	readonly buckets: Bucket[]
}

const [second, minute] = [1_000, 60_000]

/** Most samples in a reply. */
const mostSamples = 360

/** Measurements in short spans for the last hour and long ones for the last week: always about 300 kilobytes. */
export class Tiers {
	readonly #tiers: readonly Tier[] = [
		{ stepMs: 10 * second, most: 360, buckets: [] },
		{ stepMs: minute, most: 1_440, buckets: [] },
		{ stepMs: 10 * minute, most: 1_008, buckets: [] },
	]

	/** Adds a measurement at a time, in milliseconds since the epoch, to its spans. */
	add(time: number, part: Omit<Bucket, 'at'>): void {
		for (const { stepMs, most, buckets } of this.#tiers) {
			const at = Math.floor(time / stepMs) * stepMs
			let bucket = buckets.at(-1)
			if (bucket === undefined || bucket.at < at) {
				bucket = emptyBucket(at)
				buckets.push(bucket)
				if (buckets.length > most) buckets.shift()
			} else if (bucket.at > at) {
				// The clock went back, or earlier measurements are read from disk: insert in order.
				const place = buckets.findLastIndex((other) => other.at <= at)
				const found = buckets[place]
				if (found?.at === at) bucket = found
				else {
					bucket = emptyBucket(at)
					buckets.splice(place + 1, 0, bucket)
					if (buckets.length > most) buckets.shift()
				}
			}
			addTo(bucket, part)
		}
	}

	/** Measurements of the last `spanMs` until `now`, in the shortest spans that reach that far. */
	read(spanMs: number, now: number): { readonly stepMs: number; readonly samples: readonly Bucket[] } {
		const tier = this.#tiers.find(({ stepMs, most }) => stepMs * most >= spanMs) ?? this.#tiers.at(-1)!
		const step = tier.stepMs * Math.max(1, Math.ceil(spanMs / tier.stepMs / mostSamples))
		const samples: Bucket[] = []
		for (const bucket of tier.buckets) {
			if (bucket.at < now - spanMs) continue
			const at = Math.floor(bucket.at / step) * step
			const last = samples.at(-1)
			if (last?.at === at) addTo(last, bucket)
			else samples.push({ ...bucket, at })
		}
		return { stepMs: step, samples }
	}
}

/** Measurements of a span of time; initially empty. */
export type Bucket = { -readonly [Member in keyof HistorySample]: HistorySample[Member] }

/** A span without measurements. @param at Its start in milliseconds since the epoch. */
export function emptyBucket(at: number): Bucket {
	return { at, blocks: 0, txs: 0, gas: 0, most_txs: 0, most_gas: 0, longest_ms: 0, mempool: 0, memory: 0, disk: 0 }
}

/** Adds the measurements of another span to a bucket. */
export function addTo(bucket: Bucket, part: Omit<HistorySample, 'at'>): void {
	bucket.blocks += part.blocks
	bucket.txs += part.txs
	bucket.gas += part.gas
	bucket.most_txs = Math.max(bucket.most_txs, part.most_txs)
	bucket.most_gas = Math.max(bucket.most_gas, part.most_gas)
	bucket.longest_ms = Math.max(bucket.longest_ms, part.longest_ms)
	bucket.mempool = Math.max(bucket.mempool, part.mempool)
	bucket.memory = Math.max(bucket.memory, part.memory)
	bucket.disk = Math.max(bucket.disk, part.disk)
}
