import { byKey } from '../../util/order.ts'

/** Classes a doubling of latency is cut into: a percentile is right within a fifth. */
const perDoubling = 4
/** Class of everything beyond half a minute. */
const highest = 100

/** Class of a latency in microseconds, 0 to 100. */
export function latencyBucket(micros: number): number {
	return Math.min(highest, Math.max(0, Math.ceil(perDoubling * Math.log2(micros))))
}

/** Longest latency of a class in microseconds. */
export function bucketLimit(bucket: number): number {
	return 2 ** (bucket / perDoubling)
}

/** A percentile (0 to 1) in microseconds of counts by class in any order, in proportion within one; 0 of nothing. */
export function percentile(counts: ReadonlyMap<number, number>, fraction: number): number {
	const buckets = [...counts].sort(byKey)
	const total = buckets.reduce((sum, [, count]) => sum + count, 0)
	let left = total * fraction
	for (const [bucket, count] of buckets) {
		if (left <= count && count > 0) {
			const low = bucket === 0 ? 0 : bucketLimit(bucket - 1)
			return low + (bucketLimit(bucket) - low) * (left / count)
		}
		left -= count
	}
	return 0
}
