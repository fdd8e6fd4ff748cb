import { describe, expect, test } from 'vitest'
import { EthPool, type PooledTx } from '../../../../../src/api/eth/pool/EthPool.ts'
import { MempoolError } from '../../../../../src/chain/faults.ts'
import { sha256 } from '../../../../../src/crypto/hash.ts'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { toHex, utf8 } from '../../../../../src/util/bytes.ts'

const alice = new Uint8Array(20).fill(1)
const bob = new Uint8Array(20).fill(2)

/** A transaction of a sender; its name makes it another one. */
function txOf(nonce: number, { price = 10, name = '', from = alice, size = 0 } = {}): PooledTx {
	const text = `${from[0]} ${nonce} ${price} ${name}`
	const gasPrice = BigInt(price)
	const tx = { nonce: BigInt(nonce), gasPrice, gasFeeCap: gasPrice, gasTipCap: gasPrice } as EthTx
	return { tx, hash: sha256(utf8(text)), from, bytes: utf8(text.padEnd(size, '.')) }
}

/** A pool before a chain that this test makes blocks of. The mempool takes the nonces of a sender in order. */
function poolOf({ takesBack = true } = {}) {
	const known = new Map<string, PooledTx>()
	const chain = {
		height: 7,
		now: 0,
		baseFee: 0n,
		isFull: false,
		isDown: false,
		refuses: '',
		listeners: new Set<(event: unknown) => void>(),
	}
	/** Next nonces after the newest block. */
	const nonces = new Map([alice, bob].map((who) => [toHex(who), 0n]))
	let mempool: Uint8Array[] = []
	const itemOf = (bytes: Uint8Array): PooledTx => known.get(toHex(bytes))!
	const nextOf = (who: Uint8Array): bigint =>
		nonces.get(toHex(who))! + BigInt(mempool.filter((bytes) => toHex(itemOf(bytes).from) === toHex(who)).length)
	const broadcastTxSettled = async (bytes: Uint8Array) => {
		const { tx, from } = itemOf(bytes)
		if (chain.isFull) throw new MempoolError(20, 'mempool is full')
		const refused = (log: string) => ({ code: 5, codespace: 'sdk', log })
		if (chain.refuses === toHex(bytes)) return refused('insufficient funds')
		if (tx.nonce !== nextOf(from)) return refused(`invalid nonce; got ${tx.nonce}, expected ${nextOf(from)}`)
		if (tx.gasFeeCap! < chain.baseFee) return refused('the tx gasfeecap is lower than the tx baseFee: 1')
		mempool.push(bytes)
		return { code: 0, codespace: '', log: '' }
	}
	const takeBack = async (keys: readonly string[]): Promise<number> => {
		const before = mempool.length
		mempool = mempool.filter((bytes) => !keys.includes(toHex(sha256(bytes))))
		return before - mempool.length
	}
	const parts = {
		pool: { broadcastTxSettled, mempoolTxs: async () => mempool, ...(takesBack ? { takeBack } : {}) },
		chain: {
			status: async () => ({ height: chain.height }),
			subscribe: async (_: string, listener: (event: unknown) => void) => {
				if (chain.isDown) throw new Error('the engine does not answer')
				chain.listeners.add(listener)
				return () => chain.listeners.delete(listener)
			},
		},
		nonceOf: async (who: Uint8Array) => nonces.get(toHex(who))!,
		now: () => chain.now,
	}
	const pool = new EthPool(parts as never)
	const add = async (item: PooledTx, waitsForFee = false) => {
		known.set(toHex(item.bytes), item)
		return (await pool.add(item, waitsForFee))?.code
	}
	/** Makes a block of the first that wait in the mempool, or of what came from elsewhere; what the pool does of it is done then. */
	const block = async ({ first = mempool.length, height = chain.height + 1, others = [] as PooledTx[] } = {}) => {
		chain.height = height
		const txs = [...mempool.splice(0, first), ...others.map(({ bytes }) => bytes)]
		for (const { tx, from } of others) nonces.set(toHex(from), tx.nonce + 1n)
		for (const bytes of txs) {
			const item = known.get(toHex(bytes))
			if (item !== undefined) nonces.set(toHex(item.from), item.tx.nonce + 1n)
		}
		for (const listener of [...chain.listeners]) listener({ type: 'NewBlock', block: { header: { height }, txs } })
		// Nothing of it waits for more than a promise.
		await new Promise((resolve) => setImmediate(resolve))
	}
	const names = (list: readonly Uint8Array[]) => list.map((bytes) => new TextDecoder().decode(bytes).trim())
	return {
		pool,
		chain,
		nonces,
		add,
		block,
		lose: () => {
			mempool = []
		},
		inMempool: () => names(mempool),
		queued: () => names(pool.queued.map(({ bytes }) => bytes)),
	}
}

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

	test('one that came from elsewhere with its nonce ends what waits', async () => {
		const { add, block, inMempool, queued } = poolOf()
		await add(txOf(1))
		await add(txOf(2))
		await block({ others: [txOf(0), txOf(1, { name: 'elsewhere' })] })
		expect([queued(), inMempool()]).toEqual([[], ['1 2 10']])
	})
})

describe('a transaction that takes the place of another', () => {
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
		chain.height = 1
		await pool.afterRewind()
		expect([inMempool(), queued(), pool.nonceAfter(alice, 0n)]).toEqual([[], [], 0n])
	})
})

describe('the bounds of what waits', () => {
	test('sixty-four transactions of a sender wait, and no more', async () => {
		const { add, queued } = poolOf()
		for (let nonce = 1; nonce <= 64; nonce++) await add(txOf(nonce))
		await expect(add(txOf(65))).rejects.toThrow('account limit exceeded: pooled 64 txs')
		expect(await add(txOf(5, { from: bob }))).toBeUndefined()
		expect(queued()).toHaveLength(65)
	})

	test('a transaction that waits has 128 KiB at most', async () => {
		const { add, queued } = poolOf()
		expect(await add(txOf(1, { size: 131_072 }))).toBeUndefined()
		await expect(add(txOf(2, { size: 131_073 }))).rejects.toThrow(
			'oversized data: transaction size 131073, limit 131072',
		)
		expect(queued()).toHaveLength(1)
	})

	test('all that wait have 8 MiB at most, and what leaves makes room', async () => {
		const { pool, add } = poolOf()
		const large = (nonce: number, from: typeof alice) => txOf(nonce, { from, size: 131_072 })
		for (let at = 0; at < 63; at++) await add(large(at + 1, alice))
		await add(large(1, bob))
		await expect(add(txOf(2, { from: bob }))).rejects.toThrow('txpool is full')
		expect(pool.drop(({ tx, from }) => from === alice && tx.nonce <= 2n)).toBe(2)
		await add(large(2, bob))
		await add(large(3, bob))
		await expect(add(txOf(4, { from: bob }))).rejects.toThrow('txpool is full')
	})

	test('1,024 transactions wait at most', async () => {
		const { add, nonces, queued } = poolOf()
		for (let at = 0; at < 1_025; at++) {
			const from = new Uint8Array(20).fill(1 + Math.floor(at / 60), 1)
			nonces.set(toHex(from), 0n)
			const added = add(txOf(1 + (at % 60), { from, name: String(at) }))
			if (at < 1_024) expect(await added).toBeUndefined()
			else await expect(added).rejects.toThrow('txpool is full')
		}
		expect(queued()).toHaveLength(1_024)
	})

	test('a transaction waits for three hours at most', async () => {
		const { chain, add, queued } = poolOf()
		await add(txOf(1))
		chain.now = 1
		await add(txOf(3))
		chain.now = 3 * 60 * 60 * 1000
		expect(queued()).toEqual(['1 1 10', '1 3 10'])
		chain.now++
		expect(queued()).toEqual(['1 3 10'])
	})

	test('transactions that are taken out are counted where they waited', async () => {
		const { pool, add, queued } = poolOf()
		for (const nonce of [0, 2, 3]) await add(txOf(nonce))
		expect(pool.drop(({ tx }) => tx.nonce !== 3n)).toBe(1)
		expect(queued()).toEqual(['1 3 10'])
		expect(pool.drop(() => false)).toBe(0)
	})
})
