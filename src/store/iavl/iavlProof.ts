import { create, toBinary } from '@bufbuild/protobuf'
import {
	CommitmentProofSchema,
	type ExistenceProof,
	ExistenceProofSchema,
	HashOp,
	InnerOpSchema,
	LeafOpSchema,
	LengthOp,
	NonExistenceProofSchema,
} from '../../gen/confio/proofs_pb.js'
import { ByteWriter } from '../ByteWriter.ts'
import { compareKeys } from '../keyBytes.ts'
import type { ImmutableTree } from './ImmutableTree.ts'

/**
 * The ICS-23 proof that a key is in the tree with its value, or that it is not, as protobuf bytes of a CommitmentProof
 * (iavl v0.17.3 proof_ics23.go). Absence is proven by the existence of both neighbours.
 */
export function iavlProof(tree: ImmutableTree, key: Uint8Array): Uint8Array {
	if (tree.has(key)) {
		const exist = existenceProof(tree, key)
		return toBinary(CommitmentProofSchema, create(CommitmentProofSchema, { proof: { case: 'exist', value: exist } }))
	}
	const nonexist = create(NonExistenceProofSchema, { key })
	const left = neighbour(tree, key, 'left')
	const right = neighbour(tree, key, 'right')
	if (left !== undefined) nonexist.left = existenceProof(tree, left)
	if (right !== undefined) nonexist.right = existenceProof(tree, right)
	return toBinary(
		CommitmentProofSchema,
		create(CommitmentProofSchema, { proof: { case: 'nonexist', value: nonexist } }),
	)
}

function neighbour(tree: ImmutableTree, key: Uint8Array, side: 'left' | 'right'): Uint8Array | undefined {
	const iterator = side === 'left' ? tree.reverseIterator(undefined, key) : tree.iterator(key, undefined)
	return iterator.valid() ? iterator.key() : undefined
}

/** The proof of a key that is there. */
function existenceProof(tree: ImmutableTree, key: Uint8Array): ExistenceProof {
	const path = []
	let node = tree.root!
	while (node.height > 0) {
		const writer = new ByteWriter()
		writer.varint(node.height)
		writer.varint(node.size)
		writer.varint(node.version)
		const toLeft = compareKeys(key, node.key) < 0
		if (!toLeft) writer.text(node.leftHash as string)
		// The length of the child's hash, which the verifier puts behind the prefix.
		writer.uvarint(32)
		const prefix = writer.copy()
		writer.reset()
		if (toLeft) writer.text(node.rightHash as string)
		path.push(create(InnerOpSchema, { hash: HashOp.SHA256, prefix, suffix: writer.copy() }))
		node = toLeft ? tree.leftOf(node) : tree.rightOf(node)
	}
	const writer = new ByteWriter()
	writer.varint(0)
	writer.varint(1)
	writer.varint(node.version)
	return create(ExistenceProofSchema, {
		key,
		value: node.value!,
		leaf: create(LeafOpSchema, {
			hash: HashOp.SHA256,
			prehashValue: HashOp.SHA256,
			length: LengthOp.VAR_PROTO,
			prefix: writer.copy(),
		}),
		path: path.reverse(),
	})
}
