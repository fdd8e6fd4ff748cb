import { describe, expect, it } from 'vitest'
import type { Application, ConsensusParams } from '../../../src/abci/Application.ts'
import { encodeCommit } from '../../../src/chain/hash/encodeBlock.ts'
import { rewindBatch } from '../../../src/engine/rewind.ts'
import { BlockStore } from '../../../src/engine/store/BlockStore.ts'
import { encodeBlockMeta } from '../../../src/engine/store/blockMeta.ts'
import { decodeState } from '../../../src/engine/store/EngineState.ts'
import {
	clockKey,
	commitKey,
	metaKey,
	prefixes,
	snapshotsKey,
	stateKey,
	txKey,
} from '../../../src/engine/store/keys.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { toHex, utf8 } from '../../../src/util/bytes.ts'
import { kvApplication } from './kvApplication.ts'
import { testEngine } from './testEngine.ts'

async function chain(heights: number, openApplication = kvApplication) {
	const db = createMemoryDb()
	const engine = await testEngine({ db, openApplication })
	const own = db.prefixed(prefixes.engine)
	const make = async (blocks: number) => {
		for (let block = 0; block < blocks; block++) {
			await engine.broadcastTxSync(utf8(`key${engine.height}=1`))
			await engine.mine()
		}
	}
	await make(heights)
	return { engine, own, store: new BlockStore(own), make }
}

/** The keys of the engine's records but those of its snapshots and its clock. */
async function keys(own: KvDatabase): Promise<readonly string[]> {
	const all: string[] = []
	for await (const [key] of own.range({})) all.push(toHex(key))
	return all.filter((key) => ![snapshotsKey, clockKey].map(toHex).includes(key))
}

describe('a chain that goes back', () => {
	it('a chain that goes back keeps nothing of the later blocks, and has the commit that they named', async () => {
		const { engine, own, make } = await chain(2)
		const before = await keys(own)
		await make(3)
		const { commit } = (await engine.commit(2))!
		expect((await keys(own)).length).toBeGreaterThan(before.length)
		await engine.rewind(2)
		expect(await keys(own)).toEqual(before)
		expect(await engine.commit(2)).toEqual({ commit, canonical: false })
	})

	it('a chain that goes back lets other work in after each block it drops', async () => {
		const { own, store } = await chain(5)
		const state = decodeState(own.get(stateKey)!)
		for (const [height, dropped] of [
			[5, 0],
			[4, 1],
			[1, 4],
		] as const) {
			let pauses = 0
			await rewindBatch(store, state, height, own.batch(), async () => void pauses++)
			expect(pauses, String(height)).toBe(dropped)
		}
	})

	it('a chain that goes back has the parameters that were in force, and those that were to come at the next height', async () => {
		let updates = true
		const updating = (db: KvDatabase): Application => ({
			...kvApplication(db),
			endBlock: ({ height }) => ({
				events: [],
				validatorUpdates: [],
				...(updates && (height === 2 || height === 3)
					? { consensusParamUpdates: { block: { maxBytes: 1_000n + BigInt(height), maxGas: -1n } } as ConsensusParams }
					: {}),
			}),
		})
		const { engine, make } = await chain(4, updating)
		const at = async (height: number) => (await engine.consensusParams(height))!.block.maxBytes
		const first = await at(1)
		expect([await at(2), await at(3), await at(4), await at(5)]).toEqual([first, 1_002n, 1_003n, 1_003n])
		await engine.rewind(3)
		expect([await at(3), await at(4)]).toEqual([1_002n, 1_003n])
		await engine.rewind(2)
		expect([await at(2), await at(3)]).toEqual([first, 1_002n])
		await engine.rewind(1)
		expect([await at(1), await at(2)]).toEqual([first, first])
		updates = false
		await make(3)
		expect([await at(2), await at(3), await at(4)]).toEqual([first, first, first])
	})

	it.each([0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 5])(
		'a chain of the blocks 1 to 4 does not go back to the height %d',
		async (height) => {
			const { engine, own } = await chain(4)
			const before = await keys(own)
			await expect(engine.rewind(height)).rejects.toMatchObject({
				message: `Height ${height} cannot be gone back to.`,
				why: 'The blocks of this node are 1 to 4.',
				next: 'Choose a height from 1 to 4.',
			})
			expect(await keys(own)).toEqual(before)
			expect(engine.height).toBe(4)
		},
	)

	it('a chain that keeps three blocks goes back to the earliest of them and no further, and to its newest at any time', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db, config: { keepBlocks: 3 } })
		for (let block = 0; block < 6; block++) await engine.mine()
		expect(engine.earliestHeight).toBe(4)
		await expect(engine.rewind(3)).rejects.toMatchObject({
			why: 'The blocks of this node are 4 to 6.',
			next: 'Choose a height from 4 to 6.',
		})
		await engine.rewind(6)
		expect(engine.height).toBe(6)
		await engine.rewind(4)
		expect(engine.height).toBe(4)
	})

	it('a chain without a block goes back to none', async () => {
		const { engine } = await chain(0)
		await expect(engine.rewind(0)).rejects.toMatchObject({
			message: 'Height 0 cannot be gone back to.',
			why: 'There is no block yet.',
			next: 'Make blocks first, or choose another folder with --home.',
		})
	})

	it.each([
		['the block itself', metaKey(2), 2],
		['its successor', metaKey(3), 2],
		['the commit of its successor', commitKey(3), 2],
	])('a chain does not go back to a block where %s is missing', async (_what, gone, named) => {
		const { engine, own } = await chain(4)
		const batch = own.batch()
		batch.delete(gone)
		await own.write(batch, { sync: false })
		await expect(engine.rewind(2)).rejects.toMatchObject({
			message: `Block ${named} is damaged.`,
			why: 'In the database it or its successor is missing.',
		})
		expect(engine.height).toBe(4)
	})

	it('a chain does not go back to where one of the newest blocks would be damaged', async () => {
		const { engine, own } = await chain(4)
		const batch = own.batch()
		batch.delete(txKey(2, 0))
		await own.write(batch, { sync: false })
		const before = await keys(own)
		await expect(engine.rewind(3)).rejects.toMatchObject({
			message: 'The chain database of this home is damaged.',
			why: expect.stringMatching(/^Of its newest blocks: /),
		})
		expect(await keys(own)).toEqual(before)
		expect(engine.height).toBe(4)
	})

	it.each(['its header', 'its predecessor', 'the commit it carries'])(
		'a chain does not go back to a block whose successor has %s changed',
		async (what) => {
			const { engine, own, store } = await chain(4)
			const batch = own.batch()
			const [meta, next] = [store.meta(2)!, store.meta(3)!]
			if (what === 'its header')
				batch.put(metaKey(3), encodeBlockMeta({ ...next, header: { ...next.header, appHash: new Uint8Array(8) } }))
			else if (what === 'the commit it carries') {
				const commit = store.lastCommit(3)!
				const signatures = commit.signatures.map((each) => ({ ...each, signature: new Uint8Array(64) }))
				batch.put(commitKey(3), encodeCommit({ ...commit, signatures }))
			} else batch.put(metaKey(2), encodeBlockMeta({ ...meta, blockId: next.blockId }))
			await own.write(batch, { sync: false })
			await expect(engine.rewind(2)).rejects.toMatchObject({
				message: 'Block 3 is damaged.',
				why: 'In the database it does not follow the block before it.',
			})
			expect(engine.height).toBe(4)
		},
	)
})
