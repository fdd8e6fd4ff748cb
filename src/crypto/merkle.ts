import { concatBytes } from '../util/bytes.ts'
import { sha256 } from './hash.ts'

/** A proof that an item is in a tree (tendermint v0.34.15 crypto/merkle Proof). */
export interface MerkleProof {
	readonly total: number
	readonly index: number
	/** 32 bytes. */
	readonly leafHash: Uint8Array
	/** Hashes from the leaf's sibling up to a child of the root. */
	readonly aunts: readonly Uint8Array[]
}

/** One step up from a leaf: the sibling hash and its side. */
export interface MerkleStep {
	readonly hash: Uint8Array
	readonly side: 'left' | 'right'
}

/** The root of the RFC 6962 tree over the items; SHA-256 of nothing without any (tendermint v0.34.15 crypto/merkle/tree.go). */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
	return rootOf(items.map(leafHash), 0, items.length)
}

/** The steps from item `index` to the root, lowest first. */
export function merklePath(items: readonly Uint8Array[], index: number): readonly MerkleStep[] {
	return pathOf(items.map(leafHash), index, 0, items.length)
}

/** The proof that item `index` is in the tree of `merkleRoot(items)`. */
export function merkleProof(items: readonly Uint8Array[], index: number): MerkleProof {
	const leaves = items.map(leafHash)
	const aunts = pathOf(leaves, index, 0, leaves.length).map(({ hash }) => hash)
	return { total: items.length, index, leafHash: leaves[index]!, aunts }
}

const leafPrefix = Uint8Array.of(0)
const innerPrefix = Uint8Array.of(1)

function leafHash(item: Uint8Array): Uint8Array {
	return sha256(concatBytes(leafPrefix, item))
}

function rootOf(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
	if (from === to) return sha256(new Uint8Array(0))
	if (to - from === 1) return leaves[from]!
	const middle = from + splitPoint(to - from)
	return sha256(concatBytes(innerPrefix, rootOf(leaves, from, middle), rootOf(leaves, middle, to)))
}

function pathOf(leaves: readonly Uint8Array[], index: number, from: number, to: number): MerkleStep[] {
	if (to - from <= 1) return []
	const middle = from + splitPoint(to - from)
	return index < middle
		? [...pathOf(leaves, index, from, middle), { hash: rootOf(leaves, middle, to), side: 'right' }]
		: [...pathOf(leaves, index, middle, to), { hash: rootOf(leaves, from, middle), side: 'left' }]
}

/** The largest power of two below the length. */
function splitPoint(length: number): number {
	let split = 1
	while (split * 2 < length) split *= 2
	return split
}
