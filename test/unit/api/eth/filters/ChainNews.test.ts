import { describe, expect, test } from 'vitest'
import { ChainNews, type NewsListener } from '../../../../../src/api/eth/filters/ChainNews.ts'

/** A chain whose blocks this test makes and takes back. */
function newsOf() {
	const blocks = new Map<number, { height: number; hash: Uint8Array; txs: { hash: Uint8Array }[] }>()
	const chain = { told: new Set<(event: unknown) => void>(), isDown: false }
	const news = new ChainNews(
		{
			subscribe: async (_: string, listener: (event: unknown) => void) => {
				if (chain.isDown) throw new Error('the engine does not answer')
				chain.told.add(listener)
				return () => chain.told.delete(listener)
			},
		} as never,
		{
			at: async (height: number) => blocks.get(height),
			heightByHash: async (hash: Uint8Array) => [...blocks.values()].find((block) => block.hash === hash)?.height,
		} as never,
	)
	const add = (height: number, txs: readonly number[] = []) =>
		blocks.set(height, { height, hash: new Uint8Array(32), txs: txs.map((tx) => ({ hash: hashOf(tx) })) })
	/** Makes a block; resolves when the listeners were told. */
	const make = async (height: number, txs: readonly number[] = []): Promise<void> => {
		add(height, txs)
		for (const listener of chain.told) listener({ type: 'NewBlock', block: { header: { height } } })
		await settled()
	}
	return { news, chain, blocks, add, make }
}

const hashOf = (number: number): Uint8Array => Uint8Array.of(number >> 16, (number >> 8) & 255, number & 255)
const numberOf = (hash: Uint8Array): number => (hash[0]! << 16) | (hash[1]! << 8) | hash[2]!
/** What is to be told waits for promises, and for a turn now and then. */
const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A listener that keeps what it is told. */
function listenerOf() {
	const heard: string[] = []
	const listener: NewsListener = {
		onBlock: ({ height }) => heard.push(`block ${height}`),
		onRemoved: ({ height }) => heard.push(`removed ${height}`),
		onPendingTx: (hash) => heard.push(`tx ${numberOf(hash)}`),
	}
	return { heard, listener }
}

describe('the news of a chain', () => {
	test('the news of a chain are blocks in order, each with its transactions before it, once', async () => {
		const { news, make } = newsOf()
		const { heard, listener } = listenerOf()
		await news.listen(listener)
		news.announcePending(hashOf(1))
		news.announcePending(hashOf(1))
		await make(1, [1, 2])
		await make(2)
		expect(heard).toEqual(['tx 1', 'tx 2', 'block 1', 'block 2'])
	})

	test('the news of a chain that was not heard for some blocks tell these before the next one', async () => {
		const { news, blocks, add, make } = newsOf()
		const { heard, listener } = listenerOf()
		await news.listen(listener)
		await make(7)
		add(8, [1])
		add(9)
		await make(10)
		expect(heard.splice(0)).toEqual(['block 7', 'tx 1', 'block 8', 'block 9', 'block 10'])
		// A chain that is taken up at a later height has no blocks before it.
		await make(13)
		// One that went back meanwhile goes on from what is still there.
		blocks.delete(13)
		await make(11)
		expect(heard).toEqual(['block 13', 'removed 13', 'block 11'])
	})

	test('the news of a chain that could not be followed are asked for anew by the next listener', async () => {
		const { news, chain, make } = newsOf()
		const [early, late] = [listenerOf(), listenerOf()]
		chain.isDown = true
		await expect(news.listen(early.listener)).rejects.toThrow('the engine does not answer')
		chain.isDown = false
		await news.listen(late.listener)
		await make(1)
		expect([early.heard, late.heard]).toEqual([[], ['block 1']])
	})

	test('the news of a chain are followed only while there are listeners', async () => {
		const { news, chain, make } = newsOf()
		const [first, second] = [listenerOf(), listenerOf()]
		news.announcePending(hashOf(9))
		const stops = [await news.listen(first.listener), await news.listen(second.listener)]
		expect(chain.told.size).toBe(1)
		stops[0]!()
		await make(1)
		expect(chain.told.size).toBe(1)
		stops[1]!()
		await settled()
		expect(chain.told.size).toBe(0)
		// What nobody heard is told to who comes later.
		await news.listen(first.listener)
		news.announcePending(hashOf(9))
		expect([first.heard, second.heard]).toEqual([['tx 9'], ['block 1']])
	})

	test('the news of a chain tell the blocks that are gone, the newest first, with the next block or when they are asked to look', async () => {
		const { news, blocks, make } = newsOf()
		const { heard, listener } = listenerOf()
		await news.listen(listener)
		for (const height of [1, 2, 3, 4]) await make(height)
		heard.length = 0
		blocks.delete(4)
		await news.lookBack()
		expect(heard).toEqual(['removed 4'])
		blocks.delete(3)
		await make(2)
		expect(heard).toEqual(['removed 4', 'removed 3', 'removed 2', 'block 2'])
		await news.lookBack()
		expect(heard).toHaveLength(4)
	})

	test('what was told while others listened is no news when it is gone', async () => {
		const { news, blocks, make } = newsOf()
		const [first, second] = [listenerOf(), listenerOf()]
		const stop = await news.listen(first.listener)
		await make(1)
		stop()
		await settled()
		await news.listen(second.listener)
		blocks.clear()
		await news.lookBack()
		expect([first.heard, second.heard]).toEqual([['block 1'], []])
	})

	test('the news of a chain remember the newest 128 blocks', async () => {
		const { news, blocks, make } = newsOf()
		const { heard, listener } = listenerOf()
		await news.listen(listener)
		for (let height = 1; height <= 129; height++) await make(height)
		heard.length = 0
		blocks.clear()
		await news.lookBack()
		expect(heard).toEqual(Array.from({ length: 128 }, (_, at) => `removed ${129 - at}`))
	})

	test('the news of a chain remember the newest 20,000 transactions', async () => {
		const { news } = newsOf()
		const { heard, listener } = listenerOf()
		await news.listen(listener)
		for (let tx = 0; tx < 20_000; tx++) news.announcePending(hashOf(tx))
		news.announcePending(hashOf(0))
		expect(heard).toHaveLength(20_000)
		news.announcePending(hashOf(20_000))
		news.announcePending(hashOf(1))
		expect(heard).toHaveLength(20_001)
		news.announcePending(hashOf(0))
		expect(heard.slice(20_000)).toEqual(['tx 20000', 'tx 0'])
	})

	test('a block that is gone before it is told is no news', async () => {
		const { news, chain } = newsOf()
		const { heard, listener } = listenerOf()
		await news.listen(listener)
		for (const tell of chain.told) tell({ type: 'NewBlock', block: { header: { height: 1 } } })
		await settled()
		expect(heard).toEqual([])
		expect(chain.told.size).toBe(1)
	})
})
