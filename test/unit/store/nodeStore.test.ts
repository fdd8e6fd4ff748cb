import { expect, test } from 'vitest'
import { IavlNode } from '../../../src/store/iavl/IavlNode.ts'
import { ImmutableTree } from '../../../src/store/iavl/ImmutableTree.ts'
import { MutableTree } from '../../../src/store/iavl/MutableTree.ts'
import { NodeStore } from '../../../src/store/iavl/NodeStore.ts'
import { hashNode } from '../../../src/store/iavl/nodeCodec.ts'
import type { StoreIterator } from '../../../src/store/KVStore.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { numberKey } from '../../../src/store/keyBytes.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { writeOpsOf } from '../../../src/store/kv/writeOps.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

/** A database in memory that counts the records read of it. */
function countedDb(): { readonly db: KvDatabase; taken(): number } {
	const memory = createMemoryDb()
	let reads = 0
	const get = (key: Uint8Array): Uint8Array | undefined => {
		reads++
		return memory.get(key)
	}
	return {
		db: { ...memory, get },
		taken() {
			const count = reads
			reads = 0
			return count
		},
	}
}

function hashedLeaf(name: string): IavlNode {
	const leaf = new IavlNode(utf8(name), utf8(`of ${name}`), 1, 0, 1)
	leaf.hash = hashNode(leaf)
	return leaf
}

/** Nodes of a store that were saved, and what a load of each gives: its key, or why there is none. */
function saved(nodes: NodeStore, db: KvDatabase, count: number) {
	const batch = db.batch()
	const leaves = Array.from({ length: count }, (_, at) => hashedLeaf(`k${at + 1}`))
	for (const leaf of leaves) nodes.save(leaf, batch)
	const load = (id: number): string => {
		try {
			return fromUtf8(nodes.load(id, leaves[id - 1]!.hash!).key)
		} catch (error) {
			return (error as Error).message
		}
	}
	return { batch, leaves, load, all: () => leaves.map(({ id }) => load(id)) }
}

test('nodes that were saved last are read before their batch is written, however few stay in memory, and from the disk later', async () => {
	const { db, taken } = countedDb()
	const nodes = new NodeStore(db, 2)
	const { batch, all, leaves } = saved(nodes, db, 9)
	expect(leaves.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
	const keys = leaves.map(({ key }) => fromUtf8(key))
	expect([all(), taken()]).toEqual([keys, 0])
	await db.write(batch, { sync: false })
	nodes.beginSave()
	// A memory of two to four nodes has none of nine left when its turn comes again.
	expect([all(), taken()]).toEqual([keys, 9])
	expect([all(), taken()]).toEqual([keys, 9])
})

test('a node of a state stays in memory from its last read until the memory has filled twice', async () => {
	const { db, taken } = countedDb()
	const writing = new NodeStore(db)
	const { batch, leaves } = saved(writing, db, 9)
	await db.write(batch, { sync: false })
	const nodes = new NodeStore(db, 3)
	const reads = (...ids: number[]): number => {
		for (const id of ids) nodes.load(id, leaves[id - 1]!.hash!)
		return taken()
	}
	expect([reads(1), reads(1, 1), reads(2, 3), reads(1, 2, 3)]).toEqual([1, 0, 2, 0])
	// With 1 the three newest are together, and 2 and 3, not read for as long, are out.
	expect([reads(4, 5), reads(1), reads(2, 3)]).toEqual([2, 0, 2])
	expect([reads(6), reads(3, 6, 2), reads(1)]).toEqual([1, 0, 1])
})

test('a node that no version has any more is not found even where its batch is not written yet', () => {
	const { db } = countedDb()
	const nodes = new NodeStore(db)
	const { batch, load } = saved(nodes, db, 3)
	expect(load(2)).toBe('k2')
	nodes.delete(2, batch)
	const missing = 'node 2 of the state is missing: its version was pruned while it was read, or the database is damaged'
	expect([1, 2, 3].map(load)).toEqual(['k1', missing, 'k3'])
})

test('nodes from an id on are deleted up to the last one that was saved, and no record behind it', async () => {
	const { db } = countedDb()
	const nodes = new NodeStore(db)
	await db.write(saved(nodes, db, 4).batch, { sync: false })
	const batch = db.batch()
	nodes.deleteFrom(3, batch)
	expect(writeOpsOf(batch)).toEqual([3, 4].map((id) => ({ key: numberKey('n', id) })))
})

test('a node that the latest version no longer has leaves the memory and is read from the disk again', async () => {
	const { db, taken } = countedDb()
	const nodes = new NodeStore(db, 3)
	const { batch, load } = saved(nodes, db, 4)
	await db.write(batch, { sync: false })
	nodes.beginSave()
	// The first three make the older half of the memory, the fourth the younger one.
	expect([[4, 3].map(load), taken()]).toEqual([['k4', 'k3'], 0])
	for (const id of [4, 1]) {
		nodes.forget(id)
		expect([load(id), taken()]).toEqual([`k${id}`, 1])
	}
})

/** A tree of so many pairs, read through a memory that holds a single node. */
async function treeOf(pairs: number) {
	const { db, taken } = countedDb()
	const tree = new MutableTree(new NodeStore(db), undefined, 0)
	for (let at = 0; at < pairs; at++) tree.set(utf8(`k${1_000 + at}`), utf8(String(at)))
	const batch = db.batch()
	tree.save(1, batch)
	await db.write(batch, { sync: false })
	const root = tree.root!
	return { tree: new ImmutableTree(new NodeStore(db, 1), root), root, taken }
}

function keysOf(it: StoreIterator): string[] {
	const keys: string[] = []
	for (; it.valid(); it.next()) keys.push(fromUtf8(it.key()))
	return keys
}

test('a walk over one key of a tree reads the nodes on the way to it and no others, in both directions', async () => {
	const { tree, root, taken } = await treeOf(60)
	expect(root.height).toBeGreaterThan(5)
	for (let at = 0; at < 60; at++) {
		const [start, end] = [utf8(`k${1_000 + at}`), utf8(`k${1_001 + at}`)]
		tree.get(start)
		const way = taken()
		expect([way > 3, way <= root.height]).toEqual([true, true])
		expect([keysOf(tree.iterator(start, end)), taken()]).toEqual([[`k${1_000 + at}`], way])
		expect([keysOf(tree.reverseIterator(start, end)), taken()]).toEqual([[`k${1_000 + at}`], way])
	}
})

test('a tree takes no key without a byte', async () => {
	const { db } = countedDb()
	const tree = new MutableTree(new NodeStore(db), undefined, 0)
	expect(() => tree.set(new Uint8Array(), utf8('v'))).toThrow(
		expect.objectContaining({ code: 111222, log: 'key is nil: panic' }),
	)
	expect(tree.iterator(undefined, undefined).valid()).toBe(false)
})

test('a version that is saved leaves what the next one replaces on the disk alone, and the rest where the memory has no room', async () => {
	for (const [memory, reads] of [
		[1, 39],
		[1_000, 0],
	] as const) {
		const { db, taken } = countedDb()
		const nodes = new NodeStore(db, memory)
		const tree = new MutableTree(nodes, undefined, 0)
		for (let at = 0; at < 20; at++) tree.set(utf8(`k${10 + at}`), utf8('old'))
		const first = db.batch()
		tree.save(1, first)
		expect([keysOf(new ImmutableTree(nodes, tree.root).iterator(undefined, undefined)).length, taken()]).toEqual([
			20, 0,
		])
		await db.write(first, { sync: false })
		tree.set(utf8('k29'), utf8('new'))
		const orphans = tree.save(2, db.batch())
		taken()
		// The leaf that changed and those above it.
		for (const { id } of orphans) nodes.load(id, '')
		expect([orphans.length, taken()]).toEqual([6, 6])
		for (let id = 1; id <= 2 * 20 - 1; id++) nodes.load(id, '')
		expect(taken()).toBe(reads)
	}
})

test('a tree knows whether keys have come or gone since it was opened', () => {
	const tree = new MutableTree(new NodeStore(createMemoryDb()), undefined, 0)
	const after = (change: () => void): boolean => {
		change()
		return tree.isReshaped
	}
	const key = utf8('k')
	expect(tree.isReshaped).toBe(false)
	tree.set(key, utf8('v'))
	tree.set(utf8('l'), utf8('v'))
	expect(tree.isReshaped).toBe(true)
	const { root } = tree
	expect(after(() => tree.reset(root, 1))).toBe(false)
	expect(after(() => tree.set(key, utf8('w')))).toBe(false)
	expect(after(() => tree.delete(utf8('none')))).toBe(false)
	expect(after(() => tree.delete(key))).toBe(true)
	expect(after(() => tree.reset(root, 1))).toBe(false)
	expect(after(() => tree.set(utf8('j'), utf8('v')))).toBe(true)
})

test.each([1, 2, 5])(
	'a tree that grows at its end, frozen every %i keys, is the one that never was, each node saved once',
	async (every) => {
		const { db, taken } = countedDb()
		const tree = new MutableTree(new NodeStore(db, 1), undefined, 0)
		const plain = new MutableTree(new NodeStore(createMemoryDb()), undefined, 0)
		const batch = db.batch()
		for (let at = 0; at < 60; at++) {
			for (const each of [tree, plain]) each.set(utf8(`k${10 + at}`), utf8(String(at)))
			if (at % every > 0) continue
			tree.freeze(batch)
			// Only the way to the last key can still change.
			for (let node = tree.root; node !== undefined; node = node.right) expect(node.left).toBeUndefined()
		}
		expect([tree.hash(), taken()]).toEqual([plain.hash(), 0])
		tree.save(1, batch)
		await db.write(batch, { sync: false })
		let saved = 0
		for await (const _ of db.range({})) saved++
		expect([saved, tree.nodes.nextId]).toEqual([2 * 60 - 1, 2 * 60])
		const again = new ImmutableTree(new NodeStore(db), tree.root)
		expect(keysOf(again.iterator(undefined, undefined))).toEqual(keysOf(plain.iterator(undefined, undefined)))
	},
)

test('a walk over a tree that is closed is over, whatever it has not read', async () => {
	const { tree } = await treeOf(5)
	for (const it of [tree.iterator(undefined, undefined), tree.reverseIterator(undefined, undefined)]) {
		it.next()
		expect(it.valid()).toBe(true)
		it.close()
		expect(it.valid()).toBe(false)
		it.next()
		expect(it.valid()).toBe(false)
	}
})
