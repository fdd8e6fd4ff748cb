import { describe, expect, it } from 'vitest'
import { emptyTxResult } from '../../../src/abci/Application.ts'
import { MempoolError } from '../../../src/chain/faults.ts'
import { defaultMempoolLimits, Mempool, type MempoolLimits } from '../../../src/engine/Mempool.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

const limits: MempoolLimits = { txs: 3, bytes: 100, txBytes: 50, cache: 4 }
const unlimited = -1n

function add(pool: Mempool, text: string, gasWanted = 1n, maxGas = unlimited, code = 0): void {
	const tx = utf8(text)
	pool.settle(pool.admit(tx, 1000), tx, { ...emptyTxResult, gasWanted, code }, maxGas)
}

function refusal(run: () => void): { readonly code: number; readonly text: string } | undefined {
	try {
		run()
		return undefined
	} catch (fault) {
		if (fault instanceof MempoolError) return { code: fault.code, text: fault.message }
		throw fault
	}
}

describe('a mempool', () => {
	it('gives transactions back in the order they came, as many as fit', () => {
		const pool = new Mempool(limits)
		for (const text of ['a', 'bb', 'c']) add(pool, text, 10n)
		expect(pool.reap(1000, unlimited).map(fromUtf8)).toEqual(['a', 'bb', 'c'])
		expect(pool.reap(7, unlimited).map(fromUtf8)).toEqual(['a', 'bb'])
		expect(pool.reap(6, unlimited).map(fromUtf8)).toEqual(['a'])
		expect(pool.reap(1000, 20n).map(fromUtf8)).toEqual(['a', 'bb'])
	})

	it('refuses a transaction it knows, also after its block', () => {
		const pool = new Mempool(limits)
		add(pool, 'a')
		expect(refusal(() => add(pool, 'a'))).toEqual({ code: 19, text: 'tx already exists in cache' })
		pool.update([utf8('a')], [emptyTxResult])
		expect([pool.count, pool.bytes]).toEqual([0, 0])
		expect(refusal(() => add(pool, 'a'))?.code).toBe(19)
	})

	it('a mempool knows a transaction of a block that it never held', () => {
		const pool = new Mempool(limits)
		add(pool, 'a')
		pool.update([utf8('b'), utf8('c')], [emptyTxResult, { ...emptyTxResult, code: 1 }])
		expect([pool.count, pool.bytes]).toEqual([1, 1])
		expect(refusal(() => add(pool, 'b'))?.code).toBe(19)
		expect(refusal(() => add(pool, 'c'))).toBeUndefined()
	})

	it('a mempool has by default the limits of Tendermint', () => {
		// v0.34.15 config.DefaultMempoolConfig.
		const bytes = 1024 * 1024
		expect(defaultMempoolLimits).toEqual({ txs: 5_000, bytes: 1024 * bytes, txBytes: bytes, cache: 10_000 })
	})

	it('takes a transaction again that CheckTx refused or that failed in its block', () => {
		const pool = new Mempool(limits)
		add(pool, 'a', 1n, unlimited, 5)
		expect(pool.count).toBe(0)
		add(pool, 'a')
		pool.update([utf8('a')], [{ ...emptyTxResult, code: 5 }])
		expect(refusal(() => add(pool, 'a'))).toBeUndefined()
	})

	it('forgets the oldest known transaction when the cache is full', () => {
		const pool = new Mempool(limits)
		for (const text of ['a', 'b', 'c', 'd']) {
			add(pool, text)
			pool.update([utf8(text)], [emptyTxResult])
		}
		expect(refusal(() => add(pool, 'a'))?.code).toBe(19)
		// Known again just now, so `b` is the oldest.
		add(pool, 'e')
		expect(refusal(() => add(pool, 'b'))).toBeUndefined()
		expect(refusal(() => add(pool, 'a'))?.code).toBe(19)
	})

	it('a mempool that is cleared holds no transaction and no byte, and takes what it knew', () => {
		const pool = new Mempool(limits)
		for (const text of ['a', 'bb']) add(pool, text)
		expect([pool.count, pool.bytes]).toEqual([2, 3])
		pool.clear()
		expect([pool.count, pool.bytes]).toEqual([0, 0])
		add(pool, 'bb')
		expect([pool.count, pool.bytes]).toEqual([1, 2])
	})

	it('a mempool is full by number and by bytes', () => {
		const pool = new Mempool(limits)
		for (const text of ['a', 'b', 'c']) add(pool, text)
		const text = 'mempool is full: number of txs 3 (max: 3), total txs bytes 3 (max: 100)'
		expect(refusal(() => add(pool, 'd'))).toEqual({ code: 20, text })
		const small = new Mempool({ ...limits, bytes: 5 })
		add(small, 'abc')
		expect(refusal(() => add(small, 'def'))?.code).toBe(20)
	})

	it('a mempool may be filled to its last byte, and one that filled up during CheckTx forgets what was checked', () => {
		const pool = new Mempool({ ...limits, bytes: 5 })
		add(pool, 'abc')
		const late = utf8('d')
		const key = pool.admit(late, 1000)
		add(pool, 'ef')
		expect([pool.count, pool.bytes]).toEqual([2, 5])
		pool.settle(key, late, emptyTxResult, unlimited)
		expect([pool.count, pool.bytes]).toEqual([2, 5])
		pool.update([utf8('abc')], [emptyTxResult])
		expect(refusal(() => add(pool, 'd'))).toBeUndefined()
		expect([pool.count, pool.bytes]).toEqual([2, 3])
	})

	it('a mempool shows as many of its first transactions as are asked for', () => {
		const pool = new Mempool(limits)
		for (const text of ['a', 'bb', 'c']) add(pool, text)
		expect([0, 2, 3, 4].map((limit) => pool.first(limit).map(fromUtf8).join())).toEqual([
			'',
			'a,bb',
			'a,bb,c',
			'a,bb,c',
		])
	})

	it('a mempool keeps after a recheck what is valid and fits into a block, and forgets the rest', () => {
		const pool = new Mempool(limits)
		for (const text of ['a', 'b', 'c']) add(pool, text, 5n, 10n)
		const [a, b, c] = pool.entries().map(({ key }) => key)
		pool.settleRecheck(a!, { ...emptyTxResult, gasWanted: 10n }, 10n)
		pool.settleRecheck(b!, { ...emptyTxResult, gasWanted: 11n }, 10n)
		pool.settleRecheck(c!, { ...emptyTxResult, code: 1 }, 10n)
		expect(pool.entries().map(({ tx }) => fromUtf8(tx))).toEqual(['a'])
		expect(pool.bytes).toBe(1)
		for (const text of ['b', 'c']) expect(refusal(() => add(pool, text))).toBeUndefined()
		pool.remove(a!)
		expect(refusal(() => add(pool, 'a'))).toBeUndefined()
	})

	it('refuses what is too large for itself or for a block', () => {
		const pool = new Mempool(limits)
		expect(pool.admit(utf8('x'.repeat(50)), 52)).toHaveLength(64)
		const tooLarge = refusal(() => add(pool, 'x'.repeat(51)))
		expect(tooLarge).toEqual({ code: 21, text: 'Tx too large. Max size is 50, but got 51' })
		const beyondBlock = refusal(() => pool.admit(utf8('x'.repeat(20)), 21))
		expect(beyondBlock).toEqual({ code: 21, text: 'tx size is too big: 22, max: 21' })
	})

	it('drops silently what wants more gas than a block has', () => {
		const pool = new Mempool(limits)
		add(pool, 'a', 11n, 10n)
		expect(pool.count).toBe(0)
		add(pool, 'a', 10n, 10n)
		expect(pool.count).toBe(1)
		// A limit of gas beyond 63 bits is negative (mempool.PostCheckMaxGas).
		add(pool, 'b', -1n, 10n)
		expect(pool.count).toBe(1)
		add(pool, 'b', -1n, unlimited)
		add(pool, 'c', 0n, 0n)
		expect(pool.count).toBe(3)
		expect(pool.reap(1000, 0n)).toEqual([])
	})
})
