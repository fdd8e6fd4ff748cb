import { expect, it } from 'vitest'
import { BoundedCache } from '../../../src/util/BoundedCache.ts'

it('a bounded cache keeps what is asked for often, and at most twice its limit', () => {
	const cache = new BoundedCache<number>(100)
	for (let text = 0; text < 10_000; text++) expect(cache.get(String(text), Number)).toBe(text)
	expect(cache.size).toBeLessThanOrEqual(200)
	let made = 0
	cache.get('9999', () => ++made)
	expect(made).toBe(0)
})
