import { RLP } from '@ethereumjs/rlp'
import { plainError } from '../errors/ChainError.ts'
import { equalBytes, fromHex } from '../util/bytes.ts'
import { keccak256 } from './keccak256.ts'

type Node = Uint8Array | Node[]

/** An item of the trie: the hex digits of its key, and its bytes. */
interface Leaf {
	readonly path: readonly number[]
	readonly value: Uint8Array
}

/** Root of the trie of an empty list (go-ethereum core/types EmptyRootHash). */
export const emptyListRoot = fromHex('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')!
/** Hash of an empty list of uncles (go-ethereum core/types EmptyUncleHash). */
export const emptyUnclesHash = fromHex('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347')!

const noBytes = new Uint8Array(0)

/**
 * Root of the Merkle Patricia trie over a list: transactions or receipts of a block, each under the RLP of its index
 * (go-ethereum core/types DeriveSha). Each node is hashed once, so a block of a thousand transactions takes milliseconds.
 */
export function listRoot(items: readonly Uint8Array[]): Uint8Array {
	return trieRoot(items.map((value, index) => [RLP.encode(index), value]))
}

/** Root of the Merkle Patricia trie over pairs of different keys, none of which is the beginning of another. */
export function trieRoot(pairs: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Uint8Array {
	if (pairs.length === 0) return emptyListRoot
	const sorted = pairs.toSorted(([a], [b]) => Buffer.compare(a, b))
	const leaves = sorted.map(([key, value]): Leaf => ({ path: digitsOf(key), value }))
	return keccak256(RLP.encode(nodeOf(leaves, 0)))
}

/**
 * The value that a proof shows under a key of the trie with this root; undefined where it shows that there is none.
 * @param proof the nodes from the root on that stand alone (go-ethereum trie Prove)
 * @throws A plain error for a proof that does not begin at the root, or does not lead to the key.
 */
export function provenValue(root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]): Uint8Array | undefined {
	if (equalBytes(root, emptyListRoot)) return undefined
	const digits = digitsOf(key)
	const nodes = proof.values()
	let at = 0
	let node: Node = root
	for (;;) {
		if (node instanceof Uint8Array) {
			if (node.length === 0) return undefined
			const { value } = nodes.next()
			if (value === undefined || !equalBytes(keccak256(value), node))
				throw plainError('the proof does not lead to the key')
			node = RLP.decode(value) as Node
		}
		if (node instanceof Uint8Array || (node.length !== 2 && node.length !== 17))
			throw plainError('the proof has no node of a trie')
		if (node.length === 17) {
			node = node[digits[at++] ?? 16]!
			continue
		}
		const [packedPath, below] = node as [Uint8Array, Node]
		const [kind = 0, ...path] = digitsOf(packedPath)
		const shared = path.slice(kind % 2 === 1 ? 0 : 1)
		if (shared.some((digit, index) => digit !== digits[at + index])) return undefined
		at += shared.length
		if (kind >= 2) return at === digits.length && below instanceof Uint8Array ? below : undefined
		node = below
	}
}

/** The node over leaves in order whose keys agree in their first digits. */
function nodeOf(leaves: readonly Leaf[], depth: number): Node {
	const [first, last] = [leaves[0]!, leaves.at(-1)!]
	if (leaves.length === 1) return [packed(first.path.slice(depth), true), first.value]
	let shared = depth
	while (first.path[shared] === last.path[shared]) shared++
	if (shared > depth) return [packed(first.path.slice(depth, shared), false), reference(nodeOf(leaves, shared))]
	const children = Array.from({ length: 16 }, (_, digit) => leaves.filter(({ path }) => path[depth] === digit))
	// No key is the beginning of another, so that a branch has no value of its own.
	return [...children.map((below) => (below.length === 0 ? noBytes : reference(nodeOf(below, depth + 1)))), noBytes]
}

/** A node as its parent holds it: itself when it is short, else its hash. */
function reference(node: Node): Node {
	const bytes = RLP.encode(node)
	return bytes.length < 32 ? node : keccak256(bytes)
}

/** Digits in bytes, after their kind and whether their number is odd (yellow paper, appendix C). */
function packed(digits: readonly number[], isLeaf: boolean): Uint8Array {
	const kind = isLeaf ? 2 : 0
	const all = digits.length % 2 === 1 ? [kind + 1, ...digits] : [kind, 0, ...digits]
	return Uint8Array.from({ length: all.length / 2 }, (_, at) => all[2 * at]! * 16 + all[2 * at + 1]!)
}

function digitsOf(bytes: Uint8Array): number[] {
	return [...bytes].flatMap((byte) => [byte >> 4, byte & 15])
}
