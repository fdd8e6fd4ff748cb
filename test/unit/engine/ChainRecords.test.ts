import { describe, expect, it } from 'vitest'
import type { ChainReader } from '../../../src/chain/ChainReader.ts'
import { ChainRecords, type StandingChain } from '../../../src/engine/ChainRecords.ts'
import { BlockStore } from '../../../src/engine/store/BlockStore.ts'
import { decodeState } from '../../../src/engine/store/EngineState.ts'
import { commitKey, prefixes, seenCommitKey, stateKey } from '../../../src/engine/store/keys.ts'
import { Sweeper } from '../../../src/engine/store/Sweeper.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'
import { kvGenesis, testEngine } from './testEngine.ts'

class Records extends ChainRecords {
	readonly standing: StandingChain

	constructor(standing: StandingChain) {
		super()
		this.standing = standing
	}
}

const page = { page: 1n, perPage: 50, order: 'asc' } as const

/** Which of all that a chain tells of a height it has: a letter each. */
async function has(chain: Omit<ChainReader, 'subscribe'>, height: number): Promise<string> {
	const parts = {
		h: await chain.header(height),
		m: await chain.blockMeta(height),
		b: await chain.block(height),
		c: await chain.commit(height),
		r: await chain.blockResults(height),
		g: await chain.gasUsed(height),
		v: await chain.validators(height),
		p: await chain.consensusParams(height),
	}
	return Object.entries(parts)
		.map(([letter, part]) => (part === undefined ? '-' : letter))
		.join('')
}

describe('the records of a chain', () => {
	it('the records of a chain are those of its heights, and one height ahead its validators and parameters', async () => {
		const engine = await testEngine({ genesis: kvGenesis({ initial_height: '5' }) })
		const all = (heights: readonly number[]) => Promise.all(heights.map((height) => has(engine, height)))
		expect(await all([-1, 0, 1, 4, 5, 6])).toEqual([
			'--------',
			'--------',
			'--------',
			'--------',
			'------vp',
			'--------',
		])
		await engine.mine(3)
		const whole = 'hmbcrgvp'
		expect(await all([0, 4, 5, 6, 7, 8, 9])).toEqual([
			'--------',
			'--------',
			whole,
			whole,
			whole,
			'------vp',
			'--------',
		])
		const { validator, ...status } = await engine.status()
		expect(status).toEqual({ chainId: 'kv-chain', height: 7, earliestHeight: 5, catchingUp: false })
		expect(await engine.validators(7)).toEqual([validator])
		expect([(await engine.commit(6))?.canonical, (await engine.commit(7))?.canonical]).toEqual([true, false])
		expect([await engine.heightByHash(new Uint8Array(32)), await engine.tx(new Uint8Array(32))]).toEqual([
			undefined,
			undefined,
		])
	})

	it('a commit whose record is lost is none', async () => {
		const root = createMemoryDb()
		const engine = await testEngine({ db: root })
		await engine.mine(2)
		const batch = root.batch()
		for (const key of [seenCommitKey, commitKey(2)]) batch.prefixed(prefixes.engine).delete(key)
		await root.write(batch, { sync: false })
		expect([await engine.commit(1), await engine.commit(2)]).toEqual([undefined, undefined])
	})

	it('records of blocks that a chain does not keep are found no more, before and after they are deleted', async () => {
		const root = createMemoryDb()
		const engine = await testEngine({ db: root })
		for (const text of ['a=1', 'b=2', 'c=3', 'd=4', 'e=5']) {
			await engine.broadcastTxSync(utf8(text))
			await engine.mine()
		}
		const hashes = await Promise.all(
			[1, 2, 3, 4, 5].map(async (height) => (await engine.blockMeta(height))!.blockId.hash),
		)
		const { txs } = await engine.searchTxs({ query: 'tx.height>0', ...page })
		await engine.stop()
		const db = root.prefixed(prefixes.engine)
		const store = new BlockStore(db)
		const sweeper = new Sweeper(db, store)
		// As after a block with a limit of two, or where a reader stands one block behind.
		const state = { ...decodeState(db.get(stateKey)!), earliestHeight: 3, height: 4 }
		const records = new Records({ db, store, sweeper, genesis: await engine.genesis(), state, nextHeight: 5 })
		const found = async () => ({
			txs: (await records.searchTxs({ query: 'app.key EXISTS', ...page })).txs.map(({ tx }) => fromUtf8(tx)),
			byHeight: (await records.searchTxs({ query: 'tx.height>0', ...page })).txs.map(({ tx }) => fromUtf8(tx)),
			blocks: (await records.searchBlocks({ query: 'begin.parity EXISTS', ...page })).heights,
			hashes: await Promise.all(hashes.map((hash) => records.heightByHash(hash))),
			known: await Promise.all(txs.map(async ({ hash }) => (await records.tx(hash))?.height)),
		})
		const wanted = {
			txs: ['c=3', 'd=4'],
			byHeight: ['c=3', 'd=4'],
			blocks: [3, 4],
			hashes: [undefined, undefined, 3, 4, undefined],
			known: [undefined, undefined, 3, 4, undefined],
		}
		expect(sweeper.isBehind(3)).toBe(true)
		expect(await found()).toEqual(wanted)
		expect(await has(records, 2)).toBe('--------')
	})
})
