import type { BlockRef, NumberRef } from '../args/blockRef.ts'
import type { EthChain } from '../EthChain.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'

/**
 * Resolves a block reference to a height. `pending` is the latest block, because no block exists before it is made.
 * Heights beyond the end of the chain are returned unchanged.
 * @throws {EthFault} for the hash of no block.
 */
export async function heightOf(ref: BlockRef, { blocks }: EthChain): Promise<number> {
	if ('hash' in ref) {
		const height = await blocks.heightByHash(ref.hash)
		if (height === undefined) throw new EthFault(`block not found for hash ${hexBytes(ref.hash)}`)
		return height
	}
	if ('height' in ref) return Math.max(1, Number(ref.height))
	return ref.tag === 'earliest' ? 1 : blocks.latestHeight()
}

/** Height of a number or tag where `latest` is the newest block, which is also meant where nothing is named. */
export function heightIn(ref: NumberRef | undefined, latest: number): number {
	if (ref === undefined) return latest
	if ('height' in ref) return Math.max(1, Number(ref.height))
	return ref.tag === 'earliest' ? 1 : latest
}
