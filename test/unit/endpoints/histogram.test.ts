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

it('a percentile is where its share of the calls ends, whatever the order and size of the classes', () => {
	const limit = bucketLimit
	const between = (bucket: number, share: number) => limit(bucket - 1) + (limit(bucket) - limit(bucket - 1)) * share
	// 10 calls of class 8, 80 of 20 and 10 of 40, written in another order.
	const counts = new Map([
		[40, 10],
		[8, 10],
		[30, 0],
		[20, 80],
	])
	const at = (fraction: number) => percentile(counts, fraction)
	expect(at(0.05)).toBeCloseTo(between(8, 0.5), 9)
	expect(at(0.1)).toBeCloseTo(limit(8), 9)
	expect(at(0.5)).toBeCloseTo(between(20, 0.5), 9)
	expect(at(0.9)).toBeCloseTo(limit(20), 9)
	expect(at(0.95)).toBeCloseTo(between(40, 0.5), 9)
	expect(at(1)).toBeCloseTo(limit(40), 9)
	expect(percentile(new Map([[0, 4]]), 0.5)).toBe(0.5)
	expect(percentile(new Map([[7, 0]]), 0.5)).toBe(0)
	expect(percentile(new Map(), 0.5)).toBe(0)
})

it('a latency belongs to the class whose limit is the next one up', () => {
	expect([0, 1, 1.01, 2, 2.01, 4, 1_000_000].map(latencyBucket)).toEqual([0, 0, 1, 4, 5, 8, 80])
	expect([2 ** 24.99, 2 ** 25, 2 ** 25 + 1, 2 ** 40].map(latencyBucket)).toEqual([100, 100, 100, 100])
	expect([0, 4, 8, 100].map(bucketLimit)).toEqual([1, 2, 4, 2 ** 25])
})
