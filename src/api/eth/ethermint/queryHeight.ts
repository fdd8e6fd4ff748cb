import type { BlockRef } from '../args/blockParams.ts'
import type { EthChain } from '../EthChain.ts'
import { EthFault } from '../EthFault.ts'
import { hexBytes } from '../hexJson.ts'

/**
 * The height of a query as ethermint asks it: 0 is the latest state, whatever its height.
 *
 * @throws {EthFault} for a hash that no block has.
 */
export async function queryHeight(ref: BlockRef, { blocks }: EthChain): Promise<number> {
	if ('hash' in ref) {
		const height = await blocks.heightByHash(ref.hash)
		if (height === undefined) throw new EthFault(`block not found for hash ${hexBytes(ref.hash)}`)
		return height
	}
	if ('height' in ref) return Math.max(1, Number(ref.height))
	return ref.tag === 'earliest' ? 1 : 0
}
