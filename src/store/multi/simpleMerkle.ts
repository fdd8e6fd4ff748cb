import { merklePath, merkleRoot } from '../../crypto/merkle.ts'
import { ByteWriter } from '../ByteWriter.ts'
import { sha256Text } from '../iavl/nodeCodec.ts'

/** One step up a proof: the sibling hash, as byte text, and its side. */
export interface Aunt {
	readonly hash: string
	readonly side: 'left' | 'right'
}

/**
 * The root hash over named values, as byte text: the tree over the pairs (name, SHA-256 of value), each length-prefixed,
 * which come sorted by name (framework: store/internal/maps at v0.44.5).
 */
export function simpleMapRoot(entries: readonly (readonly [string, string])[]): string {
	return byteText(merkleRoot(itemsOf(entries)))
}

/** The steps from the leaf of a name up to the root. */
export function simpleMapPath(entries: readonly (readonly [string, string])[], name: string): readonly Aunt[] {
	const index = entries.findIndex(([other]) => other === name)
	return merklePath(itemsOf(entries), index).map(({ hash, side }) => ({ hash: byteText(hash), side }))
}

function itemsOf(entries: readonly (readonly [string, string])[]): readonly Uint8Array[] {
	const writer = new ByteWriter()
	return entries.map(([name, value]) => {
		writer.reset()
		writer.text(name)
		writer.text(sha256Text(Buffer.from(value, 'latin1')))
		return Uint8Array.from(writer.view())
	})
}

function byteText(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('latin1')
}
