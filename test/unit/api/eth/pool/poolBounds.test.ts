import { describe, expect, test } from 'vitest'
import { toHex } from '../../../../../src/util/bytes.ts'
import { alice, bob, poolOf, txOf } from './testPool.ts'

describe('the bounds of what waits', () => {
	test('an oversized transaction takes the place of none that waits', async () => {
		const { add, queued } = poolOf()
		await add(txOf(1))
		await expect(add(txOf(1, { price: 20, size: 131_073 }))).rejects.toThrow(
			'oversized data: transaction size 131073, limit 131072',
		)
		expect(queued()).toEqual(['1 1 10'])
	})

	test('a transaction takes the place of another where sixty-four wait', async () => {
		const { add, queued } = poolOf()
		for (let nonce = 1; nonce <= 64; nonce++) await add(txOf(nonce))
		expect(await add(txOf(64, { price: 20 }))).toBeUndefined()
		await expect(add(txOf(65))).rejects.toThrow('account limit exceeded: pooled 64 txs')
		expect([queued().length, queued().at(-1)]).toEqual([64, '1 64 20'])
	})

	test('transactions that waited for three hours make room', async () => {
		const { chain, add, queued } = poolOf()
		await add(txOf(100, { from: bob }))
		await add(txOf(0))
		for (let nonce = 2; nonce <= 65; nonce++) await add(txOf(nonce))
		chain.now = 3 * 60 * 60 * 1000 + 1
		expect(await add(txOf(66))).toBeUndefined()
		expect(queued()).toEqual(['1 66 10'])
	})

	test('a transaction behind which others were forgotten waits when the chain goes back', async () => {
		const { pool, chain, add, block, lose, inMempool, queued } = poolOf()
		await add(txOf(0))
		await add(txOf(2))
		await block({ first: 0 })
		chain.now = 3 * 60 * 60 * 1000
		await add(txOf(1, { from: bob }))
		chain.now++
		lose()
		await pool.afterRewind()
		expect([inMempool(), queued()]).toEqual([['1 0 10'], ['2 1 10']])
	})

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
		await add(txOf(0, { from: bob }))
		for (const nonce of [5, 6, 7]) await add(large(nonce, bob))
		await expect(add(txOf(8, { from: bob }))).rejects.toThrow('txpool is full')
	})

	test('1,024 transactions wait at most', async () => {
		const { pool, add, nonces, queued } = poolOf()
		for (let at = 0; at < 1_025; at++) {
			const from = new Uint8Array(20).fill(1 + Math.floor(at / 60), 1)
			nonces.set(toHex(from), 0n)
			const added = add(txOf(1 + (at % 60), { from, name: String(at) }))
			if (at < 1_024) expect(await added).toBeUndefined()
			else await expect(added).rejects.toThrow('txpool is full')
		}
		expect(queued()).toHaveLength(1_024)
		expect(pool.drop(({ from, tx }) => from[0] === 0 && from[1] === 1 && tx.nonce <= 2n)).toBe(2)
		for (const nonce of [1, 2]) expect(await add(txOf(nonce, { from: bob }))).toBeUndefined()
		await expect(add(txOf(3, { from: bob }))).rejects.toThrow('txpool is full')
	})

	test('a transaction waits for three hours at most', async () => {
		const { pool, chain, add, queued } = poolOf()
		await add(txOf(0, { from: bob }))
		await add(txOf(1))
		chain.now = 1
		await add(txOf(3))
		chain.now = 3 * 60 * 60 * 1000
		expect(queued()).toEqual(['1 1 10', '1 3 10'])
		chain.now++
		expect(queued()).toEqual(['1 3 10'])
		expect(pool.nonceAfter(bob, 0n)).toBe(1n)
	})

	test('transactions that are taken out are counted where they waited', async () => {
		const { pool, add, queued } = poolOf()
		for (const nonce of [0, 2, 3]) await add(txOf(nonce))
		expect(pool.drop(({ tx }) => tx.nonce !== 3n)).toBe(1)
		expect(queued()).toEqual(['1 3 10'])
		expect(pool.drop(() => false)).toBe(0)
	})
})
