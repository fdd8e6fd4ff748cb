import { describe, expect, it } from 'vitest'
import { type AbciEvent, emptyTxResult } from '../../../../src/abci/Application.ts'
import type { BlockResults, TxRecord } from '../../../../src/chain/blockTypes.ts'
import { noBlockId, noCommit } from '../../../../src/chain/faults.ts'
import { emptyHash } from '../../../../src/chain/hash/blockHashes.ts'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { makeBlock, signCommit } from '../../../../src/engine/blocks/makeBlock.ts'
import { BlockStore } from '../../../../src/engine/store/BlockStore.ts'
import { commitKey, metaKey, txHashKey, txKey, writePosition } from '../../../../src/engine/store/keys.ts'
import { validatorKeyFromSecret } from '../../../../src/engine/validatorKey.ts'
import type { KvDatabase } from '../../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { toHex, utf8 } from '../../../../src/util/bytes.ts'
import { kvGenesis } from '../testEngine.ts'

const key = validatorKeyFromSecret('a key of a test')
const { consensusParams, genesisTime } = parseGenesis(kvGenesis())
const state = {
	height: 0,
	earliestHeight: 0,
	time: genesisTime,
	blockId: noBlockId,
	appHash: new Uint8Array(8),
	lastResultsHash: emptyHash,
	appVersion: 1n,
	validators: [{ address: key.address, pubKey: key.pubKey, power: 10n, proposerPriority: 0n }],
	params: [{ from: 1, params: consensusParams }],
}
const event = (type: string, value: string): AbciEvent => ({ type, attributes: [{ key: 'k', value, index: true }] })

/** A block of some transactions, each with a gas of its length, and what is written about it. */
function blockOf(height: number, texts: readonly string[], more: Partial<BlockResults> = {}) {
	const txs = texts.map(utf8)
	const { block, meta } = makeBlock('chain', state, { height, time: genesisTime, lastCommit: noCommit, txs })
	const results: BlockResults = {
		height,
		txs: txs.map((tx) => ({ ...emptyTxResult, gasUsed: BigInt(tx.length), events: [event('tx', `${tx.length}`)] })),
		beginBlockEvents: [],
		endBlockEvents: [],
		validatorUpdates: [],
		consensusParamUpdates: undefined,
		...more,
	}
	const records: TxRecord[] = txs.map((tx, index) => ({
		hash: sha256(tx),
		height,
		index,
		tx,
		result: results.txs[index]!,
	}))
	const seenCommit = signCommit('chain', key, height, meta.blockId, genesisTime)
	return { block, meta, results, records, seenCommit }
}

async function stored(...blocks: readonly ReturnType<typeof blockOf>[]) {
	const db = createMemoryDb()
	const store = new BlockStore(db)
	const batch = db.batch()
	for (const { records, ...committed } of blocks) {
		store.putBlock(batch, committed)
		for (const record of records) store.putTx(batch, record)
	}
	await db.write(batch, { sync: false })
	return { db, store }
}

async function rows(db: KvDatabase): Promise<readonly string[]> {
	const all: string[] = []
	for await (const [at, value] of db.range({})) all.push(`${toHex(at)} ${toHex(value)}`)
	return all
}

async function change(db: KvDatabase, at: Uint8Array, value?: Uint8Array): Promise<void> {
	const batch = db.batch()
	if (value === undefined) batch.delete(at)
	else batch.put(at, value)
	await db.write(batch, { sync: false })
}

describe('the store of blocks', () => {
	const validatorUpdates = [{ pubKey: key.pubKey, power: 3n }]
	const consensusParamUpdates = { block: { maxBytes: 5n, maxGas: 6n } } as BlockResults['consensusParamUpdates']
	it.each([
		['nothing', {}, 0],
		['events at its beginning', { beginBlockEvents: [event('begin', 'a')] }, 2],
		['events at its end', { endBlockEvents: [event('end', 'a'), event('end', 'b')] }, 3],
		['updates of validators', { validatorUpdates }, 1],
		['updates of parameters', { consensusParamUpdates }, 1],
		['updates of both', { validatorUpdates, consensusParamUpdates }, 1],
	] as const)('a block with %s is read as it was written', async (_what, more, records) => {
		const made = blockOf(5, ['a', 'bcd'], more)
		const { db, store } = await stored(made)
		// Header, commit, commit seen and hash, and of each transaction itself, its hash and its event.
		expect(await rows(db)).toHaveLength(4 + 2 * 3 + records)
		expect([store.meta(5), store.block(5), store.block(5)]).toEqual([made.meta, made.block, made.block])
		expect([store.results(5), store.gasUsed(5)]).toEqual([made.results, 4n])
		expect(store.made(5)).toEqual({ block: made.block, results: made.results, records: made.records })
		expect([store.lastCommit(5), store.seenCommit()]).toEqual([noCommit, made.seenCommit])
		expect(store.txsFrom(5)).toEqual(made.block.txs)
		expect([store.tx(made.records[1]!.hash), store.txAt(5, 0)]).toEqual([made.records[1], made.records[0]])
		expect([store.heightByHash(made.meta.blockId.hash), await store.lowestHeight()]).toEqual([5, 5])
	})

	it('the store of blocks has nothing of what was never written', async () => {
		const { store } = await stored()
		expect([store.meta(5), store.block(5), store.results(5), store.gasUsed(5), store.made(5)]).toEqual(
			Array(5).fill(undefined),
		)
		expect([store.lastCommit(5), store.seenCommit(), store.tx(emptyHash), store.txAt(5, 0)]).toEqual(
			Array(4).fill(undefined),
		)
		expect([store.heightByHash(emptyHash), store.heightByHash(new Uint8Array()), store.txsFrom(5)]).toEqual([
			undefined,
			undefined,
			[],
		])
	})

	it('the lowest height is that of the first header, whatever other records there are', async () => {
		const { db, store } = await stored()
		await change(db, txKey(3, 0), utf8('x'))
		expect(await store.lowestHeight()).toBeUndefined()
		expect(await (await stored(blockOf(7, []), blockOf(300, []), blockOf(6, []))).store.lowestHeight()).toBe(6)
	})

	it('a block that goes takes all its records along, and leaves those of a later one with a transaction of the same bytes', async () => {
		const events = { beginBlockEvents: [event('begin', 'a')], endBlockEvents: [event('end', 'b')], validatorUpdates }
		const [first, second] = [blockOf(5, ['a', 'bcd'], events), blockOf(6, ['bcd'])]
		const { db, store } = await stored(first, second)
		const batch = db.batch()
		store.prune(batch, 5)
		store.prune(batch, 4)
		await db.write(batch, { sync: false })
		expect(await rows(db)).toEqual(await rows((await stored(second)).db))
		expect(store.tx(second.records[0]!.hash)).toEqual(second.records[0])
	})

	it('a block that goes takes along what is left of it', async () => {
		const { db, store } = await stored(blockOf(5, ['a', 'bcd', 'ef']))
		await change(db, txKey(5, 0))
		await change(db, txHashKey(sha256(utf8('bcd'))))
		const keys = [...store.keysOf(5)].map(toHex)
		expect(keys).toContain(toHex(txKey(5, 1)))
		expect(keys).toContain(toHex(txKey(5, 2)))
		expect(keys).toContain(toHex(txHashKey(sha256(utf8('ef')))))
		expect(keys).not.toContain(toHex(txHashKey(sha256(utf8('bcd')))))
	})

	it('a transaction that is not the one its index names is told with its place', async () => {
		const made = blockOf(5, ['a', 'bcd'])
		const { db, store } = await stored(made)
		const { hash } = made.records[0]!
		for (const [height, index] of [
			[5, 1],
			[5, 2],
			[4, 0],
		] as const) {
			await change(db, txHashKey(hash), writePosition(height, index))
			expect(() => store.tx(hash)).toThrow(
				expect.objectContaining({
					message: `Block ${height} is damaged.`,
					why: `In the database transaction ${index} is not the one its index names.`,
				}),
			)
		}
	})

	it('a block that has lost its header, its commit or a transaction is not given as one that was made', async () => {
		const made = blockOf(5, ['a', 'bcd'])
		for (const at of [metaKey(5), commitKey(5), txKey(5, 0), txKey(5, 1)]) {
			const { db, store } = await stored(made)
			await change(db, at)
			expect(store.made(5)).toBeUndefined()
		}
	})
})
