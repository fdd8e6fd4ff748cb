import { expect, it } from 'vitest'
import { RateLimiter } from '../../../src/endpoints/gateway/RateLimiter.ts'

it('the limiter lets as many calls a second through as the limit says, and tells how long to wait', () => {
	const rates = new RateLimiter()
	for (let call = 0; call < 5; call++) expect(rates.take('app', 5, 1, 0)).toBe(0)
	expect(rates.take('app', 5, 1, 0)).toBe(1)
	expect(rates.take('app', 5, 1, 200)).toBe(0)
	expect(rates.take('app', 5, 1, 200)).toBe(1)
	expect(rates.take('other', 5, 1, 200)).toBe(0)
})

it('the limiter runs a batch larger than the limit from a full bucket only, which is in debt then', () => {
	const rates = new RateLimiter()
	expect(rates.take('app', 10, 25, 0)).toBe(0)
	expect(rates.take('app', 10, 1, 1_000)).toBe(1)
	expect(rates.take('app', 10, 1, 1_600)).toBe(0)
	expect(rates.take('app', 10, 25, 1_600)).toBe(1)
})

it('the limiter forgets full buckets when there are too many, and never those that hold somebody up', () => {
	const rates = new RateLimiter()
	// One in debt, then as many as are kept and more, of which the first are full again by then.
	expect(rates.take('busy', 1, 100, 0)).toBe(0)
	for (let index = 0; index < 10_100; index++) rates.take(`app${index}`, 1_000, 1, index)
	expect(rates.take('busy', 1, 1, 10_100)).toBeGreaterThan(1)
	// Where all are in use the one used least lately goes.
	const crowded = new RateLimiter()
	for (let index = 0; index < 10_001; index++) crowded.take(`app${index}`, 1, 100, index / 100_000)
	expect(crowded.take('app0', 1, 1, 1)).toBe(0)
	expect(crowded.take('app10000', 1, 1, 1)).toBeGreaterThan(1)
})

it('a changed limit holds from the next call on, for what is there and for what comes', () => {
	const rates = new RateLimiter()
	expect(rates.take('app', 10, 1, 0)).toBe(0)
	// Nine are left, of which the lower limit leaves two.
	expect(rates.take('app', 2, 3, 0)).toBe(0)
	expect(rates.take('app', 2, 1, 0)).toBe(1)
	expect(rates.take('app', 4, 1, 500)).toBe(0)
	expect(rates.take('app', 4, 1, 500)).toBe(1)
})

it('the limiter tells whole seconds to wait, until there is enough for the call and not longer', () => {
	const rates = new RateLimiter()
	expect(rates.take('app', 2, 12, 0)).toBe(0)
	expect(rates.take('app', 2, 1, 0)).toBe(6)
	expect(rates.take('app', 2, 2, 0)).toBe(6)
	expect(rates.take('app', 2, 1, 1_000)).toBe(5)
	expect(rates.take('app', 2, 1, 5_000)).toBe(1)
	expect(rates.take('app', 2, 1, 5_500)).toBe(0)
})

it('the limiter forgets the bucket that was used least lately, wherever it stands, and only where all hold somebody up', () => {
	const rates = new RateLimiter()
	const from = 200_000
	for (let index = 0; index < 10_000; index++) rates.take(`app${index}`, 1, 100, from + index / 100_000)
	expect(rates.take('app0', 1, 1, from + 1)).toBeGreaterThan(1)
	expect(rates.take('new', 1, 100, from + 1)).toBe(0)
	for (const kept of ['app0', 'app2', 'app9999', 'new']) expect(rates.take(kept, 1, 1, from + 1)).toBeGreaterThan(1)
	expect(rates.take('app1', 1, 1, from + 1)).toBe(0)
})

it('the limiter forgets a bucket at the moment it is full, and nobody is let through for that', () => {
	const rates = new RateLimiter()
	rates.take('oldest', 1, 100, 0)
	rates.take('full', 1, 1, 1)
	for (let index = 0; index < 9_998; index++) rates.take(`app${index}`, 1, 100, 2)
	expect(rates.take('new', 1, 1, 1_001)).toBe(0)
	expect(rates.take('oldest', 1, 1, 1_001)).toBe(99)
})
