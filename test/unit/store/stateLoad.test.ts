import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { StoreIterator } from '../../../src/store/KVStore.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import type { CommitMultiStore } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { notedWrites } from '../../support/notedWrites.ts'
import { randomSource } from '../../support/random.js'

const names = ['one', 'two']
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-state-load-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(db: KvDatabase): CommitMultiStore {
	return createCommitMultiStore({ db, kvStores: names, transientStores: ['t'], pruning: 'nothing' })
}

async function commit(db: KvDatabase, store: CommitMultiStore): Promise<string> {
	await store.settleLoad()
	const batch = db.batch()
	const { hash } = store.commit(batch)
	await db.write(batch, { sync: false })
	return toHex(hash)
}

/** Pairs in no order; some keys come twice. */
function pairs(count: number): readonly (readonly [Uint8Array, Uint8Array])[] {
	const random = randomSource(`load ${count}`)
	return Array.from({ length: count }, (_, at) => [utf8(`k${random(4 * count)}`), utf8(`value ${at}`)] as const)
}

/** The same pairs set at once, and loaded. */
async function both(count: number) {
	const db = createMemoryDb()
	const plain = open(db)
	const loadedDb = createMemoryDb()
	const load = open(loadedDb).loadState(folder, 300)
	const branch = plain.branch()
	for (const [at, [key, value]] of pairs(count).entries()) {
		for (const to of [branch, load.branch]) to.kvStore(at % 5 === 0 ? 'one' : 'two').set(key, value)
		if (at % 100 === 0) load.settle()
	}
	await load.finish()
	load.close()
	// A node that starts again finds what was loaded.
	return { db, plain, branch, loadedDb, loaded: open(loadedDb) }
}

async function nodes(db: KvDatabase): Promise<number> {
	let count = 0
	for await (const [key] of db.range({ gte: utf8('k/'), lt: utf8('k0') }))
		if (/^k\/\w+\/n/.test(String.fromCharCode(...key))) count++
	return count
}

test.each([0, 1, 2, 700, 6_000])(
	'a loaded state of %i pairs has the app hash of one that is set at once',
	async (count) => {
		const { db, plain, branch, loadedDb, loaded } = await both(count)
		branch.write()
		expect(loaded.isLoaded).toBe(true)
		expect(await commit(loadedDb, loaded)).toBe(await commit(db, plain))
		expect(loaded.isLoaded).toBe(false)
		expect(await nodes(loadedDb)).toBe(await nodes(db))
		expect(open(loadedDb).lastCommit).toEqual(open(db).lastCommit)
	},
)

test.each([
	['changes values alone', [['k', 'set']]],
	[
		'adds keys',
		[
			['a', 'set'],
			['k', 'set'],
			['z', 'set'],
		],
	],
	['takes keys away', [['k', 'delete']]],
] as const)('a first block that %s leaves the same app hash and the same nodes after a load', async (_, changes) => {
	const count = 6_000
	const { db, plain, branch: genesis, loadedDb, loaded } = await both(count)
	// The first block goes on in the branch of the genesis.
	for (const branch of [genesis, loaded.branch()]) {
		for (const [at, [key]] of pairs(count).slice(0, 40).entries()) {
			for (const [letter, change] of changes) {
				const target = letter === 'k' ? key : utf8(`${letter}${at}`)
				const kv = branch.kvStore(at % 5 === 0 ? 'one' : 'two')
				if (change === 'set') kv.set(target, utf8(`block ${at}`))
				else kv.delete(target)
			}
		}
		branch.write()
	}
	expect(await commit(loadedDb, loaded)).toBe(await commit(db, plain))
	for (let version = 2; version < 5; version++) {
		for (const store of [plain, loaded]) store.kvStore('two').set(utf8(`later ${version}`), utf8('x'))
		expect(await commit(loadedDb, loaded)).toBe(await commit(db, plain))
	}
	expect(await nodes(loadedDb)).toBe(await nodes(db))
})

test('a store that is loaded gives back what was written, also what waits no longer in memory', async () => {
	const load = open(createMemoryDb()).loadState(folder, 10)
	const store = load.branch.kvStore('one')
	for (let at = 0; at < 25; at++) {
		store.set(utf8(`k${at}`), utf8(String(at)))
		load.settle()
	}
	expect([0, 9, 10, 24, 25].map((at) => store.get(utf8(`k${at}`)))).toEqual([
		...['0', '9', '10', '24'].map((text) => utf8(text)),
		undefined,
	])
	expect([0, 24, 25].map((at) => store.has(utf8(`k${at}`)))).toEqual([true, true, false])
	for (const use of [
		() => store.iterator(undefined, undefined),
		() => store.reverseIterator(undefined, undefined),
		() => store.delete(utf8('k1')),
	])
		expect(use).toThrow('a store that is loaded cannot be gone through')
	load.close()
	expect(readdirSync(folder)).toEqual([])
})

test('a store that is loaded and small is gone through and loses keys as any other', () => {
	const load = open(createMemoryDb()).loadState(folder, 10)
	const store = load.branch.kvStore('one')
	for (const key of ['b', 'c', 'a', 'd']) store.set(utf8(key), utf8(`of ${key}`))
	// One more store of many pairs is written down; this one is too small for it.
	for (let at = 0; at < 9; at++) load.branch.kvStore('two').set(utf8(`k${at}`), utf8('v'))
	store.delete(utf8('c'))
	store.delete(utf8('never there'))
	expect(() => store.set(utf8(''), utf8('v'))).toThrow('key is nil')
	const walk = (it: StoreIterator) => {
		const found: string[] = []
		for (; it.valid(); it.next()) found.push(`${fromUtf8(it.key())} ${fromUtf8(it.value())}`)
		return found
	}
	expect(walk(store.iterator(undefined, undefined))).toEqual(['a of a', 'b of b', 'd of d'])
	expect(walk(store.reverseIterator(utf8('b'), utf8('d')))).toEqual(['b of b'])
	load.close()
})

test('a load tells how many pairs are in the trees, each time a part of a tree is written', async () => {
	const { db, taken } = notedWrites()
	const plainDb = createMemoryDb()
	const [store, plain] = [open(db), open(plainDb)]
	const load = store.loadState(folder)
	const branch = plain.branch()
	const add = (name: string, count: number) => {
		for (let at = 0; at < count; at++)
			for (const to of [load.branch, branch]) to.kvStore(name).set(utf8(`k${at}`), utf8('v'))
	}
	add('one', 10_001)
	add('two', 5_000)
	const told: number[] = []
	await load.finish(async (pairs) => void told.push(pairs))
	load.close()
	expect(told).toEqual([5_000, 10_000, 15_001])
	// The last write carries those before it.
	expect(taken()).toEqual(['soon', 'soon', 'soon', 'durable'])
	branch.write()
	for (const each of [store, plain]) each.kvStore('one').set(utf8('k9'), utf8('w'))
	expect(await commit(db, store)).toBe(await commit(plainDb, plain))
	expect(await nodes(db)).toBe(await nodes(plainDb))
})

test('a state that exists cannot be loaded', async () => {
	const db = createMemoryDb()
	const store = open(db)
	await commit(db, store)
	expect(() => store.loadState(folder)).toThrow(/only an empty state/)
	const { loaded } = await both(2)
	expect(() => loaded.loadState(folder)).toThrow(/only an empty state/)
})
