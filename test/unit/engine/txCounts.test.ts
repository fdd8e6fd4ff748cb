import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/engine/Engine.ts'
import { toHex, utf8 } from '../../../src/util/bytes.ts'
import { seededRandom } from '../../support/random.js'
import { testEngine } from './testEngine.ts'

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)

let sent = 0
async function block(engine: Engine, txs: number): Promise<void> {
	for (let tx = 0; tx < txs; tx++) await engine.broadcastTxSync(utf8(`k${sent}=${sent++}`))
	await engine.mine()
}

/** Hashes and total of a page: by counting, and by a query that means the same and reads the records of all. */
async function bothWays(engine: Engine, heights: string, page: number, perPage: number, order: 'asc' | 'desc') {
	const ask = async (query: string) => {
		try {
			const { txs, total } = await engine.searchTxs({ query, page: BigInt(page), perPage, order })
			return { total, txs: txs.map(({ hash, height, index }) => `${height}/${index} ${toHex(hash)}`) }
		} catch (error) {
			return (error as Error).message
		}
	}
	return [await ask(heights), await ask(`${heights} AND tx.height CONTAINS ''`)]
}

async function compare(engine: Engine): Promise<void> {
	const { height } = engine
	for (let round = 0; round < 25; round++) {
		const [low, high] = [below(height + 3), below(height + 3)]
		const heights = `tx.height>${low}${random() < 0.5 ? '' : ` AND tx.height<=${high}`}`
		const [counted, read] = await bothWays(
			engine,
			heights,
			1 + below(4),
			1 + below(60),
			random() < 0.5 ? 'asc' : 'desc',
		)
		expect(counted, heights).toEqual(read)
	}
}

describe('pages of all transactions of some heights', () => {
	it('pages of all transactions of some heights are those of a search that reads every record: while blocks are added, after reverts and under pruning', async () => {
		for (const keepBlocks of [0, 12]) {
			const engine = await testEngine({ config: { keepBlocks } })
			for (let round = 0; round < 4; round++) {
				for (let made = 0; made < 8; made++) await block(engine, random() < 0.4 ? 0 : below(70))
				await compare(engine)
				if (keepBlocks > 0) continue
				const id = await engine.snapshot()
				for (let made = 0; made < 3; made++) await block(engine, below(5))
				await compare(engine)
				await engine.revert(id)
				// As many blocks as before, with other transactions.
				for (let made = 0; made < 3; made++) await block(engine, below(5))
				await compare(engine)
			}
		}
	})

	it('the transactions of heights are counted anew where as many blocks were made in the place of others', async () => {
		const engine = await testEngine()
		const total = async () =>
			(await engine.searchTxs({ query: 'tx.height > 0', page: 1n, perPage: 30, order: 'asc' })).total
		await block(engine, 1)
		const id = await engine.snapshot()
		await block(engine, 3)
		await block(engine, 2)
		expect(await total()).toBe(6)
		await engine.revert(id)
		await block(engine, 1)
		await block(engine, 1)
		expect(await total()).toBe(3)
	})

	it('go over the borders of blocks and tell the total', async () => {
		const engine = await testEngine()
		for (let made = 0; made < 10; made++) await block(engine, 200)
		const { txs, total } = await engine.searchTxs({ query: 'tx.height > 0', page: 7n, perPage: 30, order: 'desc' })
		expect(total).toBe(2000)
		expect(txs.map(({ height, index }) => height * 1000 + index)).toEqual(
			Array.from({ length: 30 }, (_, index) => (index < 20 ? 10_019 - index : 9_199 - (index - 20))),
		)
	})
})
