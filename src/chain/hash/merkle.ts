import { createHash } from 'node:crypto'
import { concatBytes } from '../../util/bytes.ts'

/** SHA-256 of the bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
	return new Uint8Array(createHash('sha256').update(bytes).digest())
}

/** A path from a leaf to the root of a Merkle tree (tendermint crypto/merkle Proof). */
export interface MerkleProof {
	readonly total: number
	readonly index: number
	readonly leafHash: Uint8Array
	/** Siblings, lowest first. */
	readonly aunts: readonly Uint8Array[]
}

/** Root of the RFC 6962 tree over the items; SHA-256 of nothing without any (tendermint v0.34 crypto/merkle/tree.go). */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
	return rootOfLeaves(items.map(leafHash), 0, items.length)
}

/** The proof that item `index` is in the tree of `merkleRoot(items)`. */
export function merkleProof(items: readonly Uint8Array[], index: number): MerkleProof {
	const leaves = items.map(leafHash)
	return { total: items.length, index, leafHash: leaves[index]!, aunts: auntsOf(leaves, index, 0, leaves.length) }
}

const leafPrefix = Uint8Array.of(0)
const innerPrefix = Uint8Array.of(1)

function leafHash(item: Uint8Array): Uint8Array {
	return sha256(concatBytes(leafPrefix, item))
}

function rootOfLeaves(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
	if (from === to) return sha256(new Uint8Array(0))
	if (to - from === 1) return leaves[from]!
	const middle = from + splitPoint(to - from)
	return sha256(concatBytes(innerPrefix, rootOfLeaves(leaves, from, middle), rootOfLeaves(leaves, middle, to)))
}

function auntsOf(leaves: readonly Uint8Array[], index: number, from: number, to: number): Uint8Array[] {
	if (to - from <= 1) return []
	const middle = from + splitPoint(to - from)
	if (index < middle) return [...auntsOf(leaves, index, from, middle), rootOfLeaves(leaves, middle, to)]
	return [...auntsOf(leaves, index, middle, to), rootOfLeaves(leaves, from, middle)]
}

/** The largest power of two below the length. */
function splitPoint(length: number): number {
	let split = 1
	while (split * 2 < length) split *= 2
	return split
}
