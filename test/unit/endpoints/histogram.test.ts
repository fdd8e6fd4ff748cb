import { describe, expect, it } from 'vitest'
import { bucketLimit, latencyBucket, percentile } from '../../../src/endpoints/metering/histogram.ts'
import { monthlyPrice, usd } from '../../../src/endpoints/metering/price.ts'

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
})

describe('the price', () => {
	it.each([
		[0n, 'payg', 0n],
		[15_000_000n, 'payg', 0n],
		[15_000_001n, 'payg', 4_500n],
		[15_000_001n, 'enterprise', 3_400n],
		[25_000_000n, 'payg', 45_000_000_000n],
	] as const)('of %s relays on %s is %s nano-USD', (relays, plan, price) => {
		expect(monthlyPrice(relays, plan)).toBe(price)
	})

	it('is written in dollars without rounding', () => {
		expect(usd(4_500n)).toBe('0.000004500')
		expect(usd(45_000_000_001n)).toBe('45.000000001')
	})
})
