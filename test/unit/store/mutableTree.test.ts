import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IavlNode } from '../../../src/store/iavl/IavlNode.ts'
import { ImmutableTree } from '../../../src/store/iavl/ImmutableTree.ts'
import { MutableTree } from '../../../src/store/iavl/MutableTree.ts'
import { NodeStore } from '../../../src/store/iavl/NodeStore.ts'
import type { StoreIterator } from '../../../src/store/KVStore.ts'
import { bytesOf } from '../../../src/store/keyBytes.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

/** A tree by the rules of iavl v0.17.3 that never changes a node: each change makes new ones of the coming version. */
interface Plain {
	readonly key: string
	readonly value?: string
	readonly version: number
	readonly height: number
	readonly size: number
	readonly left?: Plain
	readonly right?: Plain
}

const leafOf = (key: string, value: string, version: number): Plain => ({ key, value, version, height: 0, size: 1 })

function parentOf(key: string, left: Plain, right: Plain, version: number): Plain {
	return {
		...{ key, left, right, version },
		height: 1 + Math.max(left.height, right.height),
		size: left.size + right.size,
	}
}

function lean({ left, right }: Plain): number {
	return left === undefined ? 0 : left.height - right!.height
}

function turnRight({ key, left, right, version }: Plain): Plain {
	return parentOf(left!.key, left!.left!, parentOf(key, left!.right!, right!, version), version)
}

function turnLeft({ key, left, right, version }: Plain): Plain {
	return parentOf(right!.key, parentOf(key, left!, right!.left!, version), right!.right!, version)
}

function balanced(node: Plain): Plain {
	const { key, left, right, version } = node
	if (lean(node) > 1) {
		const inner = lean(left!) >= 0 ? left! : turnLeft({ ...left!, version })
		return turnRight({ ...node, left: inner })
	}
	if (lean(node) < -1) {
		const inner = lean(right!) <= 0 ? right! : turnRight({ ...right!, version })
		return turnLeft({ ...node, right: inner })
	}
	return parentOf(key, left!, right!, version)
}

function plainSet(node: Plain | undefined, key: string, value: string, version: number): Plain {
	const leaf = leafOf(key, value, version)
	if (node === undefined) return leaf
	if (node.left === undefined) {
		if (key === node.key) return leaf
		return key < node.key ? parentOf(node.key, leaf, node, version) : parentOf(key, node, leaf, version)
	}
	const [left, right] =
		key < node.key
			? [plainSet(node.left, key, value, version), node.right!]
			: [node.left, plainSet(node.right, key, value, version)]
	return balanced({ ...node, left, right, version })
}

function smallest(node: Plain): string {
	return node.left === undefined ? node.key : smallest(node.left)
}

/** Without a key that is there. */
function plainDelete(node: Plain, key: string, version: number): Plain | undefined {
	if (node.left === undefined) return undefined
	const isLeft = key < node.key
	const rest = plainDelete(isLeft ? node.left : node.right!, key, version)
	if (rest === undefined) return isLeft ? node.right : node.left
	if (isLeft) return balanced({ ...node, left: rest, version })
	return balanced({ ...node, key: smallest(rest), right: rest, version })
}

function varint(value: number): Buffer {
	const bytes: number[] = []
	let rest = value * 2
	for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
	return Buffer.from([...bytes, rest])
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
	return createHash('sha256').update(Buffer.concat(parts)).digest()
}

/** Lengths before bytes are plain varints; those of keys and hashes here fit one byte. */
function sized(bytes: Uint8Array): Buffer {
	return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function hashOf({ key, value, version, height, size, left, right }: Plain): Buffer {
	const head = [varint(height), varint(size), varint(version)]
	if (value !== undefined) return sha256(...head, sized(utf8(key)), sized(sha256(utf8(value))))
	return sha256(...head, sized(hashOf(left!)), sized(hashOf(right!)))
}

function shapeOf({ key, value, version, left, right }: Plain): string {
	return value === undefined ? `[${shapeOf(left!)} ${key}@${version} ${shapeOf(right!)}]` : `${key}@${version}=${value}`
}

/** The same of a tree, whose inner nodes have no value. */
function shapeIn(tree: ImmutableTree, node: IavlNode): string {
	const key = fromUtf8(node.key)
	if (node.value !== undefined) return `${key}@${node.version}=${fromUtf8(node.value)}`
	return `[${shapeIn(tree, tree.leftOf(node))} ${key}@${node.version} ${shapeIn(tree, tree.rightOf(node))}]`
}

function pairs(it: StoreIterator): string[] {
	const found: string[] = []
	for (; it.valid(); it.next()) found.push(`${fromUtf8(it.key())}=${fromUtf8(it.value())}`)
	return found
}

const emptyHash = toHex(createHash('sha256').digest())

test.each([1, 2])(
	'a tree has the shape and hash of one whose nodes never change, after each change and from the disk: seed %i',
	async (seed) => {
		const random = randomSource('', seed)
		const db = createMemoryDb()
		const nodes = new NodeStore(db)
		const tree = new MutableTree(nodes, undefined, 0)
		const model = new Map<string, string>()
		let plain: Plain | undefined
		const ids = new Set<number>()
		for (let version = 1; version <= 9; version++) {
			for (let change = 0; change < 12; change++) {
				const key = `k${10 + random(24)}`
				if (random(5) < 2) {
					tree.delete(utf8(key))
					if (model.delete(key)) plain = plainDelete(plain!, key, version)
				} else {
					const value = String(random(100))
					tree.set(utf8(key), utf8(value))
					model.set(key, value)
					plain = plainSet(plain, key, value, version)
				}
				expect([tree.root && shapeIn(tree, tree.root), tree.root?.size ?? 0, toHex(bytesOf(tree.hash()))]).toEqual([
					plain && shapeOf(plain),
					model.size,
					plain === undefined ? emptyHash : toHex(hashOf(plain)),
				])
			}
			const batch = db.batch()
			const before = nodes.nextId
			for (const { id, from } of tree.save(version, batch)) {
				expect([ids.delete(id), from < version]).toEqual([true, true])
			}
			for (let id = before; id < nodes.nextId; id++) ids.add(id)
			await db.write(batch, { sync: false })
			// What is not given back is the tree: its leaves, and one inner node less.
			expect(ids.size).toBe(Math.max(0, 2 * model.size - 1))

			const root = tree.root && new NodeStore(db).load(tree.root.id, tree.root.hash!)
			const read = new ImmutableTree(new NodeStore(db), root)
			expect(root && shapeIn(read, root)).toBe(plain && shapeOf(plain))
			if (version % 3 > 0) continue
			const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1))
			for (const each of [tree, read]) {
				const [found, wanted]: [unknown[], unknown[]] = [[], []]
				const look = (start: string | undefined, end: string | undefined): void => {
					const within = sorted
						.filter(([key]) => key >= (start ?? '') && key < (end ?? 'z'))
						.map((pair) => pair.join('='))
					const bounds = [start, end].map((bound) => (bound === undefined ? bound : utf8(bound))) as [
						Uint8Array?,
						Uint8Array?,
					]
					found.push(pairs(each.iterator(bounds[0], bounds[1])), pairs(each.reverseIterator(bounds[0], bounds[1])))
					wanted.push(within, within.toReversed())
				}
				look(undefined, undefined)
				for (let at = 9; at <= 34; at++) {
					const key = `k${at}`
					const value = each.get(utf8(key))
					found.push(value && fromUtf8(value), each.has(utf8(key)))
					wanted.push(model.get(key), model.has(key))
					look(key, random(9) === 0 ? undefined : `k${at + random(6)}`)
				}
				expect(found).toEqual(wanted)
			}
		}
	},
)

test('a tree that is reset is the saved version again, and gives back nothing of what it dropped', () => {
	const db = createMemoryDb()
	const tree = new MutableTree(new NodeStore(db), undefined, 0)
	for (const key of ['a', 'b', 'c']) tree.set(utf8(key), utf8('1'))
	expect(tree.save(1, db.batch())).toEqual([])
	const { root } = tree
	const hash = tree.hash()
	tree.set(utf8('b'), utf8('2'))
	tree.delete(utf8('a'))
	expect(tree.hash()).not.toBe(hash)
	tree.reset(root, 1)
	expect([tree.hash(), shapeIn(tree, tree.root!)]).toEqual([hash, '[a@1=1 b@1 [b@1=1 c@1 c@1=1]]'])
	expect(tree.save(2, db.batch())).toEqual([])
	tree.set(utf8('c'), utf8('3'))
	expect(tree.save(3, db.batch()).map(({ from }) => from)).toEqual([1, 1, 1])
	expect(shapeIn(tree, tree.root!)).toBe('[a@1=1 b@3 [b@1=1 c@3 c@3=3]]')
})
