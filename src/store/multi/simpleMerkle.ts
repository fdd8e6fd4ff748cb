import { ByteWriter } from '../ByteWriter.ts'
import { sha256Text } from '../sha256Text.ts'

/** One step up a proof: the hash beside the path and the side it stands on. */
export interface Aunt {
	readonly hash: string
	readonly side: 'left' | 'right'
}

/**
 * The root hash over named values: an RFC 6962 tree over the pairs (name, SHA-256 of value), each length-prefixed,
 * sorted by name (framework: store/internal/maps at v0.44.5; tendermint v0.34 crypto/merkle).
 */
export function simpleMapRoot(entries: readonly (readonly [string, string])[]): string {
	return rootOf(sortedLeaves(entries))
}

/** The steps from the leaf of a name up to the root. */
export function simpleMapPath(entries: readonly (readonly [string, string])[], name: string): readonly Aunt[] {
	const index = [...entries].sort(byName).findIndex(([other]) => other === name)
	return pathOf(sortedLeaves(entries), index)
}

function sortedLeaves(entries: readonly (readonly [string, string])[]): string[] {
	const writer = new ByteWriter()
	return [...entries].sort(byName).map(([name, value]) => {
		writer.reset()
		writer.uvarint(0)
		writer.text(name)
		writer.text(sha256Text(Buffer.from(value, 'latin1')))
		return sha256Text(writer.view())
	})
}

function byName(a: readonly [string, string], b: readonly [string, string]): number {
	return a[0] < b[0] ? -1 : 1
}

function rootOf(leaves: readonly string[]): string {
	if (leaves.length === 0) return sha256Text(new Uint8Array())
	if (leaves.length === 1) return leaves[0] as string
	const split = splitPoint(leaves.length)
	return inner(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

function pathOf(leaves: readonly string[], index: number): Aunt[] {
	if (leaves.length < 2) return []
	const split = splitPoint(leaves.length)
	const left = leaves.slice(0, split)
	const right = leaves.slice(split)
	return index < split
		? [...pathOf(left, index), { hash: rootOf(right), side: 'right' }]
		: [...pathOf(right, index - split), { hash: rootOf(left), side: 'left' }]
}

function inner(left: string, right: string): string {
	return sha256Text(Buffer.from(`\x01${left}${right}`, 'latin1'))
}

/** The largest power of two below the count. */
function splitPoint(count: number): number {
	let split = 1
	while (split * 2 < count) split *= 2
	return split
}
