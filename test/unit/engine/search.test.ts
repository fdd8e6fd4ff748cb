import { beforeAll, describe, expect, it } from 'vitest'
import { QueryPanic } from '../../../src/chain/faults.ts'
import type { Engine } from '../../../src/engine/Engine.ts'
import { fromUtf8, toHexUpper, utf8 } from '../../../src/util/bytes.ts'
import { testEngine } from './testEngine.ts'

let engine: Engine

/** Blocks 1 to 4 with the transactions a=1 b=2 | ccc=3 | – | a=4 fail once:zz. */
beforeAll(async () => {
	engine = await testEngine()
	for (const block of [['a=1', 'b=2'], ['ccc=3'], [], ['a=4', 'fail', 'once:zz']]) {
		for (const text of block) await engine.broadcastTxSync(utf8(text))
		await engine.mine()
	}
})

async function found(query: string): Promise<string[]> {
	const { txs, total } = await engine.searchTxs({ query, page: 1n, perPage: 100, order: 'asc' })
	expect(total).toBe(txs.length)
	return txs.map(({ tx }) => fromUtf8(tx))
}

const all = ['a=1', 'b=2', 'ccc=3', 'a=4', 'fail', 'once:zz']

describe('the search for transactions', () => {
	it.each([
		["app.key='a'", ['a=1', 'a=4']],
		["app.key = 'a' AND app.creator='somebody'", ['a=1', 'a=4']],
		["app.key='a' AND tx.height=1", ['a=1']],
		["app.key='a' AND tx.height>1", ['a=4']],
		["app.key='nobody'", []],
		// One that is found must match what else is asked, too.
		["app.key='b' AND app.key='a'", []],
		["app.number=3 AND app.key='b'", []],
		["app.number>2 AND app.key='b'", []],
		["app.noindex='hidden'", []],
		['app.number=3', ['ccc=3']],
		['app.number>1', ['ccc=3', 'once:zz']],
		['app.number>=2 AND app.number<3', ['once:zz']],
		['app.number<=1', ['a=1', 'b=2', 'a=4']],
		['app.number>1.5 AND app.number>=2', ['ccc=3', 'once:zz']],
		["app.key CONTAINS 'c'", ['ccc=3']],
		['app.key EXISTS', ['a=1', 'b=2', 'ccc=3', 'a=4', 'once:zz']],
		['nothing.there EXISTS', []],
		['tx.height=4', ['a=4', 'fail', 'once:zz']],
		['tx.height>1 AND tx.height<=2', ['ccc=3']],
		// Only the first height must be a number.
		["tx.height=4 AND tx.height='a' AND app.key EXISTS", []],
		['tx.height>0', all],
		['tx.height<1', []],
		// A height in decimals is compared with none.
		['tx.height>=1.5', []],
		['tx.height=4 AND tx.height=3', []],
		['tx.height>=4 AND tx.height=3', []],
		['tx.height EXISTS', all],
		["tx.height CONTAINS '4'", ['a=4', 'fail', 'once:zz']],
		["tx.height=4 AND tx.height CONTAINS '4'", ['a=4', 'fail', 'once:zz']],
		["tx.height<2 AND tx.height CONTAINS ''", ['a=1', 'b=2']],
		["tx.height<=1 AND tx.height CONTAINS '1'", ['a=1', 'b=2']],
		["tx.height>4 AND tx.height CONTAINS ''", []],
		// A value with slashes is found by its beginning, as Tendermint's key layout has it, and by no range or CONTAINS.
		["app.path='/a/ccc'", ['ccc=3']],
		["app.path='/a'", ['a=1', 'b=2', 'ccc=3', 'a=4', 'once:zz']],
		["app.path CONTAINS 'ccc'", []],
	])('finds by %s', async (query, wanted) => {
		expect(await found(query)).toEqual(wanted)
	})

	it('finds by hash, whatever else is asked', async () => {
		const { hash } = (await engine.searchTxs({ query: "app.key='b'", page: 1n, perPage: 1, order: 'asc' })).txs[0]!
		expect(await found(`tx.hash='${toHexUpper(hash)}' AND tx.height=9`)).toEqual(['b=2'])
		expect(await found(`tx.hash='${'00'.repeat(32)}'`)).toEqual([])
		await expect(found("tx.hash=''")).rejects.toThrow('transaction hash cannot be empty')
		await expect(found("tx.hash='0'")).rejects.toThrow('encoding/hex: odd length hex string')
		await expect(found("tx.hash='0zé'")).rejects.toThrow("encoding/hex: invalid byte: U+007A 'z'")
	})

	it('a value that is an instant is found by it, as Go writes instants', async () => {
		const own = await testEngine()
		for (const text of ['2020-01-02 00:00:00 +0000 UTC', '2020-01-02 13:14:15 +0000 UTC']) {
			await own.broadcastTxSync(utf8(text))
		}
		await own.mine()
		const by = async (query: string) =>
			(await own.searchTxs({ query, page: 1n, perPage: 10, order: 'asc' })).txs.map(({ index }) => index)
		expect(await by('app.key=DATE 2020-01-02')).toEqual([0])
		expect(await by('app.key=TIME 2020-01-02T13:14:15Z')).toEqual([1])
		expect(await by('app.key=TIME 2020-01-02T15:14:15+02:00')).toEqual([1])
		expect(await by('app.key=DATE 2020-01-03')).toEqual([])
	})

	it.each(['tx.height', 'app.number'])('a search by a %s of more than 63 bits is refused', async (key) => {
		await expect(found(`${key}=9223372036854775808`)).rejects.toThrow(
			'error during parsing conditions from query: got strconv.ParseInt: parsing "9223372036854775808": value out of range',
		)
	})

	it('gives pages in both orders', async () => {
		const page = async (number: number, order: 'asc' | 'desc') => {
			const { txs, total } = await engine.searchTxs({ query: 'tx.height>0', page: BigInt(number), perPage: 4, order })
			return [total, ...txs.map(({ tx }) => fromUtf8(tx))]
		}
		expect(await page(1, 'asc')).toEqual([6, 'a=1', 'b=2', 'ccc=3', 'a=4'])
		expect(await page(2, 'asc')).toEqual([6, 'fail', 'once:zz'])
		expect(await page(1, 'desc')).toEqual([6, 'once:zz', 'fail', 'a=4', 'ccc=3'])
		const byKey = async (number: bigint) => {
			const query = 'app.key EXISTS'
			const { txs, total } = await engine.searchTxs({ query, page: number, perPage: 3, order: 'desc' })
			return [total, ...txs.map(({ tx }) => fromUtf8(tx))]
		}
		expect(await byKey(1n)).toEqual([5, 'once:zz', 'a=4', 'ccc=3'])
		expect(await byKey(2n)).toEqual([5, 'b=2', 'a=1'])
		await expect(page(3, 'asc')).rejects.toThrow('page should be within [1, 2] range, given 3')
	})

	it.each([
		["tx.height='3'", 'interface conversion: interface {} is string, not int64'],
		['tx.hash=5', 'interface conversion: interface {} is int64, not string'],
		['app.number>1.5', 'not implemented'],
	])('stumbles over %s like Tendermint', async (query, text) => {
		const failure = await found(query).catch((fault: unknown) => fault)
		expect(failure).toBeInstanceOf(QueryPanic)
		expect((failure as Error).message).toBe(text)
	})
})

describe('the search for blocks', () => {
	it.each([
		['block.height=3', [3]],
		['block.height=9', []],
		['block.height>1 AND block.height<4', [2, 3]],
		["begin.parity='odd'", [1, 3]],
		["begin.parity='od'", []],
		['begin.parity EXISTS AND block.height>2', [3, 4]],
		['block.height EXISTS', [1, 2, 3, 4]],
		["begin.parity='odd' AND block.height EXISTS", [1, 3]],
		["block.height CONTAINS '1'", []],
		["begin.parity CONTAINS 'eve'", [2, 4]],
		['tx.height=1', []],
	])('finds by %s', async (query, wanted) => {
		const { heights, total } = await engine.searchBlocks({ query, page: 1n, perPage: 10, order: 'asc' })
		expect(heights).toEqual(wanted)
		expect(total).toBe(wanted.length)
	})
})
