import { BugError } from '../../errors/BugError.ts'
import { compareKeys } from '../compareKeys.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import { IavlIterator } from './IavlIterator.ts'
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
