import { BugError } from '../../errors/UserError.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import { compareKeys } from '../keyBytes.ts'
import type { IavlNode } from './IavlNode.ts'
import type { NodeStore } from './NodeStore.ts'

/** One version of a tree to read (iavl v0.17.3 immutable_tree.go). Nodes are loaded as they are needed. */
export class ImmutableTree implements KVStore {
	readonly nodes: NodeStore
	root: IavlNode | undefined

	constructor(nodes: NodeStore, root: IavlNode | undefined) {
		this.nodes = nodes
		this.root = root
	}

	leftOf(node: IavlNode): IavlNode {
		return node.left ?? this.nodes.load(node.leftId, node.leftHash as string)
	}

	rightOf(node: IavlNode): IavlNode {
		return node.right ?? this.nodes.load(node.rightId, node.rightHash as string)
	}

	get(key: Uint8Array): Uint8Array | undefined {
		let node = this.root
		if (node === undefined) return undefined
		while (node.height > 0) node = compareKeys(key, node.key) < 0 ? this.leftOf(node) : this.rightOf(node)
		return compareKeys(key, node.key) === 0 ? node.value : undefined
	}

	has(key: Uint8Array): boolean {
		return this.get(key) !== undefined
	}

	set(_key: Uint8Array, _value: Uint8Array): void {
		throw new BugError('an old version of the state cannot be written')
	}

	delete(_key: Uint8Array): void {
		throw new BugError('an old version of the state cannot be written')
	}

	iterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		return new IavlIterator(this, start, end, true)
	}

	reverseIterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		return new IavlIterator(this, start, end, false)
	}
}

/** A tree as its iterator sees it. */
interface WalkedTree {
	readonly root: IavlNode | undefined
	leftOf(node: IavlNode): IavlNode
	rightOf(node: IavlNode): IavlNode
}

/** Walks the leaves of a range in either direction, holding one path of nodes (iavl v0.17.3 iterator.go). */
class IavlIterator implements StoreIterator {
	readonly #tree: WalkedTree
	readonly #start: Uint8Array
	readonly #end: Uint8Array | undefined
	readonly #ascending: boolean
	#ahead: IavlNode[]
	#leaf: IavlNode | undefined
	#valid = true

	constructor(tree: WalkedTree, start: Uint8Array | undefined, end: Uint8Array | undefined, ascending: boolean) {
		this.#tree = tree
		this.#start = start ?? new Uint8Array()
		this.#end = end
		this.#ascending = ascending
		this.#ahead = tree.root === undefined ? [] : [tree.root]
		this.next()
	}

	valid(): boolean {
		return this.#valid
	}

	next(): void {
		for (;;) {
			const node = this.#ahead.pop()
			if (node === undefined) {
				this.#valid = false
				return
			}
			const order = compareKeys(this.#start, node.key)
			const beforeEnd = this.#end === undefined || compareKeys(node.key, this.#end) < 0
			if (node.height === 0) {
				if (order > 0 || !beforeEnd) continue
				this.#leaf = node
				return
			}
			if (this.#ascending) {
				if (beforeEnd) this.#ahead.push(this.#tree.rightOf(node))
				if (order < 0) this.#ahead.push(this.#tree.leftOf(node))
			} else {
				if (order < 0) this.#ahead.push(this.#tree.leftOf(node))
				if (beforeEnd) this.#ahead.push(this.#tree.rightOf(node))
			}
		}
	}

	key(): Uint8Array {
		return this.#leaf?.key ?? new Uint8Array()
	}

	value(): Uint8Array {
		return this.#leaf?.value ?? new Uint8Array()
	}

	close(): void {
		this.#ahead = []
		this.#valid = false
	}
}
