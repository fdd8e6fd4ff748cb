import { describe, expect, test } from 'vitest'
import type { EthDialect } from '../../../../../src/api/eth/dialect/EthDialect.ts'
import { ethermintDialect } from '../../../../../src/api/eth/dialect/ethermintDialect.ts'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import type { ChainNews, NewsListener } from '../../../../../src/api/eth/filters/ChainNews.ts'
import { PolledFilters } from '../../../../../src/api/eth/filters/PolledFilters.ts'

/** Filters over news that this test tells, with a clock that it sets. */
function filtersOf(dialect: EthDialect) {
	const listeners = new Set<NewsListener>()
	let now = 0
	const news = {
		listen: async (listener: NewsListener) => {
			listeners.add(listener)
			await Promise.resolve()
			return () => listeners.delete(listener)
		},
		lookBack: async () => {},
	}
	const filters = new PolledFilters(news as unknown as ChainNews, { now: () => now } as never, dialect)
	const tell = (byte: number): void => {
		for (const listener of listeners) listener.onPendingTx?.(new Uint8Array([byte]))
	}
	const pass = (ms: number): void => {
		now += ms
	}
	return { filters, listeners, tell, pass }
}

const pending = { kind: 'pending' } as const

describe('polled filters', () => {
	test('keep their greatest number when all are asked for at once, and refuse the next', async () => {
		const { filters, listeners } = filtersOf(ethermintDialect)
		const most = ethermintDialect.filters.max
		const ids = await Promise.all(Array.from({ length: most + 1 }, () => filters.add(pending)))
		expect(ids.filter((id) => id.startsWith('0x'))).toHaveLength(most)
		expect(ids.at(-1)).toBe('error creating pending tx filter: max limit reached')
		expect(listeners.size).toBe(most)
	})

	test('end the one that was polled longest ago where there are too many at once', async () => {
		const { filters, listeners } = filtersOf(gethDialect)
		const most = gethDialect.filters.max
		const ids = await Promise.all(Array.from({ length: most + 1 }, () => filters.add(pending)))
		await expect(filters.changes(ids[0]!)).rejects.toThrow('filter not found')
		expect(await filters.changes(ids[1]!)).toEqual([])
		expect(listeners.size).toBe(most)
	})

	test('collect what is new since the last poll, until they are removed', async () => {
		const { filters, listeners, tell } = filtersOf(gethDialect)
		const id = await filters.add(pending)
		tell(1)
		tell(2)
		expect(await filters.changes(id)).toEqual(['0x01', '0x02'])
		tell(3)
		expect(await filters.changes(id)).toEqual(['0x03'])
		expect([filters.remove(id), filters.remove(id)]).toEqual([true, false])
		await expect.poll(() => listeners.size).toBe(0)
		await expect(filters.changes(id)).rejects.toThrow('filter not found')
	})

	test('end when nobody polled them for more than five minutes', async () => {
		const { filters, pass } = filtersOf(gethDialect)
		const [early, late] = [await filters.add(pending), await filters.add(pending)]
		pass(5 * 60_000)
		expect(await filters.changes(late)).toEqual([])
		pass(1)
		await expect(filters.changes(early)).rejects.toThrow('filter not found')
		expect(await filters.changes(late)).toEqual([])
	})

	test('end when nobody fetches more than they can hold', async () => {
		const { filters, listeners, tell } = filtersOf(gethDialect)
		const id = await filters.add(pending)
		for (let item = 0; item < 20_000; item++) tell(0)
		expect(await filters.changes(id)).toHaveLength(20_000)
		for (let item = 0; item < 20_001; item++) tell(0)
		await expect.poll(() => listeners.size).toBe(0)
		await expect(filters.changes(id)).rejects.toThrow('filter not found')
	})

	test('polled filters that could not begin to listen are refused with the reason', async () => {
		const news = { listen: async () => Promise.reject(new Error('the chain is closed')) }
		const filters = new PolledFilters(news as unknown as ChainNews, { now: () => 0 } as never, gethDialect)
		await expect(filters.add(pending)).rejects.toThrow('the chain is closed')
		filters.close()
	})
})
