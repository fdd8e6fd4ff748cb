import { expect, test } from 'vitest'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { toHex, utf8 } from '../../../src/util/bytes.ts'
import { notedWrites } from '../../support/notedWrites.ts'

const names = ['empty', 'full', 'small']

function open(db = createMemoryDb()) {
	return { db, store: createCommitMultiStore({ db, kvStores: names, pruning: 'nothing' }) }
}

/** A state of two versions, of more nodes than an import writes at once. */
async function given() {
	const { db, store } = open()
	for (const version of [1, 2]) {
		for (let at = 0; at < 2_600; at += version === 1 ? 1 : 13)
			store.kvStore('full').set(utf8(`k${at}`), utf8(`${version} ${at}`))
		store.kvStore('small').set(utf8('k'), utf8(String(version)))
		const batch = db.batch()
		store.commit(batch)
		await db.write(batch, { sync: false })
	}
	return store
}

async function rows(db: ReturnType<typeof createMemoryDb>): Promise<number> {
	let count = 0
	for await (const _ of db.range({})) count++
	return count
}

test('a state that is taken over is the version that was given, alone, and goes on as it does', async () => {
	const giver = await given()
	const { db, taken } = notedWrites()
	const { store } = open(db)
	const state = store.importVersion(2)
	for (const { name, nodes } of giver.exportVersion(2)) {
		state.beginStore(name)
		for (const node of nodes()) await state.add(node)
	}
	expect(store.lastCommit.version).toBe(0)
	expect(await state.finish(giver.lastCommit.hash)).toBe(true)
	// Five thousand of the 5,200 nodes are written together; the last write carries what was written before it.
	expect(taken()).toEqual(['soon', 'durable'])
	const again = open(db).store
	for (const each of [store, again]) {
		expect(each.lastCommit).toEqual(giver.lastCommit)
		expect([each.earliestVersion, each.hasVersion(1), each.hasVersion(2)]).toEqual([2, false, true])
		expect(each.dump()).toEqual(giver.dump())
	}
	// 2,600 pairs of one tree, one of another, the record of the version and the one of all.
	expect(await rows(db)).toBe(2 * 2_600 - 1 + 1 + 2)
	const next = [giver, again].map((each) => {
		for (const name of names) each.kvStore(name).set(utf8('next'), utf8('v'))
		return each
	})
	const hashes = next.map((each) => toHex(each.commit(createMemoryDb().batch()).hash))
	expect(hashes[1]).toBe(hashes[0])
})

test('a state that is taken over is pruned as any other, and nothing of it is left then', async () => {
	const giver = await given()
	const db = createMemoryDb()
	const pruning = { keepRecent: 0, keepEvery: 0, interval: 1 }
	const store = createCommitMultiStore({ db, kvStores: names, pruning })
	const state = store.importVersion(2)
	for (const { name, nodes } of giver.exportVersion(2)) {
		state.beginStore(name)
		for (const node of nodes()) await state.add(node)
	}
	expect(await state.finish(giver.lastCommit.hash)).toBe(true)
	for (const version of [3, 4]) {
		store.kvStore('full').set(utf8(`k${version}`), utf8('new'))
		const batch = db.batch()
		store.commit(batch)
		await db.write(batch, { sync: false })
		expect([store.earliestVersion, store.hasVersion(version - 1)]).toEqual([version, false])
		expect(await rows(db)).toBe(2 * 2_600 - 1 + 1 + 2)
	}
})

test('a state that is not what was offered leaves nothing behind, and the next one can be taken', async () => {
	const giver = await given()
	const { db, store } = open()
	for (const hash of [new Uint8Array(32), giver.lastCommit.hash]) {
		const state = store.importVersion(2)
		for (const { name, nodes } of giver.exportVersion(2)) {
			state.beginStore(name)
			for (const node of nodes()) await state.add(node)
		}
		const isRight = hash === giver.lastCommit.hash
		expect(await state.finish(hash)).toBe(isRight)
		expect([store.lastCommit.version, (await rows(db)) > 0]).toEqual(isRight ? [2, true] : [0, false])
	}
	// A state of nothing has a hash too, but never the version 0.
	const { hash } = open().store.commit(createMemoryDb().batch())
	for (const version of [0, 1]) {
		const early = open()
		const state = early.store.importVersion(version)
		for (const name of names) state.beginStore(name)
		expect(await state.finish(hash)).toBe(version === 1)
		expect(early.store.lastCommit.version).toBe(version)
	}
})

test('stores and nodes out of place are refused, and taking back leaves nothing', async () => {
	const { db, store } = open()
	const leaf = { key: utf8('k'), value: utf8('v'), version: 1, height: 0 }
	const state = store.importVersion(1)
	await expect(state.add(leaf)).rejects.toThrow('a node came before its store')
	state.beginStore('full')
	await state.add(leaf)
	for (const [changes, why] of [
		[{ height: -1 }, 'a node has the height -1'],
		[{ height: 128 }, 'a node has the height 128'],
		[{ version: 0 }, 'a node has the version 0'],
		[{ version: 2 }, 'a node has the version 2'],
		[{ key: new Uint8Array(0) }, 'a node has no key'],
		[{ value: undefined }, 'a node is neither leaf nor inner node'],
		[{ height: 1 }, 'a node is neither leaf nor inner node'],
		[{ height: 1, value: undefined }, 'an inner node came without its children'],
		[{ height: 127, value: undefined }, 'an inner node came without its children'],
	] as const)
		await expect(state.add({ ...leaf, ...changes }), why).rejects.toThrow(why)
	expect(() => state.beginStore('other')).toThrow('the state has no store other, or it came twice')
	state.beginStore('small')
	expect(() => state.beginStore('full')).toThrow('the state has no store full, or it came twice')
	await expect(state.finish(new Uint8Array(32))).rejects.toThrow('a store is missing')
	await state.abort()
	expect(await rows(db)).toBe(0)
	expect(store.lastCommit.version).toBe(0)
})

test('an inner node is refused unless it is one higher than the higher of the two before it, and a store of two trees is too', async () => {
	const leaf = (key: string) => ({ key: utf8(key), value: utf8('v'), version: 1, height: 0 })
	const inner = (height: number) => ({ ...leaf('l'), value: undefined, height })
	for (const height of [1, 2, 3]) {
		const state = open().store.importVersion(1)
		state.beginStore('full')
		for (const key of ['k', 'l']) await state.add(leaf(key))
		if (height === 1) await state.add(inner(height))
		else await expect(state.add(inner(height))).rejects.toThrow('an inner node came without its children')
	}
	for (const leaves of [1, 2, 3]) {
		const state = open().store.importVersion(1)
		state.beginStore('full')
		for (let at = 0; at < leaves; at++) await state.add(leaf(`k${at}`))
		const next = () => state.beginStore('small')
		if (leaves === 1) expect(next).not.toThrow()
		else expect(next).toThrow('the nodes of a store are more than one tree')
	}
})
