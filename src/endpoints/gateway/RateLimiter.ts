/** Most buckets kept; full ones are forgotten first. */
const maxBuckets = 10_000

/** Token buckets by application: `limit` calls a second, and as many at once. */
export class RateLimiter {
	private readonly buckets = new Map<string, { tokens: number; at: number }>()

	/**
	 * Takes tokens for calls at a time in milliseconds. Returns 0 when they may run, else the seconds to wait, at least 1.
	 * A batch larger than the limit runs when the bucket is full, and leaves it in debt.
	 */
	take(id: string, limit: number, calls: number, now: number): number {
		const bucket = this.buckets.get(id) ?? this.newBucket(id, limit, now)
		bucket.tokens = Math.min(limit, bucket.tokens + ((now - bucket.at) / 1_000) * limit)
		bucket.at = now
		const needed = Math.min(calls, limit)
		if (bucket.tokens >= needed) {
			bucket.tokens -= calls
			return 0
		}
		return Math.max(1, Math.ceil((needed - bucket.tokens) / limit))
	}

	private newBucket(id: string, limit: number, now: number): { tokens: number; at: number } {
		if (this.buckets.size >= maxBuckets) this.buckets.clear()
		const bucket = { tokens: limit, at: now }
		this.buckets.set(id, bucket)
		return bucket
	}
}
