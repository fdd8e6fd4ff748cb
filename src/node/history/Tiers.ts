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
			// Nearly always the last. The clock may have gone back, and earlier measurements are read from disk.
			const place = buckets.findLastIndex((other) => other.at <= at)
			let bucket = buckets[place]
			if (bucket?.at !== at) {
				bucket = emptyBucket(at)
				buckets.splice(place + 1, 0, bucket)
				if (buckets.length > most) buckets.shift()
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

/** Members of a span that add up, and those of which the most counts. */
const [sums, mosts] = [
	['blocks', 'txs', 'gas'],
	['most_txs', 'most_gas', 'longest_ms', 'mempool', 'memory', 'disk'],
] as const

/** All members, in the order of a line of the history. */
export const bucketMembers = ['at', ...sums, ...mosts] as const

/** A span without measurements. @param at Its start in milliseconds since the epoch. */
export function emptyBucket(at: number): Bucket {
	const zeros = Object.fromEntries(bucketMembers.map((member) => [member, 0])) as unknown as Bucket
	return { ...zeros, at }
}

/** Adds the measurements of another span to a bucket. */
export function addTo(bucket: Bucket, part: Omit<HistorySample, 'at'>): void {
	for (const member of sums) bucket[member] += part[member]
	for (const member of mosts) bucket[member] = Math.max(bucket[member], part[member])
}
