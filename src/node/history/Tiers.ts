import { addTo, type Bucket, emptyBucket } from './Bucket.ts'

/** Spans of one length, the newest last; at most so many are kept. */
interface Tier {
	readonly stepMs: number
	readonly most: number
	readonly buckets: Bucket[]
}

const [second, minute] = [1_000, 60_000]

/** Samples an answer holds at most. */
const mostSamples = 360

/**
 * What was measured, in spans that are short for the last hour and long for the last week: about 300 kilobytes, however long a
 * node runs.
 */
export class Tiers {
	readonly #tiers: readonly Tier[] = [
		{ stepMs: 10 * second, most: 360, buckets: [] },
		{ stepMs: minute, most: 1_440, buckets: [] },
		{ stepMs: 10 * minute, most: 1_008, buckets: [] },
	]

	/** Adds what was measured at a time, in milliseconds since the epoch, to the spans that hold it. */
	add(time: number, part: Omit<Bucket, 'at'>): void {
		for (const { stepMs, most, buckets } of this.#tiers) {
			const at = Math.floor(time / stepMs) * stepMs
			let bucket = buckets.at(-1)
			if (bucket === undefined || bucket.at < at) {
				bucket = emptyBucket(at)
				buckets.push(bucket)
				if (buckets.length > most) buckets.shift()
			} else if (bucket.at > at) {
				// The machine's clock was put back, or the past is read from the disk: its place is further up.
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

	/** What was measured in the last `spanMs` until `now`, in the shortest spans that reach so far. */
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
