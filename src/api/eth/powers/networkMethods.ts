import { randomBytes } from 'node:crypto'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'

/** What a developer chain tells test suites of itself (hardhat 2 `hardhat_metadata`). */
export function networkMethods({ blocks, chainId, clientVersion }: EthContext): EthMethods {
	const instanceId = hexBytes(randomBytes(32))
	return {
		hardhat_metadata: defineEthMethod([], async () => {
			const height = await blocks.latestHeight()
			const block = await blocks.at(height)
			return {
				clientVersion,
				chainId: Number(chainId),
				instanceId,
				latestBlockNumber: height,
				latestBlockHash: block === undefined ? null : hexBytes(block.hash),
			}
		}),
	}
}
