import { describe, expect, it } from 'vitest'
import { bucketLimit, latencyBucket, percentile } from '../../../src/endpoints/metering/histogram.ts'

describe('the latency histogram', () => {
	it('puts a latency below the limit of its class and above the one before', () => {
		for (const micros of [1, 2, 3, 10, 99, 1_000, 12_345, 1_000_000, 29_000_000]) {
			const bucket = latencyBucket(micros)
			expect(bucketLimit(bucket) * 1.000_001).toBeGreaterThanOrEqual(micros)
			if (bucket > 0) expect(bucketLimit(bucket - 1)).toBeLessThan(micros)
		}
		expect(latencyBucket(10 ** 12)).toBe(100)
	})

	it('finds percentiles within a fifth', () => {
		const counts = new Map<number, number>()
		for (let micros = 1; micros <= 10_000; micros++) {
			const bucket = latencyBucket(micros)
			counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
		}
		for (const fraction of [0.5, 0.95, 0.99]) {
			const exact = fraction * 10_000
			expect(Math.abs(percentile(counts, fraction) - exact) / exact).toBeLessThan(0.2)
		}
		expect(percentile(new Map(), 0.5)).toBe(0)
	})

	it('tells a percentile in proportion within its class, the first of which begins at nothing', () => {
		expect(percentile(new Map([[0, 4]]), 0.5)).toBe(0.5)
		expect(
			percentile(
				new Map([
					[4, 2],
					[8, 2],
				]),
				0.5,
			),
		).toBe(2)
		expect(percentile(new Map([[8, 1]]), 1)).toBe(4)
		expect(percentile(new Map([[8, 1]]), 0)).toBe(2 ** 1.75)
	})
})
