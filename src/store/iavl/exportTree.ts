import type { IavlNode } from './IavlNode.ts'
import type { ImmutableTree } from './ImmutableTree.ts'

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
