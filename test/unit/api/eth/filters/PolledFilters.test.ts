import { describe, expect, test } from 'vitest'
import type { EthBlock } from '../../../../../src/api/eth/blocks/EthBlock.ts'
import type { EthDialect } from '../../../../../src/api/eth/dialect/EthDialect.ts'
import { ethermintDialect } from '../../../../../src/api/eth/dialect/ethermintDialect.ts'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import type { ChainNews, NewsListener } from '../../../../../src/api/eth/filters/ChainNews.ts'
import type { LogFilter } from '../../../../../src/api/eth/filters/LogFilter.ts'
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
		/** Tells that the chain has gone back behind a block, if it has. */
		lookBack: async () => {
			await Promise.resolve()
			for (const block of gone.splice(0)) for (const listener of listeners) listener.onRemoved?.(block)
		},
	}
	const gone: EthBlock[] = []
	const filters = new PolledFilters(news as unknown as ChainNews, { now: () => now } as never, dialect)
	const tell = (byte: number): void => {
		for (const listener of listeners) listener.onPendingTx?.(new Uint8Array([byte]))
	}
	const pass = (ms: number): void => {
		now += ms
	}
	const tellBlock = (block: EthBlock): void => {
		for (const listener of listeners) listener.onBlock?.(block)
	}
	return { filters, listeners, tell, tellBlock, gone, pass }
}

const anyLog: LogFilter = { blockHash: undefined, fromBlock: undefined, toBlock: undefined, addresses: [], topics: [] }

/** A block of one transaction with a log, and a later message of it with another. */
function blockOf(height: number): EthBlock {
	const hash = new Uint8Array(32).fill(height)
	const txs = [0, 1].map((message) => {
		const tx = { hash: new Uint8Array(32).fill(100 + message), index: message }
		const log = { address: new Uint8Array(20), topics: [], data: new Uint8Array(0), logIndex: message, tx }
		return { hash: tx.hash, place: { tx: 0, message }, logs: [{ ...log, block: { hash, height, timestamp: 5n } }] }
	})
	return { height, hash, txs } as unknown as EthBlock
}
const word = (byte: number): string => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`

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

	test('filters have an id of sixteen bytes, and end together', async () => {
		const { filters, listeners } = filtersOf(gethDialect)
		for (const _ of [1, 2]) expect(await filters.add(pending)).toMatch(/^0x[0-9a-f]{32}$/)
		filters.close()
		await expect.poll(() => listeners.size).toBe(0)
	})

	test('make room for others when nobody polled them for more than five minutes', async () => {
		const { filters, pass } = filtersOf(ethermintDialect)
		for (let at = 0; at < ethermintDialect.filters.max; at++) await filters.add(pending)
		pass(5 * 60_000)
		expect(await filters.add(pending)).toMatch(/^error/)
		pass(1)
		expect(await filters.add(pending)).toMatch(/^0x/)
	})

	test('end in the order in which they were polled, where there are too many', async () => {
		const { filters } = filtersOf(gethDialect)
		const ids: string[] = []
		for (let at = 0; at < gethDialect.filters.max; at++) ids.push(await filters.add(pending))
		await filters.changes(ids[0]!)
		await filters.add(pending)
		expect(await filters.changes(ids[0]!)).toEqual([])
		await expect(filters.changes(ids[1]!)).rejects.toThrow('filter not found')
	})

	test('tell hashes of blocks, of transactions, and logs, and those of a chain that went back as removed', async () => {
		const { filters, tellBlock, gone } = filtersOf(gethDialect)
		const [blocks, logs] = [await filters.add({ kind: 'blocks' }), await filters.add({ kind: 'logs', filter: anyLog })]
		tellBlock(blockOf(7))
		gone.push(blockOf(7))
		expect(await filters.changes(blocks)).toEqual([word(7)])
		expect(await filters.changes(logs)).toMatchObject(
			[0, 1, 1, 0].map((at, place) => ({
				transactionHash: word(100 + at),
				removed: place > 1,
				blockTimestamp: '0x5',
			})),
		)
		expect(filters.logFilter(logs)).toBe(anyLog)
		expect(() => filters.logFilter(blocks)).toThrow('filter not found')
	})

	test('tell of first messages and of no removed logs in the words of ethermint, transactions when they are in a block', async () => {
		const { filters, tell, tellBlock, gone } = filtersOf(ethermintDialect)
		const logs = await filters.add({ kind: 'logs', filter: { ...anyLog, fromBlock: { height: 7n } } })
		const txs = await filters.add(pending)
		tell(1)
		tellBlock(blockOf(6))
		tellBlock(blockOf(7))
		gone.push(blockOf(7))
		expect(await filters.changes(txs)).toEqual([100, 101, 100, 101].map(word))
		const told = await filters.changes(logs)
		expect(told).toMatchObject([{ transactionHash: word(100), blockNumber: '0x7', removed: false }])
		expect(told[0]).not.toHaveProperty('blockTimestamp')
	})

	test('filters of logs of no range are refused', async () => {
		const { filters, listeners } = filtersOf(ethermintDialect)
		const none = { ...anyLog, fromBlock: { height: 6n }, toBlock: { height: 5n } }
		await expect(filters.add({ kind: 'logs', filter: none })).rejects.toThrow('invalid from and to block combination')
		expect(listeners.size).toBe(0)
	})

	test('polled filters that could not begin to listen are refused with the reason', async () => {
		const news = { listen: async () => Promise.reject(new Error('the chain is closed')) }
		const filters = new PolledFilters(news as unknown as ChainNews, { now: () => 0 } as never, ethermintDialect)
		for (let at = 0; at <= ethermintDialect.filters.max; at++) {
			await expect(filters.add(pending)).rejects.toThrow('the chain is closed')
		}
		filters.close()
	})
})
