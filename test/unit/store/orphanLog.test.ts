import { describe, expect, test } from 'vitest'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { StagedRecords } from '../../../src/store/kv/StagedRecords.ts'
import { writeOpsOf } from '../../../src/store/kv/writeOps.ts'
import type { CommitMultiStore } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { putVersionAt } from '../../../src/store/multi/putVersionAt.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

/** The keys of nodes begin with it. */
const node = toHex(utf8('k/one/n'))

async function rows(db: KvDatabase): Promise<string[]> {
	const keys: string[] = []
	for await (const [key] of db.range({})) keys.push(Buffer.from(key).toString('latin1'))
	return keys
}

function contentAt(store: CommitMultiStore, version: number): string {
	const it = store.branchAt(version).kvStore('one').iterator(undefined, undefined)
	const pairs: string[] = []
	for (; it.valid(); it.next()) pairs.push(`${fromUtf8(it.key())} ${fromUtf8(it.value())}`)
	return pairs.join('\n')
}

/** Commits a version and writes it; the keys that it deleted. */
async function commit(db: KvDatabase, store: CommitMultiStore): Promise<string[]> {
	const batch = db.batch()
	store.commit(batch)
	await db.write(batch, { sync: false })
	return writeOpsOf(batch).flatMap(({ key, value }) => (value === undefined ? [toHex(key)] : []))
}

describe.each([1, 4])('a state that drops old versions every %i heights', (interval) => {
	test('a node stays as long as any pinned version has it, and none is left once the pins are gone', async () => {
		for (let round = 0; round < 2; round++) {
			const random = randomSource('pins', round)
			const db = createMemoryDb()
			const pinned = new Set<number>()
			const store = createCommitMultiStore({
				db,
				kvStores: ['one'],
				pruning: { keepRecent: 0, keepEvery: 0, interval },
				isPinned: (version) => pinned.has(version),
			})
			const contents = new Map<number, string>()
			const deleted: string[] = []
			const go = async () => {
				for (let change = random(4); change > 0; change--) {
					const key = utf8(`k${random(12)}`)
					if (random(4) === 0) store.kvStore('one').delete(key)
					else store.kvStore('one').set(key, utf8(String(random(1_000))))
				}
				deleted.push(...(await commit(db, store)).filter((key) => key.startsWith(node)))
				const { version } = store.lastCommit
				contents.set(version, contentAt(store, version))
				for (const kept of pinned) expect(contentAt(store, kept)).toBe(contents.get(kept))
			}
			while (store.lastCommit.version < 24) {
				await go()
				if (random(2) === 0) pinned.add(store.lastCommit.version)
				if (random(2) === 0) pinned.delete([...pinned][random(pinned.size)] ?? 0)
			}
			pinned.clear()
			for (let more = 0; more < interval; more++) await go()
			const pairs = store.dump()[0]!.pairs.length
			expect(pairs).toBeGreaterThan(1)
			// A tree of n pairs has n leaves and n - 1 inner nodes; beside them stand the record of the version and the one of all.
			const left = await rows(db)
			expect(left.filter((key) => key.startsWith('k/one/n'))).toHaveLength(2 * pairs - 1)
			expect(left).toHaveLength(2 * pairs - 1 + 2)
			// Each node goes once.
			expect(deleted.length).toBeGreaterThan(10)
			expect(new Set(deleted).size).toBe(deleted.length)
		}
	})
})

test('a state whose only pair changes with each version keeps one node, as each version leaves a single one behind', async () => {
	const db = createMemoryDb()
	const pruning = { keepRecent: 0, keepEvery: 0, interval: 1 }
	const store = createCommitMultiStore({ db, kvStores: ['one'], pruning })
	for (const value of ['a', 'b', 'c', 'd']) {
		store.kvStore('one').set(utf8('k'), utf8(value))
		await commit(db, store)
		expect((await rows(db)).filter((key) => key.startsWith('k/one/n'))).toHaveLength(1)
	}
})

test('a state that goes back to a height that was old already keeps it as its newest, and as long as it is a recent one', async () => {
	for (const isOpen of [true, false]) {
		const db = createMemoryDb()
		const open = () =>
			createCommitMultiStore({ db, kvStores: ['one'], pruning: { keepRecent: 3, keepEvery: 0, interval: 4 } })
		let store = open()
		const go = async (to: number) => {
			while (store.lastCommit.version < to) {
				store.kvStore('one').set(utf8('k'), utf8(String(store.lastCommit.version + 1)))
				await commit(db, store)
			}
		}
		// Height 7 has become old at 11, and would go at 12.
		await go(11)
		const batch = db.batch()
		if (isOpen) store.rollbackTo(7, batch)
		else putVersionAt(db, 7, batch)
		await db.write(batch, { sync: false })
		store = open()
		await go(8)
		expect([7, 8].map((version) => contentAt(store, version))).toEqual(['k 7', 'k 8'])
	}
})

test('a state that goes back has the records that it had at that height, and no others', async () => {
	for (const isOpen of [true, false]) {
		const db = createMemoryDb()
		const store = createCommitMultiStore({ db, kvStores: ['one'], pruning: 'nothing' })
		const records: string[][] = []
		for (let version = 1; version <= 6; version++) {
			for (const key of ['k', `k${version}`]) store.kvStore('one').set(utf8(key), utf8(String(version)))
			await commit(db, store)
			records[version] = await rows(db)
		}
		for (const target of [5, 3]) {
			expect(records[target + 1]!.length).toBeGreaterThan(records[target]!.length)
			const batch = db.batch()
			if (isOpen) store.rollbackTo(target, batch)
			else putVersionAt(db, target, batch)
			await db.write(batch, { sync: false })
			expect(await rows(db)).toEqual(records[target])
		}
	}
})

test('records of a batch that is not written yet read as it leaves them: changed, new or gone', async () => {
	const db = createMemoryDb()
	const before = db.batch()
	for (const key of ['kept', 'changed', 'gone']) before.put(utf8(key), utf8('old'))
	await db.write(before, { sync: false })
	const batch = db.batch()
	const records = new StagedRecords(db, batch)
	records.put(utf8('changed'), utf8('new'))
	records.put(utf8('added'), utf8('new'))
	records.delete(utf8('gone'))
	const texts = (source: Pick<KvDatabase, 'get'>) =>
		['kept', 'changed', 'added', 'gone', 'never'].map((key) => {
			const value = source.get(utf8(key))
			return value && fromUtf8(value)
		})
	expect(texts(records)).toEqual(['old', 'new', 'new', undefined, undefined])
	expect(texts(db)).toEqual(['old', 'old', undefined, 'old', undefined])
	await db.write(batch, { sync: false })
	expect(texts(db)).toEqual(['old', 'new', 'new', undefined, undefined])
})
