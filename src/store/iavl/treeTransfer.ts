import { plainError } from '../../errors/ChainError.ts'
import type { WriteBatch } from '../KvDatabase.ts'
import { IavlNode } from './IavlNode.ts'
import type { ImmutableTree } from './ImmutableTree.ts'
import type { NodeStore } from './NodeStore.ts'
import { hashNode } from './nodeCodec.ts'

/** A node of a tree as it is given away: with its version, since the root hash depends on it (iavl v0.17.3 ExportNode). */
export interface ExportedNode {
	readonly key: Uint8Array
	/** Only for leaves. */
	readonly value: Uint8Array | undefined
	readonly version: number
	/** 0 is a leaf. */
	readonly height: number
}

/** Every node of a tree, children before their parent and left before right (iavl v0.17.3 export.go). */
export function* exportTree(tree: ImmutableTree): Generator<ExportedNode> {
	if (tree.root !== undefined) yield* exportNode(tree, tree.root)
}

function* exportNode(tree: ImmutableTree, node: IavlNode): Generator<ExportedNode> {
	const { key, value, version, height } = node
	if (height > 0) {
		yield* exportNode(tree, tree.leftOf(node))
		yield* exportNode(tree, tree.rightOf(node))
	}
	yield { key, value, version, height }
}

/** Tallest tree there can be: its leaves would not fit any disk. */
const tallest = 127

/** Builds a tree of the nodes of `exportTree`, in their order, with the same root hash (iavl v0.17.3 import.go). */
export class TreeImporter {
	readonly #nodes: NodeStore
	readonly #version: number
	/** Subtrees whose parent has not come yet. */
	readonly #open: IavlNode[] = []

	/** @param version of the state: no node can be newer */
	constructor(nodes: NodeStore, version: number) {
		this.#nodes = nodes
		this.#version = version
	}

	/** Adds the next node to the batch. @throws a plain error for a node out of place. */
	add({ key, value, version, height }: ExportedNode, batch: WriteBatch): void {
		if (height < 0 || height > tallest) throw plainError(`a node has the height ${height}`)
		if (version < 1 || version > this.#version) throw plainError(`a node has the version ${version}`)
		if (key.length === 0) throw plainError('a node has no key')
		if ((height === 0) !== (value !== undefined)) throw plainError('a node is neither leaf nor inner node')
		const node = new IavlNode(key, value, version, height, 1)
		if (height > 0) {
			const right = this.#open.pop()
			const left = this.#open.pop()
			if (left === undefined || Math.max(left.height, right!.height) !== height - 1) {
				throw plainError('an inner node came without its children')
			}
			node.setLeft(left)
			node.setRight(right!)
			node.size = left.size + right!.size
		}
		node.hash = hashNode(node)
		this.#nodes.save(node, batch)
		this.#open.push(node)
	}

	/** The root, undefined of an empty tree. Throws a plain error when the nodes are not one tree. */
	finish(): IavlNode | undefined {
		if (this.#open.length > 1) throw plainError('the nodes of a store are more than one tree')
		return this.#open[0]
	}
}
