import { expect, test } from 'vitest'
import { BugError, UserError } from '../../../src/errors/UserError.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import type { CommitMultiStore } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import type { PruningOptions } from '../../../src/store/multi/PruningOptions.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

/** Nothing is ever written to the first. */
const names = ['none', 'one', 'two']
const last = 10
const keepAll: PruningOptions = { keepRecent: 0, keepEvery: 1, interval: 0 }

function open(db: KvDatabase, pruning: PruningOptions): CommitMultiStore {
	return createCommitMultiStore({ db, kvStores: names, transientStores: ['t'], pruning })
}

/** Makes a version with a few changes, which depend on its number alone. */
async function makeVersion(db: KvDatabase, store: CommitMultiStore): Promise<string> {
	const random = randomSource('few', store.lastCommit.version)
	const branch = store.branch()
	for (let change = 0; change < 5; change++) {
		const part = branch.kvStore(names[1 + random(2)]!)
		const key = utf8(`k${random(7)}`)
		if (random(3) === 0) part.delete(key)
		else part.set(key, utf8(String(random(50))))
	}
	branch.kvStore('t').set(utf8('gone'), utf8('at the commit'))
	branch.write()
	const batch = db.batch()
	const { hash } = store.commit(batch)
	// What is pruned at the begin is gone before its records are.
	expect(upTo(last).find((version) => store.hasVersion(version))).toBe(store.earliestVersion)
	await db.write(batch, { sync: false })
	expect(hash).toHaveLength(32)
	return toHex(hash)
}

function contentAt(store: CommitMultiStore, version: number): string {
	const branch = store.branchAt(version)
	const lines = [...names, 't'].flatMap((name) => {
		const found: string[] = []
		const it = branch.kvStore(name).iterator(undefined, undefined)
		for (; it.valid(); it.next()) found.push(`${name} ${fromUtf8(it.key())} ${fromUtf8(it.value())}`)
		return found
	})
	return lines.join('\n')
}

/** What the framework keeps: every multiple, and the others until the first interval at which they are old enough. */
function isKept(version: number, latest: number, { keepRecent, keepEvery, interval }: PruningOptions): boolean {
	if (version === 0 || version > latest) return false
	if (keepEvery > 0 && version % keepEvery === 0) return true
	return interval === 0 || latest < Math.ceil((version + keepRecent + 1) / interval) * interval
}

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, version) => version)

const rules: readonly PruningOptions[] = [
	{ keepRecent: 0, keepEvery: 0, interval: 1 },
	{ keepRecent: 2, keepEvery: 0, interval: 1 },
	{ keepRecent: 1, keepEvery: 4, interval: 3 },
	{ keepRecent: 0, keepEvery: 5, interval: 2 },
	{ keepRecent: 3, keepEvery: 1, interval: 1 },
	{ keepRecent: 1, keepEvery: 0, interval: 0 },
]

test.each(rules)(
	'after each version exactly those are there that the rule keeps, as they were: %j',
	async (pruning) => {
		const [db, wholeDb] = [createMemoryDb(), createMemoryDb()]
		const whole = open(wholeDb, keepAll)
		let store = open(db, pruning)
		expect([store.lastCommit, store.isLoaded]).toEqual([{ version: 0, hash: new Uint8Array() }, false])
		const contents: string[] = ['']
		for (let version = 1; version <= last; version++) {
			if (version % 4 === 0) store = open(db, pruning)
			expect(await makeVersion(db, store)).toBe(await makeVersion(wholeDb, whole))
			contents[version] = contentAt(whole, version)
			const kept = upTo(last + 1).filter((each) => isKept(each, version, pruning))
			expect(upTo(last + 1).filter((each) => store.hasVersion(each))).toEqual(kept)
			expect([store.lastCommit.version, store.earliestVersion]).toEqual([version, kept[0]])
			expect(upTo(version).map((each) => contentAt(store, each))).toEqual(
				upTo(version).map((each) => (kept.includes(each) ? contents[each] : '')),
			)
			const exported = kept.map((each) => store.exportVersion(each).map(({ nodes }) => [...nodes()].length))
			expect(exported).toEqual(kept.map((each) => whole.exportVersion(each).map(({ nodes }) => [...nodes()].length)))
		}
		let rows = 0
		for await (const _ of db.range({})) rows++
		const { keepRecent, interval } = pruning
		// A tree of n pairs has 2n - 1 nodes; beside them stand the record of the version and the one of all.
		const nodes = store.dump().reduce((sum, { pairs }) => sum + Math.max(0, 2 * pairs.length - 1), 0)
		if (keepRecent === 0 && interval === 1) expect(rows).toBe(nodes + 2)
		else expect(rows).toBeGreaterThan(nodes + 2)
	},
)

test.each(rules.slice(1, 5))(
	'going back to any version that is kept leads to the same versions again: %j',
	async (pruning) => {
		const hashes: string[] = []
		for (const target of upTo(last).filter((each) => isKept(each, last, pruning))) {
			const db = createMemoryDb()
			const store = open(db, pruning)
			while (store.lastCommit.version < last) hashes[store.lastCommit.version + 1] = await makeVersion(db, store)
			const kept = upTo(last).filter((each) => store.hasVersion(each))
			const batch = db.batch()
			expect(() => store.rollbackTo(0, batch)).toThrow('Height 0 cannot be gone back to.')
			expect(toHex(store.rollbackTo(target, batch).hash)).toBe(hashes[target])
			// The database has the later ones until the batch is handed to it.
			expect(upTo(last).filter((each) => store.hasVersion(each))).toEqual(kept.filter((each) => each <= target))
			await db.write(batch, { sync: false })
			for (const opened of [store, open(db, pruning)]) {
				expect(upTo(last).filter((each) => opened.hasVersion(each))).toEqual(kept.filter((each) => each <= target))
				expect([opened.lastCommit.version, opened.earliestVersion]).toEqual([target, kept[0]])
			}
			const again: string[] = hashes.slice(0, target + 1)
			while (store.lastCommit.version < last) again[store.lastCommit.version + 1] = await makeVersion(db, store)
			expect(again).toEqual(hashes)
		}
	},
)

test('a second commit, and a going back, is refused while the batch of the first was not handed over', async () => {
	const db = createMemoryDb()
	const store = open(db, keepAll)
	const batch = db.batch()
	store.commit(batch)
	const refused = new BugError('the batch of version 1 was not handed to the database')
	expect(() => store.commit(db.batch())).toThrow(refused)
	expect(() => store.rollbackTo(1, db.batch())).toThrow(refused)
	await db.write(batch, { sync: false })
	store.kvStore('t').set(utf8('k'), utf8('v'))
	expect(store.rollbackTo(1, db.batch()).version).toBe(1)
	expect(store.kvStore('t').has(utf8('k'))).toBe(false)
	expect(store.commit(db.batch()).version).toBe(2)
})

test('a branch that is not written changes nothing, one that is changes its parent only', () => {
	const store = open(createMemoryDb(), keepAll)
	const outer = store.branch()
	const inner = outer.branch()
	inner.kvStore('one').set(utf8('k'), utf8('v'))
	inner.kvStore('t').set(utf8('k'), utf8('v'))
	expect(outer.kvStore('one').has(utf8('k'))).toBe(false)
	inner.write()
	expect([outer.kvStore('one').has(utf8('k')), outer.kvStore('t').has(utf8('k'))]).toEqual([true, true])
	expect(store.kvStore('one').has(utf8('k'))).toBe(false)
	expect(() => outer.kvStore('other')).toThrow('no store named other')
})

test('a state with other stores and a height that is not kept are refused with the next step', async () => {
	const db = createMemoryDb()
	const store = open(db, keepAll)
	await makeVersion(db, store)
	expect(() => createCommitMultiStore({ db, kvStores: ['other'], pruning: keepAll })).toThrow(UserError)
	expect(() => store.rollbackTo(7, db.batch())).toThrow(UserError)
})
