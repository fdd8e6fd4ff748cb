/** Most buckets kept; full ones are forgotten first. */
const maxBuckets = 10_000

interface Bucket {
	tokens: number
	limit: number
	at: number
}

/** Token buckets by application: `limit` calls a second, and as many at once. */
export class RateLimiter {
	readonly #buckets = new Map<string, Bucket>()

	/**
	 * Takes tokens for calls at a time in milliseconds. Returns 0 if they may run, otherwise the seconds to wait, at
	 * least 1. A batch larger than the limit runs when the bucket is full, and leaves it in debt.
	 */
	take(id: string, limit: number, calls: number, now: number): number {
		const bucket = this.#buckets.get(id) ?? this.#newBucket(id, limit, now)
		bucket.tokens = Math.min(limit, bucket.tokens + ((now - bucket.at) / 1_000) * limit)
		bucket.at = now
		bucket.limit = limit
		const needed = Math.min(calls, limit)
		if (bucket.tokens >= needed) {
			bucket.tokens -= calls
			return 0
		}
		return Math.max(1, Math.ceil((needed - bucket.tokens) / limit))
	}

	#newBucket(id: string, limit: number, now: number): Bucket {
		if (this.#buckets.size >= maxBuckets) this.#forget(now)
		const bucket = { tokens: limit, limit, at: now }
		this.#buckets.set(id, bucket)
		return bucket
	}

	/** Removes full buckets, which equal absent ones. If none is full, removes the least recently used. */
	#forget(now: number): void {
		let oldest = ''
		let oldestAt = Number.POSITIVE_INFINITY
		for (const [id, bucket] of this.#buckets) {
			if (bucket.tokens + ((now - bucket.at) / 1_000) * bucket.limit >= bucket.limit) this.#buckets.delete(id)
			else if (bucket.at < oldestAt) [oldest, oldestAt] = [id, bucket.at]
		}
		if (this.#buckets.size >= maxBuckets) this.#buckets.delete(oldest)
	}
}
