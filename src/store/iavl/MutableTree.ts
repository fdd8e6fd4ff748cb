import { assertValidKey } from '../assertValid.ts'
import type { WriteBatch } from '../KvDatabase.ts'
import { compareKeys } from '../keyBytes.ts'
import { IavlNode } from './IavlNode.ts'
import { ImmutableTree } from './ImmutableTree.ts'
import type { NodeStore } from './NodeStore.ts'
import { hashNode, sha256Text } from './nodeCodec.ts'

/** A saved node that the working tree no longer uses: it lives from the version that wrote it to the last saved one. */
export interface Orphan {
	readonly id: number
	readonly from: number
}

/** The hash of a tree without keys: that of no bytes, as in RFC 6962. */
export const emptyTreeHash = sha256Text(new Uint8Array())

/**
 * The working tree: a balanced tree whose shape, and so its root hash, depends on the order of all changes made to it
 * (iavl v0.17.3 mutable_tree.go). A node that is saved is never changed but replaced by a copy of the coming version;
 * one that is not saved yet is changed in place, which leaves the same tree.
 */
export class MutableTree extends ImmutableTree {
	/** The version last saved, 0 before the first. */
	version: number
	/** Whether keys came or went since it was opened, and not values alone. */
	isReshaped = false
	#orphans: Orphan[] = []

	constructor(nodes: NodeStore, root: IavlNode | undefined, version: number) {
		super(nodes, root)
		this.version = version
	}

	override set(key: Uint8Array, value: Uint8Array): void {
		assertValidKey(key)
		this.root = this.root === undefined ? this.#leaf(key, value) : this.#set(this.root, key, value)
	}

	override delete(key: Uint8Array): void {
		if (!this.has(key)) return
		this.isReshaped = true
		this.root = this.#remove(this.root!, key).node
	}

	/** The hash of the tree as it is now. */
	hash(): string {
		return this.root === undefined ? emptyTreeHash : this.#hash(this.root)
	}

	/**
	 * Makes the working tree a version and puts its new nodes into the batch. Returns the nodes it no longer uses.
	 * The version may skip numbers only at the first save, whose nodes then carry version 1 all the same.
	 */
	save(version: number, batch: WriteBatch): readonly Orphan[] {
		this.nodes.beginSave()
		// The root of an unchanged tree is saved already: the new version shares it.
		if (this.root !== undefined && this.root.id === 0) {
			this.#hash(this.root)
			this.#save(this.root, (node) => this.nodes.save(node, batch))
		}
		const orphans = this.#orphans
		for (const { id } of orphans) this.nodes.forget(id)
		this.#orphans = []
		this.version = version
		return orphans
	}

	/** Returns to a saved version and discards all changes. */
	reset(root: IavlNode | undefined, version: number): void {
		this.root = root
		this.version = version
		this.isReshaped = false
		this.#orphans = []
	}

	/** Puts those subtrees into the batch, and out of memory, that keys behind all present ones can no longer change. */
	freeze(batch: WriteBatch): void {
		for (let node = this.root; node !== undefined; node = node.right) {
			const { left } = node
			if (left === undefined) continue
			this.#hash(left)
			// The height of the topmost one is looked at again and again, the others are never read.
			this.#save(left, (frozen) => (frozen === left ? this.nodes.save(frozen, batch) : this.nodes.put(frozen, batch)))
			node.setLeft(left)
		}
	}

	#leaf(key: Uint8Array, value: Uint8Array): IavlNode {
		return new IavlNode(key, value, this.version + 1, 0, 1)
	}

	#set(node: IavlNode, key: Uint8Array, value: Uint8Array): IavlNode {
		const order = compareKeys(key, node.key)
		if (node.height === 0) {
			const leaf = this.#leaf(key, value)
			if (order < 0) return this.#fork(leaf, node)
			if (order > 0) return this.#fork(node, leaf)
			this.#orphan(node)
			return leaf
		}
		const changed = this.#writable(node)
		const isLeft = order < 0
		const before = isLeft ? this.leftOf(changed) : this.rightOf(changed)
		const size = before.size
		const after = this.#set(before, key, value)
		if (isLeft) changed.setLeft(after)
		else changed.setRight(after)
		// An update moves nothing; only a new leaf can unbalance.
		if (after.size === size) return changed
		this.#measure(changed)
		return this.#balance(changed)
	}

	/** The parent of two leaves, one of which is new. */
	#fork(left: IavlNode, right: IavlNode): IavlNode {
		this.isReshaped = true
		const parent = new IavlNode(right.key, undefined, this.version + 1, 1, 2)
		parent.setLeft(left)
		parent.setRight(right)
		return parent
	}

	/** Removes a key that is there; `smallest` is the new smallest key of the subtree when that has changed. */
	#remove(node: IavlNode, key: Uint8Array): { node: IavlNode | undefined; smallest: Uint8Array | undefined } {
		if (node.height === 0) {
			this.#orphan(node)
			return { node: undefined, smallest: undefined }
		}
		if (compareKeys(key, node.key) < 0) {
			const { node: left, smallest } = this.#remove(this.leftOf(node), key)
			if (left === undefined) {
				this.#orphan(node)
				return { node: this.rightOf(node), smallest: node.key }
			}
			const changed = this.#writable(node)
			changed.setLeft(left)
			this.#measure(changed)
			return { node: this.#balance(changed), smallest }
		}
		const { node: right, smallest } = this.#remove(this.rightOf(node), key)
		if (right === undefined) {
			this.#orphan(node)
			return { node: this.leftOf(node), smallest: undefined }
		}
		const changed = this.#writable(node)
		changed.setRight(right)
		if (smallest !== undefined) changed.key = smallest
		this.#measure(changed)
		return { node: this.#balance(changed), smallest: undefined }
	}

	/** The node itself when it is of the coming version, or a copy that takes its place. */
	#writable(node: IavlNode): IavlNode {
		if (node.id === 0) {
			node.hash = undefined
			return node
		}
		this.#orphan(node)
		const copy = new IavlNode(node.key, undefined, this.version + 1, node.height, node.size)
		copy.leftId = node.leftId
		copy.leftHash = node.leftHash
		copy.rightId = node.rightId
		copy.rightHash = node.rightHash
		return copy
	}

	#measure(node: IavlNode): void {
		const left = this.leftOf(node)
		const right = this.rightOf(node)
		node.height = Math.max(left.height, right.height) + 1
		node.size = left.size + right.size
	}

	#lean(node: IavlNode): number {
		return this.leftOf(node).height - this.rightOf(node).height
	}

	#balance(node: IavlNode): IavlNode {
		const lean = this.#lean(node)
		if (lean > 1) {
			const left = this.leftOf(node)
			if (this.#lean(left) < 0) node.setLeft(this.#rotateLeft(this.#writable(left)))
			return this.#rotateRight(node)
		}
		if (lean < -1) {
			const right = this.rightOf(node)
			if (this.#lean(right) > 0) node.setRight(this.#rotateRight(this.#writable(right)))
			return this.#rotateLeft(node)
		}
		return node
	}

	#rotateRight(node: IavlNode): IavlNode {
		const top = this.#writable(this.leftOf(node))
		node.setLeft(this.rightOf(top))
		top.setRight(node)
		this.#measure(node)
		this.#measure(top)
		return top
	}

	#rotateLeft(node: IavlNode): IavlNode {
		const top = this.#writable(this.rightOf(node))
		node.setRight(this.leftOf(top))
		top.setLeft(node)
		this.#measure(node)
		this.#measure(top)
		return top
	}

	#orphan(node: IavlNode): void {
		if (node.id !== 0) this.#orphans.push({ id: node.id, from: node.version })
	}

	#hash(node: IavlNode): string {
		if (node.hash !== undefined) return node.hash
		if (node.left !== undefined) node.leftHash = this.#hash(node.left)
		if (node.right !== undefined) node.rightHash = this.#hash(node.right)
		node.hash = hashNode(node)
		return node.hash
	}

	/** Saves what is new of a subtree, children first. */
	#save(node: IavlNode, save: (node: IavlNode) => void): void {
		if (node.left !== undefined) {
			this.#save(node.left, save)
			node.setLeft(node.left)
		}
		if (node.right !== undefined) {
			this.#save(node.right, save)
			node.setRight(node.right)
		}
		save(node)
	}
}
