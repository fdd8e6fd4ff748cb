import { afterEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../../src/engine/Engine.ts'
import { BlockStore } from '../../../../src/engine/store/BlockStore.ts'
import { Sweeper } from '../../../../src/engine/store/Sweeper.ts'
import type { KvDatabase } from '../../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { utf8 } from '../../../../src/util/bytes.ts'
import { testEngine } from '../testEngine.ts'

const engines: Engine[] = []
afterEach(async () => {
	for (const engine of engines.splice(0)) await engine.stop()
})

/** The engine's part of a database with three blocks, of which the first has a transaction of so many events. */
async function blocksOf(events: number): Promise<KvDatabase> {
	const root = createMemoryDb()
	const engine = await testEngine({ db: root })
	engines.push(engine)
	await engine.broadcastTxSync(utf8('key=1'))
	await engine.mine(3)
	const db = root.prefixed(utf8('e'))
	const store = new BlockStore(db)
	const record = store.txAt(1, 0)!
	const many = Array.from({ length: events }, (_, id) => ({
		type: 'greet',
		attributes: [{ key: 'id', value: String(id), index: true }],
	}))
	const batch = db.batch()
	store.putTx(batch, { ...record, result: { ...record.result, events: many } })
	await db.write(batch, { sync: false })
	return db
}

async function rowsOf(db: KvDatabase): Promise<number> {
	let rows = 0
	for await (const [key] of db.range({})) rows += key.length > 0 ? 1 : 0
	return rows
}

describe('the sweeper of old blocks', () => {
	it('deletes a transaction of thousands of events in many steps', async () => {
		const db = await blocksOf(3_000)
		const sweeper = new Sweeper(db, new BlockStore(db))
		let steps = 0
		for (let left = await rowsOf(db); sweeper.isBehind(2); steps++) {
			await sweeper.step(2)
			const now = await rowsOf(db)
			// A full step deletes 500 records; the first adds one that tells how far it came.
			if (sweeper.isBehind(2)) expect(left - now).toBe(steps === 0 ? 499 : 500)
			left = now
		}
		expect(steps).toBeGreaterThan(6)
		const store = new BlockStore(db)
		expect([store.meta(1), store.txAt(1, 0)]).toEqual([undefined, undefined])
		expect(store.meta(2)).toBeDefined()
		// Another one knows how far it came, and begins no search for the first block there is.
		const later = new Sweeper(db, store)
		expect([later.isBehind(2), later.isBehind(3)]).toEqual([false, true])
	})

	it('leaves nothing when another goes on in the midst of a transaction', async () => {
		const [whole, interrupted] = await Promise.all([blocksOf(3_000), blocksOf(3_000)])
		const once = new Sweeper(whole, new BlockStore(whole))
		while (once.isBehind(3)) await once.step(3)
		await new Sweeper(interrupted, new BlockStore(interrupted)).step(3)
		const later = new Sweeper(interrupted, new BlockStore(interrupted))
		while (later.isBehind(3)) await later.step(3)
		expect(await rowsOf(interrupted)).toBe(await rowsOf(whole))
	})
})
