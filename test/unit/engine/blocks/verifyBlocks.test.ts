import { describe, expect, it } from 'vitest'
import { encodeCommit } from '../../../../src/chain/hash/encodeBlock.ts'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { signCommit } from '../../../../src/engine/blocks/makeBlock.ts'
import { type VerifyParts, verifyBlocks } from '../../../../src/engine/blocks/verifyBlocks.ts'
import { BlockStore } from '../../../../src/engine/store/BlockStore.ts'
import { encodeBlockMeta } from '../../../../src/engine/store/blockMeta.ts'
import {
	blockHashKey,
	blockIndexKey,
	commitKey,
	metaKey,
	prefixes,
	seenCommitKey,
	txHashKey,
	txIndexKey,
	txKey,
	uint64,
	writePosition,
} from '../../../../src/engine/store/keys.ts'
import { validatorKeyFromSecret } from '../../../../src/engine/validatorKey.ts'
import type { KvDatabase } from '../../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { toHex, utf8 } from '../../../../src/util/bytes.ts'
import { kvGenesis, testEngine } from '../testEngine.ts'

const key = validatorKeyFromSecret('a key of a test')
const genesis = parseGenesis(kvGenesis({ initial_height: '7' }))

/** A chain of five blocks from height 7 on, some with transactions, and the app hash after each height. */
async function fiveBlocks() {
	const db = createMemoryDb()
	const engine = await testEngine({ db, genesis: genesis.text, validatorKey: () => key })
	for (const texts of [['a=1'], [], ['b=2', 'c=3'], ['fail'], ['d=4']]) {
		for (const text of texts) await engine.broadcastTxSync(utf8(text))
		await engine.mine()
	}
	const appHashes = new Map<number, Uint8Array>([[11, engine.appHash]])
	for (let height = 7; height <= 11; height++) appHashes.set(height - 1, (await engine.header(height))!.appHash)
	await engine.stop()
	const own = db.prefixed(prefixes.engine)
	return { db, own, store: new BlockStore(own), appHashes, parts: { genesis, key, appHashes } }
}

async function rows(db: KvDatabase): Promise<Map<string, string>> {
	const all = new Map<string, string>()
	for await (const [at, value] of db.range({})) all.set(toHex(at), toHex(value))
	return all
}

async function put(db: KvDatabase, ...records: readonly (readonly [Uint8Array, Uint8Array | undefined])[]) {
	const batch = db.batch()
	for (const [at, value] of records) {
		if (value === undefined) batch.delete(at)
		else batch.put(at, value)
	}
	await db.write(batch, { sync: false })
}

const missing = 'In the database it is missing.'
const lastCommitGone = 'In the database its last commit is missing.'

describe('the check of the blocks of a chain', () => {
	it('the check of a whole chain finds nothing, and tells the app hash after each height', async () => {
		const { db, parts, appHashes } = await fiveBlocks()
		const seen: number[][] = []
		const found = await verifyBlocks(db, parts, (done, all) => void seen.push([done, all]))
		expect(found).toMatchObject({ height: 11, earliest: 7, faults: new Map(), missingEntries: 0, mendable: [] })
		const named = new Map([...appHashes].filter(([height]) => height >= 7))
		expect(new Map([...found.appHashes].sort(([a], [b]) => b - a))).toEqual(
			new Map([...named].sort(([a], [b]) => b - a)),
		)
		expect(seen).toEqual([[0, 5]])
	})

	it('the check of a database without a chain finds no block and writes none', async () => {
		const db = createMemoryDb()
		const found = await verifyBlocks(db, { genesis, key, appHashes: new Map() }, () => undefined)
		expect(found).toMatchObject({ height: 0, earliest: 0, missingEntries: 0, mendable: [], appHashes: new Map() })
		const engine = await testEngine({ db, genesis: genesis.text, validatorKey: () => key })
		await engine.stop()
		const before = await rows(db)
		const begun = await verifyBlocks(db, { genesis, key, appHashes: new Map() }, () => undefined)
		const batch = db.batch()
		begun.rebuild(batch)
		await db.write(batch, { sync: false })
		expect([begun.height, begun.faults, begun.mendable]).toEqual([0, new Map(), []])
		expect(await rows(db)).toEqual(before)
	})

	it('the check of a long chain tells how far it is after every 64 blocks', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db, validatorKey: () => key })
		await engine.mine(66)
		await engine.stop()
		const seen: number[][] = []
		const parts = { genesis: parseGenesis(kvGenesis()), key, appHashes: new Map() }
		await verifyBlocks(db, parts, (done, all) => void seen.push([done, all]))
		expect(seen).toEqual([
			[0, 66],
			[64, 66],
		])
	})

	it.each([
		['header', 7],
		['header', 8],
		['header', 9],
		['header', 10],
		['header', 11],
		['last commit', 7],
		['last commit', 9],
		['last commit', 11],
	])('the %s of block %d that is lost is made anew as it was', async (what, height) => {
		const { db, own, parts } = await fiveBlocks()
		const before = await rows(db)
		await put(own, [(what === 'header' ? metaKey : commitKey)(height), undefined])
		const found = await verifyBlocks(db, parts, () => undefined)
		expect(found).toMatchObject({
			faults: new Map(),
			missingEntries: 0,
			mendable: [`Block ${height}: its ${what} is damaged; the rest of the block tells what it was.`],
		})
		expect(found.appHashes.size).toBe(5)
		const batch = db.batch()
		found.rebuild(batch, height - 1)
		await db.write(batch, { sync: false })
		expect((await rows(db)).size).toBe(before.size - 1)
		found.rebuild(batch, height)
		await db.write(batch, { sync: false })
		expect(await rows(db)).toEqual(before)
	})

	it('a commit of the newest block that is lost, or of another block, is signed again', async () => {
		const { db, own, parts, store } = await fiveBlocks()
		for (const damaged of [undefined, encodeCommit(store.lastCommit(11)!)]) {
			await put(own, [seenCommitKey, damaged])
			const found = await verifyBlocks(db, parts, () => undefined)
			expect(found.mendable).toEqual(['The commit of block 11 is damaged; it can be signed again.'])
			expect((await verifyBlocks(db, { ...parts, key: undefined }, () => undefined)).mendable).toEqual([])
			const batch = db.batch()
			found.rebuild(batch)
			await db.write(batch, { sync: false })
			const { header, blockId } = store.meta(11)!
			expect(store.seenCommit()).toEqual(signCommit(genesis.chainId, key, 11, blockId, header.time))
			expect((await verifyBlocks(db, parts, () => undefined)).mendable).toEqual([])
		}
	})

	const without = (parts: VerifyParts, height: number): VerifyParts => ({
		...parts,
		appHashes: new Map([...parts.appHashes].filter(([at]) => at !== height)),
	})
	const other = (parts: VerifyParts): VerifyParts => ({ ...parts, key: validatorKeyFromSecret('another') })
	const keyless = (parts: VerifyParts): VerifyParts => ({ ...parts, key: undefined })
	const same = (parts: VerifyParts): VerifyParts => parts
	it.each([
		['header and commit', [metaKey(9), commitKey(9)], same, [[9, missing]]],
		['header and commit of the first', [metaKey(7), commitKey(7)], same, [[7, missing]]],
		[
			'header, where the state before it is lost',
			[metaKey(9)],
			(parts: VerifyParts) => without(parts, 8),
			[[9, missing]],
		],
		['header and a transaction', [metaKey(9), txKey(9, 1)], same, [[9, missing]]],
		['commit, without the key', [commitKey(9)], keyless, [[9, lastCommitGone]]],
		['commit, with another key', [commitKey(9)], other, [[9, lastCommitGone]]],
		['commit and a transaction', [commitKey(9), txKey(9, 1)], same, [[9, lastCommitGone]]],
		[
			'header, and the transaction of the block before',
			[metaKey(8), txKey(7, 0)],
			same,
			[
				[8, missing],
				[7, 'In the database it has 0 of its 1 transactions.'],
			],
		],
	] as const)(
		'a block that has lost its %s is a fault, and those beside it are none',
		async (_what, gone, change, faults) => {
			const { db, own, parts } = await fiveBlocks()
			await put(own, ...gone.map((at) => [at, undefined] as const))
			const found = await verifyBlocks(db, change(parts), () => undefined)
			expect([[...found.faults], found.mendable]).toEqual([faults, []])
			// What the state was after the block below is told by the block that is lost.
			const lost = new Set(faults.flatMap(([height]) => [height, height - 1]))
			const told = [11, 10, 9, 8, 7].filter((height) => !lost.has(height))
			expect([...found.appHashes.keys()]).toEqual(told)
		},
	)

	it('a header whose time nobody signed is not made anew: the block is a fault', async () => {
		const { db, own, store, parts } = await fiveBlocks()
		const unsigned = encodeCommit({ ...store.lastCommit(9)!, signatures: [] })
		await put(own, [metaKey(9), undefined], [commitKey(9), unsigned])
		const found = await verifyBlocks(db, parts, () => undefined)
		expect([[...found.faults], found.mendable]).toEqual([[[9, missing]], []])
	})

	it('a block of another chain is not the one its successor names, nor are its results', async () => {
		const { db, own, parts } = await fiveBlocks()
		const another = createMemoryDb()
		const engine = await testEngine({ db: another, genesis: genesis.text, validatorKey: () => key })
		for (const text of ['x', 'y', 'z']) {
			await engine.broadcastTxSync(utf8(text))
			await engine.mine()
		}
		await engine.stop()
		const from = another.prefixed(prefixes.engine)
		for (const at of [metaKey(8), commitKey(8), txKey(8, 0)]) await put(own, [at, from.get(at)])
		const { faults } = await verifyBlocks(db, parts, () => undefined)
		expect(faults.get(8)).toBe('its results are not those its successor names')
		const store = new BlockStore(own)
		const meta = store.meta(9)!
		await put(own, [metaKey(9), encodeBlockMeta({ ...meta, blockId: { ...meta.blockId, hash: new Uint8Array(32) } })])
		expect((await verifyBlocks(db, { ...parts, appHashes: new Map() }, () => undefined)).faults.get(9)).toBe(
			'In the database its header does not match its hash.',
		)
	})

	it('entries that find a block or a transaction by its hash are made anew where they are gone, those of blocks also where they name another one', async () => {
		const { db, own, store, parts } = await fiveBlocks()
		const before = await rows(db)
		const hashes = [7, 9, 11].map((height) => store.meta(height)!.blockId.hash)
		const tx = store.txAt(9, 1)!
		await put(
			own,
			[blockHashKey(hashes[0]!), undefined],
			[blockHashKey(hashes[1]!), uint64(8)],
			[txHashKey(tx.hash), undefined],
			[txIndexKey('app.key', 'b', writePosition(9, 0)), undefined],
			[blockIndexKey('begin.parity', 'even', 8), undefined],
		)
		// A later transaction of the same bytes has the entry.
		await put(own, [txHashKey(store.txAt(7, 0)!.hash), writePosition(11, 0)])
		const found = await verifyBlocks(db, parts, () => undefined)
		expect([found.missingEntries, found.faults.size, found.mendable]).toEqual([5, 0, []])
		const batch = db.batch()
		found.rebuild(batch)
		await db.write(batch, { sync: false })
		await put(own, [txHashKey(store.txAt(7, 0)!.hash), writePosition(7, 0)])
		expect(await rows(db)).toEqual(before)
	})

	it('a number of transactions that is another than the block has is made anew, and the block with it', async () => {
		const { db, own, store, parts } = await fiveBlocks()
		const before = await rows(db)
		await put(own, [metaKey(9), encodeBlockMeta({ ...store.meta(9)!, numTxs: 1 })])
		const found = await verifyBlocks(db, parts, () => undefined)
		expect([found.faults.size, found.mendable]).toEqual([
			0,
			['Block 9: its header is damaged; the rest of the block tells what it was.'],
		])
		const batch = db.batch()
		found.rebuild(batch)
		await db.write(batch, { sync: false })
		expect(await rows(db)).toEqual(before)
	})

	it('the header of a block behind an empty one is made anew without the results of that one', async () => {
		const { db, own, parts } = await fiveBlocks()
		await put(own, [metaKey(9), undefined], [metaKey(8), undefined])
		const found = await verifyBlocks(db, parts, () => undefined)
		expect(found.mendable).toEqual([
			'Block 9: its header is damaged; the rest of the block tells what it was.',
			'Block 8: its header is damaged; the rest of the block tells what it was.',
		])
	})

	it('an empty block of another chain is not the one its successor names', async () => {
		const { db, own, parts } = await fiveBlocks()
		const another = createMemoryDb()
		const engine = await testEngine({ db: another, genesis: genesis.text, validatorKey: () => key })
		await engine.mine(2)
		await engine.stop()
		const from = another.prefixed(prefixes.engine)
		for (const at of [metaKey(8), commitKey(8)]) await put(own, [at, from.get(at)])
		expect((await verifyBlocks(db, parts, () => undefined)).faults.get(8)).toBe(
			'it is not the block its successor names',
		)
	})

	it('a header that was changed in the database is made anew, as its successor names it', async () => {
		const { db, own, store, parts } = await fiveBlocks()
		const before = await rows(db)
		const meta = store.meta(9)!
		await put(own, [commitKey(9), undefined], [metaKey(9), encodeBlockMeta({ ...meta, numTxs: 1 })])
		expect((await verifyBlocks(db, parts, () => undefined)).faults.get(9)).toBe(lastCommitGone)
		await put(own, [metaKey(9), encodeBlockMeta({ ...meta, header: { ...meta.header, chainId: 'other' } })])
		expect((await verifyBlocks(db, parts, () => undefined)).faults.get(9)).toBe(lastCommitGone)
		await put(own, [metaKey(9), encodeBlockMeta(meta)])
		const otherChain = { ...parts, genesis: { ...genesis, chainId: 'other' } }
		expect((await verifyBlocks(db, otherChain, () => undefined)).faults.get(9)).toBe(lastCommitGone)
		const found = await verifyBlocks(db, parts, () => undefined)
		const batch = db.batch()
		found.rebuild(batch)
		await db.write(batch, { sync: false })
		expect(await rows(db)).toEqual(before)
	})
})
