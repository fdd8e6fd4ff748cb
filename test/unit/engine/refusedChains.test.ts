import { describe, expect, it } from 'vitest'
import type { Application } from '../../../src/abci/Application.ts'
import { encodeCommit } from '../../../src/chain/hash/encodeBlock.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { verifyBlocks } from '../../../src/engine/blocks/verifyBlocks.ts'
import { BlockStore } from '../../../src/engine/store/BlockStore.ts'
import { commitKey, prefixes, txKey } from '../../../src/engine/store/keys.ts'
import { generateValidatorKey } from '../../../src/engine/validatorKey.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { kvApplication } from './kvApplication.ts'
import { kvGenesis, testEngine } from './testEngine.ts'

const key = generateValidatorKey()

/** A chain of four blocks with a transaction in each. */
async function fourBlocks() {
	const db = createMemoryDb()
	const engine = await testEngine({ db, validatorKey: () => key })
	for (const text of ['a=1', 'b=2', 'c=3', 'd=4']) {
		await engine.broadcastTxSync(utf8(text))
		await engine.mine()
	}
	const own = db.prefixed(prefixes.engine)
	return { db, engine, own, store: new BlockStore(own) }
}

async function put(db: KvDatabase, ...records: readonly (readonly [Uint8Array, Uint8Array])[]): Promise<void> {
	const batch = db.batch()
	for (const [at, value] of records) batch.put(at, value)
	await db.write(batch, { sync: false })
}

/** What the check of all blocks tells. */
async function verified(db: KvDatabase) {
	const parts = { genesis: parseGenesis(kvGenesis()), key, appHashes: new Map() }
	return verifyBlocks(db, parts, () => undefined)
}

describe('a chain with damaged blocks', () => {
	it('a chain does not go back to a block whose successor has another commit of it, and stays where it is', async () => {
		const { own, engine, store } = await fourBlocks()
		await put(own, [commitKey(3), encodeCommit({ ...store.lastCommit(3)!, signatures: [] })])
		await expect(engine.rewind(2)).rejects.toMatchObject({
			message: 'Block 3 is damaged.',
			why: 'In the database it does not follow the block before it.',
		})
		expect(engine.height).toBe(4)
		expect(await engine.mine()).toBe(5)
		await engine.stop()
	})

	it('a chain does not go back to a block that is damaged itself, and keeps the blocks behind it', async () => {
		const { own, engine, store } = await fourBlocks()
		const whole = encodeCommit(store.lastCommit(3)!)
		await put(own, [commitKey(3), encodeCommit({ ...store.lastCommit(3)!, signatures: [] })])
		await expect(engine.rewind(3)).rejects.toMatchObject({
			message: 'The chain database of this home is damaged.',
			why: expect.stringContaining('its last commit does not match its header'),
		})
		expect(engine.height).toBe(4)
		expect((await engine.block(4))?.txs).toEqual([utf8('d=4')])
		await put(own, [commitKey(3), whole])
		expect(await engine.rewind(3)).toBe(3)
		await engine.stop()
	})

	it('a whole chain has no fault, and no index entry is missing', async () => {
		const { db, engine } = await fourBlocks()
		expect(await verified(db)).toMatchObject({ height: 4, earliest: 1, faults: new Map(), missingEntries: 0 })
		await engine.stop()
	})

	it('a result that is not the one its successor names is a fault of its block', async () => {
		const { db, engine, own, store } = await fourBlocks()
		const record = store.txAt(2, 0)!
		const batch = own.batch()
		store.putTx(batch, { ...record, result: { ...record.result, gasWanted: 99n } })
		await own.write(batch, { sync: false })
		expect([...(await verified(db)).faults]).toEqual([[2, 'its results are not those its successor names']])
		await engine.stop()
	})

	it('index entries that are gone are counted and made anew', async () => {
		const { db, engine, own } = await fourBlocks()
		const before: string[] = []
		const after: string[] = []
		const rows = async (into: string[]) => {
			for await (const [at, value] of own.range({})) into.push(`${Buffer.from(at)} ${Buffer.from(value)}`)
		}
		await rows(before)
		const isIndex = (at: Uint8Array) => /begin\.parity|app\.key/.test(Buffer.from(at).toString())
		const batch = own.batch()
		let deleted = 0
		for await (const [at] of own.range({})) {
			if (!isIndex(at)) continue
			batch.delete(at)
			deleted++
		}
		await own.write(batch, { sync: false })
		expect(deleted).toBe(8)
		const found = await verified(db)
		expect(found.missingEntries).toBe(8)
		const mended = db.batch()
		found.rebuild(mended)
		await db.write(mended, { sync: false })
		await rows(after)
		expect(after).toEqual(before)
		await engine.stop()
	})

	it('a chain whose newest block has lost its transaction is not opened', async () => {
		const { db, engine, own } = await fourBlocks()
		await engine.stop()
		const batch = own.batch()
		batch.delete(txKey(4, 0))
		await own.write(batch, { sync: false })
		await expect(testEngine({ db, validatorKey: () => key })).rejects.toMatchObject({
			message: 'The chain database of this home is damaged.',
			why: expect.stringContaining('it has 0 of its 1 transactions'),
		})
	})
})

describe('a chain that begins', () => {
	it('a chain whose state is ahead of no block at all is refused', async () => {
		const ahead = (db: KvDatabase): Application => {
			const app = kvApplication(db)
			return { ...app, info: () => ({ ...app.info(), lastBlockHeight: 1 }) }
		}
		await expect(testEngine({ openApplication: ahead })).rejects.toMatchObject({
			why: 'Its blocks end at height 0, its state at height 1.',
		})
	})

	it('a chain without validators is signed by the own key with a power of 10, and nothing is told', async () => {
		const lines: string[] = []
		const engine = await testEngine({ validatorKey: () => key, log: (_level, _source, text) => lines.push(text) })
		await engine.mine()
		expect((await engine.status()).validator).toMatchObject({ address: key.address, power: 10n })
		expect(lines).toEqual([])
		await engine.stop()
	})

	it('updates of validators that an application asks for are recorded and told, and the own key goes on signing', async () => {
		const lines: string[] = []
		const update = { pubKey: new Uint8Array(32).fill(7), power: 5n }
		const updating = (db: KvDatabase): Application => ({
			...kvApplication(db),
			endBlock: ({ height }) => ({ events: [], validatorUpdates: height === 2 ? [update] : [] }),
		})
		const engine = await testEngine({
			openApplication: updating,
			validatorKey: () => key,
			log: (level, _source, text) => lines.push(`${level} ${text}`),
		})
		await engine.mine(3)
		expect(lines).toEqual(['warn Validator updates of height 2 are only recorded: this node is the sole validator.'])
		expect((await engine.blockResults(2))?.validatorUpdates).toEqual([update])
		expect(await engine.validators(3)).toMatchObject([{ address: key.address }])
		await engine.stop()
	})

	it('an empty block leaves what waits to the next one', async () => {
		const engine = await testEngine()
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine(1, true)
		expect((await engine.block(1))?.txs).toEqual([])
		expect((await engine.mempoolSize()).count).toBe(1)
		await engine.mine()
		expect((await engine.block(2))?.txs).toEqual([utf8('a=1')])
		await engine.stop()
	})
})
