import { concatBytes, equalBytes } from '../util/bytes.ts'
import { sha256 } from './hash.ts'

/** A proof that an item is the `index`-th of `total` items under a root hash. */
export interface MerkleProof {
	readonly total: number
	readonly index: number
	/** 32 bytes. */
	readonly leafHash: Uint8Array
	/** Hashes from the leaf's sibling up to a child of the root. */
	readonly aunts: readonly Uint8Array[]
}

/** The root hash of items, each hashed apart from inner nodes (RFC 6962; tendermint v0.34.15 crypto/merkle). */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
	if (items.length === 0) return sha256(new Uint8Array(0))
	let level = items.map(leafHash)
	while (level.length > 1) {
		const above: Uint8Array[] = []
		for (let i = 0; i < level.length; i += 2) {
			const left = level[i]!
			const right = level[i + 1]
			above.push(right === undefined ? left : innerHash(left, right))
		}
		level = above
	}
	return level[0]!
}

/** The root hash and a proof for each item, in order. */
export function merkleProofs(items: readonly Uint8Array[]): {
	readonly root: Uint8Array
	readonly proofs: readonly MerkleProof[]
} {
	const aunts = items.map((): Uint8Array[] => [])
	const root = build(items, 0, aunts)
	return {
		root,
		proofs: items.map((item, index) => ({
			total: items.length,
			index,
			leafHash: leafHash(item),
			aunts: aunts[index] ?? [],
		})),
	}
}

/** Whether a proof shows that `item` is under `root`. */
export function verifyMerkleProof(proof: MerkleProof, root: Uint8Array, item: Uint8Array): boolean {
	if (!equalBytes(proof.leafHash, leafHash(item))) return false
	const computed = rootOfAunts(proof.index, proof.total, proof.leafHash, proof.aunts)
	return computed !== undefined && equalBytes(computed, root)
}

/** SHA-256 of 0x00 and an item. */
export function leafHash(item: Uint8Array): Uint8Array {
	return sha256(concatBytes(Uint8Array.of(0), item))
}

/** SHA-256 of 0x01 and two child hashes. */
export function innerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
	return sha256(concatBytes(Uint8Array.of(1), left, right))
}

/** Hash of a part of the items; adds the sibling's hash to the aunts of every item below. */
function build(items: readonly Uint8Array[], offset: number, aunts: Uint8Array[][]): Uint8Array {
	const [first] = items
	if (first === undefined) return sha256(new Uint8Array(0))
	if (items.length === 1) return leafHash(first)
	const split = splitPoint(items.length)
	const left = build(items.slice(0, split), offset, aunts)
	const right = build(items.slice(split), offset + split, aunts)
	for (let i = 0; i < items.length; i++) aunts[offset + i]?.push(i < split ? right : left)
	return innerHash(left, right)
}

/** The largest power of two below a number of items. */
function splitPoint(count: number): number {
	let split = 1
	while (split * 2 < count) split *= 2
	return split
}

function rootOfAunts(
	index: number,
	total: number,
	leaf: Uint8Array,
	aunts: readonly Uint8Array[],
): Uint8Array | undefined {
	if (index >= total || index < 0 || total <= 0) return undefined
	const last = aunts.at(-1)
	if (total === 1) return last === undefined ? leaf : undefined
	if (last === undefined) return undefined
	const split = splitPoint(total)
	const rest = aunts.slice(0, -1)
	if (index < split) {
		const left = rootOfAunts(index, split, leaf, rest)
		return left === undefined ? undefined : innerHash(left, last)
	}
	const right = rootOfAunts(index - split, total - split, leaf, rest)
	return right === undefined ? undefined : innerHash(last, right)
}
