import { describe, expect, test } from 'vitest'
import { toHex } from '../../../../../src/util/bytes.ts'
import { alice, bob, poolOf, txOf } from './testPool.ts'

describe('a pool before the mempool of a chain', () => {
	test('a transaction after one whose chain did not answer is taken, and followed into its block', async () => {
		const { chain, add, block, inMempool } = poolOf()
		chain.isDown = true
		await expect(add(txOf(0))).rejects.toThrow('the engine does not answer')
		expect(inMempool()).toEqual([])
		chain.isDown = false
		expect(await add(txOf(0))).toBe(0)
		expect(chain.listeners.size).toBe(1)
		await block()
		expect(await add(txOf(1))).toBe(0)
	})

	test('later nonces wait until the one before them comes, and are told when they can be in a block', async () => {
		const { pool, add, inMempool, queued } = poolOf()
		const told: string[] = []
		const stop = pool.onPending((hash) => told.push(toHex(hash)))
		const txs = [0, 1, 2].map((nonce) => txOf(nonce))
		expect(await add(txs[2]!)).toBeUndefined()
		expect(await add(txs[1]!)).toBeUndefined()
		expect([queued(), inMempool(), told]).toEqual([['1 2 10', '1 1 10'], [], []])
		expect(pool.nonceAfter(alice, 0n)).toBe(0n)
		expect(await add(txs[0]!)).toBe(0)
		expect([queued(), inMempool()]).toEqual([[], ['1 0 10', '1 1 10', '1 2 10']])
		expect(told).toEqual(txs.map(({ hash }) => toHex(hash)))
		expect([pool.nonceAfter(alice, 0n), pool.nonceAfter(alice, 4n), pool.nonceAfter(bob, 0n)]).toEqual([3n, 4n, 0n])
		stop()
		await add(txOf(3))
		expect(told).toHaveLength(3)
	})

	test('the same transaction is known, and one with a nonce that is over is refused by the chain', async () => {
		const { add, nonces, queued } = poolOf()
		await add(txOf(0))
		await add(txOf(2))
		await expect(add(txOf(0))).rejects.toThrow('already known')
		await expect(add(txOf(2))).rejects.toThrow('already known')
		nonces.set(toHex(bob), 5n)
		expect(await add(txOf(4, { from: bob }))).toBe(5)
		expect(queued()).toEqual(['1 2 10'])
	})

	test('what is in a block is forgotten, and a pool of nothing follows the chain no more', async () => {
		const { pool, chain, add, block, inMempool } = poolOf()
		await add(txOf(0))
		await add(txOf(1))
		expect(chain.listeners.size).toBe(1)
		await block({ first: 1 })
		expect([inMempool(), pool.nonceAfter(alice, 1n)]).toEqual([['1 1 10'], 2n])
		expect(chain.listeners.size).toBe(1)
		await block()
		expect([pool.nonceAfter(alice, 0n), chain.listeners.size]).toEqual([0n, 0])
		expect(await add(txOf(2))).toBe(0)
		expect(chain.listeners.size).toBe(1)
	})

	test('a pool follows the chain no more when all that it took was refused or is in a block', async () => {
		const { chain, add, block, nonces } = poolOf()
		nonces.set(toHex(bob), 5n)
		expect(await add(txOf(4, { from: bob }))).toBe(5)
		await add(txOf(0))
		await block()
		expect(chain.listeners.size).toBe(0)
	})

	test('the first block of a chain leaves what is in none', async () => {
		const { pool, add, block } = poolOf()
		await add(txOf(0))
		await add(txOf(1))
		await block({ first: 1, height: 1 })
		expect(pool.nonceAfter(alice, 1n)).toBe(2n)
	})

	test('a transaction that came too early goes at once when those before it came meanwhile', async () => {
		const { chain, nonces, add, inMempool, queued } = poolOf()
		chain.meanwhile = () => nonces.set(toHex(alice), 1n)
		expect(await add(txOf(1))).toBeUndefined()
		expect([queued(), inMempool()]).toEqual([[], ['1 1 10']])
	})

	test('what waits is over when another has its nonce, and waits on when the mempool is behind', async () => {
		const { pool, chain, nonces, add, block, inMempool, queued } = poolOf()
		for (const nonce of [1, 2, 5, 9]) await add(txOf(nonce))
		await add(txOf(9, { from: bob }))
		// The mempool expects other nonces than the newest block left.
		const expected = new Map([[toHex(alice), 2n]])
		chain.expects = (who) => expected.get(who)
		nonces.set(toHex(alice), 1n)
		await block()
		expect([queued(), inMempool()]).toEqual([['1 5 10', '1 9 10', '2 9 10'], ['1 2 10']])
		nonces.set(toHex(alice), 5n)
		expected.set(toHex(alice), 4n)
		await block({ first: 0 })
		expect([queued(), pool.nonceAfter(alice, 5n)]).toEqual([['1 9 10', '1 5 10', '2 9 10'], 6n])
	})

	test('a transaction below the base fee waits until it has fallen, where the caller’s program waits', async () => {
		const { chain, add, block, inMempool, queued } = poolOf()
		chain.baseFee = 11n
		expect(await add(txOf(0))).toBe(5)
		const poor = txOf(0, { price: 12 })
		chain.refuses = toHex(poor.bytes)
		expect(await add(poor, true)).toBe(5)
		expect(await add(txOf(0), true)).toBeUndefined()
		expect(queued()).toEqual(['1 0 10'])
		await block()
		expect([queued(), inMempool()]).toEqual([['1 0 10'], []])
		chain.baseFee = 10n
		await block()
		expect([queued(), inMempool()]).toEqual([[], ['1 0 10']])
	})

	test('what the mempool has no room for waits for the next block', async () => {
		const { chain, add, block, inMempool, queued } = poolOf()
		await add(txOf(1))
		chain.isFull = true
		await expect(add(txOf(0))).rejects.toThrow('mempool is full')
		chain.isFull = false
		await add(txOf(0))
		await add(txOf(3))
		await add(txOf(5))
		chain.isFull = true
		await block()
		chain.isFull = false
		await add(txOf(2))
		expect([queued(), inMempool()]).toEqual([['1 5 10'], ['1 2 10', '1 3 10']])
	})

	test('what waits is not lost where the engine stops answering, and the one before it is taken', async () => {
		const { chain, add, block, inMempool, queued } = poolOf()
		for (const nonce of [2, 1]) await add(txOf(nonce))
		chain.meanwhile = () => {
			chain.isDown = true
		}
		expect(await add(txOf(0))).toBe(0)
		expect([inMempool(), queued()]).toEqual([['1 0 10'], ['1 2 10', '1 1 10']])
		chain.meanwhile = () => undefined
		chain.isDown = false
		await block({ first: 0 })
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 10', '1 2 10'], []])
	})

	test('one that came from elsewhere with its nonce ends what waits', async () => {
		const { add, block, inMempool, queued } = poolOf()
		await add(txOf(1))
		await add(txOf(2))
		await block({ others: [txOf(0), txOf(1, { name: 'elsewhere' })] })
		expect([queued(), inMempool()]).toEqual([[], ['1 2 10']])
	})
})

describe('a transaction that takes the place of another', () => {
	test('those behind a transaction that is replaced wait where the mempool is full after it', async () => {
		const { chain, add, block, inMempool, queued } = poolOf()
		for (const nonce of [0, 1, 2]) await add(txOf(nonce))
		chain.meanwhile = () => {
			chain.isFull = true
		}
		expect(await add(txOf(1, { price: 20 }))).toBe(0)
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 20'], ['1 2 10']])
		chain.meanwhile = () => undefined
		chain.isFull = false
		await block({ first: 0 })
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 20', '1 2 10'], []])
	})

	test('what a replacement took back is not lost where the engine stops answering', async () => {
		const { chain, add, block, inMempool, queued } = poolOf()
		for (const nonce of [0, 1, 2]) await add(txOf(nonce))
		chain.isDown = true
		await expect(add(txOf(1, { price: 20 }))).rejects.toThrow('the engine does not answer')
		expect([inMempool(), queued()]).toEqual([['1 0 10'], ['1 2 10', '1 1 10']])
		chain.isDown = false
		await block({ first: 0 })
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 10', '1 2 10'], []])
	})

	test('a transaction that the mempool has no room for replaces none, and those behind stay', async () => {
		const { chain, add, inMempool, queued } = poolOf()
		for (const nonce of [0, 1, 2, 4]) await add(txOf(nonce))
		await expect(add(txOf(1, { price: 20, size: chain.largest + 1 }))).rejects.toThrow('Tx too large')
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 10', '1 2 10'], ['1 4 10']])
	})

	test('those behind a transaction that is replaced stay in the mempool where sixty-four more wait', async () => {
		const { add, inMempool, queued } = poolOf()
		for (let nonce = 0; nonce < 68; nonce++) if (nonce !== 3) await add(txOf(nonce))
		expect(await add(txOf(1, { price: 20 }))).toBe(0)
		expect([inMempool(), queued().length]).toEqual([['1 0 10', '1 1 20', '1 2 10'], 64])
	})

	test('a transaction that was replaced is given to the mempool no more', async () => {
		const { pool, add, block, inMempool } = poolOf()
		for (const nonce of [0, 1, 2]) await add(txOf(nonce))
		await add(txOf(1, { price: 20 }))
		for (let blocks = 0; blocks < 7; blocks++) await block({ first: 0 })
		expect([inMempool(), pool.nonceAfter(alice, 0n)]).toEqual([['1 0 10', '1 1 20', '1 2 10'], 3n])
	})

	test('a transaction that takes the place of another needs ten percent more', async () => {
		const { add } = poolOf()
		await add(txOf(0))
		await expect(add(txOf(0, { name: 'other' }))).rejects.toThrow('replacement transaction underpriced')
		expect(await add(txOf(0, { price: 11 }))).toBe(0)
	})

	test('those behind a transaction that is replaced in the mempool are given again behind the new one', async () => {
		const { add, inMempool, queued } = poolOf()
		for (const nonce of [0, 1, 2, 4]) await add(txOf(nonce))
		expect(await add(txOf(1, { price: 20 }))).toBe(0)
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 20', '1 2 10'], ['1 4 10']])
	})

	test('a transaction that replaces one that waits, waits in its stead', async () => {
		const { add, inMempool, queued } = poolOf()
		await add(txOf(1))
		expect(await add(txOf(1, { price: 20 }))).toBeUndefined()
		expect(queued()).toEqual(['1 1 20'])
		await add(txOf(0))
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 20'], []])
	})

	test('a transaction that waited for its low price goes at once when another in its place pays enough', async () => {
		const { chain, add, inMempool, queued } = poolOf()
		chain.baseFee = 15n
		await add(txOf(0), true)
		expect(await add(txOf(0, { price: 20 }), true)).toBeUndefined()
		expect([inMempool(), queued()]).toEqual([['1 0 20'], []])
	})

	test('a replacement that the chain refuses leaves all as it was', async () => {
		const { chain, add, inMempool, queued } = poolOf()
		for (const nonce of [0, 1, 2]) await add(txOf(nonce))
		const next = txOf(1, { price: 20 })
		chain.refuses = toHex(next.bytes)
		expect(await add(next)).toBe(5)
		expect([inMempool(), queued()]).toEqual([['1 0 10', '1 1 10', '1 2 10'], []])
	})

	test('a replacement is refused where an engine cannot take the other back', async () => {
		const { add, inMempool } = poolOf({ takesBack: false })
		await add(txOf(0))
		await expect(add(txOf(0, { price: 20 }))).rejects.toThrow(
			"the transaction with nonce 0 is with the chain's engine already, which cannot replace it",
		)
		expect(inMempool()).toEqual(['1 0 10'])
	})
})

describe('what the mempool lost', () => {
	test('what the mempool lost is given to it again three blocks later, and what it has stays', async () => {
		const { add, block, lose, inMempool } = poolOf()
		// The height is known from the first block on.
		await add(txOf(0, { from: bob }))
		await block()
		await add(txOf(0))
		lose()
		for (const known of [[], [], ['1 0 10'], ['1 0 10']]) {
			await block({ first: 0 })
			expect(inMempool()).toEqual(known)
		}
	})

	test('what the mempool lost is given to it again when the chain went back', async () => {
		const { pool, chain, add, block, lose, inMempool } = poolOf()
		await add(txOf(0))
		await add(txOf(1))
		await block({ first: 0 })
		lose()
		chain.height = 6
		await pool.afterRewind()
		expect(inMempool()).toEqual(['1 0 10', '1 1 10'])
		lose()
		await block({ first: 0, height: 6 })
		expect(inMempool()).toEqual(['1 0 10', '1 1 10'])
	})

	test('what the mempool lost is forgotten when the chain begins again', async () => {
		const { pool, chain, add, block, lose, inMempool, queued } = poolOf()
		await add(txOf(0))
		await add(txOf(2))
		await block({ first: 0 })
		lose()
		chain.height = 2
		await pool.afterRewind()
		expect([inMempool(), queued()]).toEqual([['1 0 10'], ['1 2 10']])
		lose()
		chain.height = 1
		await pool.afterRewind()
		expect([inMempool(), queued(), pool.nonceAfter(alice, 0n)]).toEqual([[], [], 0n])
	})
})
