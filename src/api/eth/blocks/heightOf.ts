import type { BlockRef } from '../args/blockParams.ts'
import type { EthChain } from '../EthChain.ts'
import { EthFault } from '../EthFault.ts'
import { hexBytes } from '../hexJson.ts'

/**
 * The height that a caller means. `pending` is the latest block: there is no block before it is made. Heights beyond
 * the chain's end are given back as they are.
 *
 * @throws {EthFault} for a hash that no block has.
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
