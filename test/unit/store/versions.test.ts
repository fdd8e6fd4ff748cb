import { describe, expect, test } from 'vitest'
import { BugError, UserError } from '../../../src/errors/UserError.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { writeOpsOf } from '../../../src/store/kv/writeOps.ts'
import type { CommitMultiStore } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import type { Pruning } from '../../../src/store/multi/PruningOptions.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

const names = ['one', 'two']
const strategies: Pruning[] = [
	'default',
	'nothing',
	'everything',
	{ keepRecent: 3, keepEvery: 5, interval: 2 },
	{ keepRecent: 0, keepEvery: 0, interval: 1 },
]

function open(db: KvDatabase, pruning: Pruning, initialVersion = 1): CommitMultiStore {
	return createCommitMultiStore({ db, kvStores: names, transientStores: ['t'], pruning, initialVersion })
}

async function commit(db: KvDatabase, store: CommitMultiStore): Promise<string> {
	const batch = db.batch()
	const { hash } = store.commit(batch)
	await db.write(batch, { sync: false })
	return toHex(hash)
}

function change(store: CommitMultiStore, random: (below: number) => number): void {
	const branch = store.branch()
	for (let i = random(40); i > 0; i--) {
		const target = branch.kvStore(names[random(2)] ?? '')
		const key = utf8(`k${random(120)}`)
		if (random(3) === 0) target.delete(key)
		else target.set(key, utf8(String(random(1000))))
	}
	branch.write()
}

function content(store: CommitMultiStore, version: number): string {
	const branch = store.branchAt(version)
	const lines: string[] = []
	for (const name of names) {
		const it = branch.kvStore(name).iterator(undefined, undefined)
		for (; it.valid(); it.next()) lines.push(`${name} ${fromUtf8(it.key())} ${fromUtf8(it.value())}`)
	}
	return lines.join('\n')
}

async function rows(db: KvDatabase): Promise<number> {
	let count = 0
	for await (const _ of db.range({})) count++
	return count
}

describe.each(strategies)('pruning %j', (pruning) => {
	test('every kept version reads as it was, in memory and after opening again', async () => {
		const random = randomSource()
		const db = createMemoryDb()
		let store = open(db, pruning)
		const contents = new Map<number, string>()
		for (let version = 1; version <= 40; version++) {
			if (random(6) === 0) store = open(db, pruning)
			change(store, random)
			await commit(db, store)
			contents.set(version, content(store, version))
		}
		const again = open(db, pruning)
		expect(again.hasVersion(40)).toBe(true)
		for (const opened of [store, again]) {
			for (const [version, wanted] of contents) {
				expect(content(opened, version)).toBe(opened.hasVersion(version) ? wanted : '')
			}
		}
		expect(again.earliestVersion).toBe(store.earliestVersion)
		expect(again.hasVersion(41)).toBe(false)
	})

	test('going back drops the later versions for good and leads to the same hashes again', async () => {
		const random = randomSource()
		const db = createMemoryDb()
		const store = open(db, pruning)
		const hashes: string[] = []
		for (let version = 1; version <= 28; version++) {
			change(store, randomSource('', version))
			hashes[version] = await commit(db, store)
		}
		const kept = hashes.map((_, version) => version).filter((version) => version > 0 && store.hasVersion(version))
		const target = kept[random(kept.length)] ?? 0
		change(store, random)
		const batch = db.batch()
		expect(toHex(store.rollbackTo(target, batch).hash)).toBe(hashes[target])
		await db.write(batch, { sync: false })
		expect(store.hasVersion(target + 1)).toBe(false)
		for (const opened of [store, open(db, pruning)]) expect(opened.lastCommit.version).toBe(target)
		for (let version = target + 1; version <= 28; version++) {
			change(store, randomSource('', version))
			expect(await commit(db, store)).toBe(hashes[version])
		}
	})
})

// LevelDB 1.20 can lose sight of a key that is deleted and written again.
test('a state that goes back gives no node the id of one that is gone, also after opening again and going back twice', async () => {
	const random = randomSource()
	const memory = createMemoryDb()
	const [gone, again] = [new Set<string>(), [] as string[]]
	const isNode = (key: Uint8Array): boolean => /^k\/\w+\/n/.test(fromUtf8(key))
	const db: KvDatabase = {
		...memory,
		write: (batch, options) => {
			for (const { key, value } of writeOpsOf(batch)) {
				if (!isNode(key)) continue
				if (value === undefined) gone.add(toHex(key))
				else if (gone.has(toHex(key))) again.push(toHex(key))
			}
			return memory.write(batch, options)
		},
	}
	let store = open(db, 'nothing')
	const goOn = async (versions: number): Promise<void> => {
		for (let made = 0; made < versions; made++) {
			change(store, random)
			await commit(db, store)
		}
	}
	await goOn(8)
	for (const target of [6, 6, 3, 5, 1]) {
		const batch = db.batch()
		store.rollbackTo(target, batch)
		await db.write(batch, { sync: false })
		if (random(2) === 0) store = open(db, 'nothing')
		await goOn(7 - target)
	}
	expect(gone.size).toBeGreaterThan(100)
	expect(again).toEqual([])
})

test('pruning leaves exactly the nodes of the kept versions', async () => {
	const random = randomSource()
	const db = createMemoryDb()
	const store = open(db, { keepRecent: 0, keepEvery: 0, interval: 1 })
	for (let version = 1; version <= 60; version++) {
		change(store, random)
		await commit(db, store)
	}
	// A tree of n pairs has n leaves and n - 1 inner nodes; beside them stand the record of the version and the one of all.
	const nodes = store.dump().reduce((sum, { pairs }) => sum + Math.max(0, 2 * pairs.length - 1), 0)
	expect(await rows(db)).toBe(nodes + 2)
})

test('the default strategy keeps the last thousand heights', async () => {
	const db = createMemoryDb()
	const store = open(db, 'default')
	for (let version = 1; version <= 1005; version++) await commit(db, store)
	expect([store.earliestVersion, store.hasVersion(5), store.hasVersion(6), store.hasVersion(1005)]).toEqual([
		6,
		false,
		true,
		true,
	])
})

test('the first version is the initial one', async () => {
	const db = createMemoryDb()
	const store = open(db, 'nothing')
	expect(store.lastCommit).toEqual({ version: 0, hash: new Uint8Array() })
	store.setInitialVersion(100)
	await commit(db, store)
	await commit(db, store)
	expect([store.lastCommit.version, store.earliestVersion, store.hasVersion(99)]).toEqual([101, 100, false])
})

test('reads are answered while a commit is not written yet', () => {
	const db = createMemoryDb()
	const store = open(db, 'nothing')
	store.kvStore('one').set(utf8('k'), utf8('v'))
	store.kvStore('one').set(utf8('l'), utf8('w'))
	store.commit(db.batch())
	expect(content(store, 1)).toBe('one k v\none l w')
	expect(store.query({ store: 'one', path: '/key', data: utf8('k'), height: 1, prove: true }).proofOps).toHaveLength(2)
})

test('a second commit is refused while the batch of the first was not handed over', async () => {
	const db = createMemoryDb()
	const store = open(db, 'nothing')
	const batch = db.batch()
	store.commit(batch)
	expect(() => store.commit(db.batch())).toThrow(BugError)
	await db.write(batch, { sync: false })
	expect(store.commit(db.batch()).version).toBe(2)
})

test('a branch that is not written changes nothing, one that is changes its parent only', () => {
	const store = open(createMemoryDb(), 'nothing')
	const outer = store.branch()
	const inner = outer.branch()
	inner.kvStore('one').set(utf8('k'), utf8('v'))
	inner.kvStore('t').set(utf8('k'), utf8('v'))
	expect(outer.kvStore('one').has(utf8('k'))).toBe(false)
	inner.write()
	expect([outer.kvStore('one').has(utf8('k')), outer.kvStore('t').has(utf8('k'))]).toEqual([true, true])
	expect(store.kvStore('one').has(utf8('k'))).toBe(false)
	expect(() => outer.kvStore('none')).toThrow('no store named none')
})

test('a state with other stores and a height that is not kept are refused with the next step', async () => {
	const db = createMemoryDb()
	const store = open(db, 'nothing')
	await commit(db, store)
	expect(() => createCommitMultiStore({ db, kvStores: ['other'], pruning: 'nothing' })).toThrow(UserError)
	expect(() => store.rollbackTo(7, db.batch())).toThrow(UserError)
})
