import { inspect } from 'node:util'
import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { optional } from '../args/EthParam.ts'
import { anything, hash, uint64 } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { ethHeaderFields } from '../blocks/ethHeader.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'
import { handlerCrashed } from './handlerCrashed.ts'

/** Blocks of one epoch of Ethereum's proof of work. */
const epoch = 30_000n

/** Headers and blocks in Ethereum's encoding (ethermint v0.14.1 rpc/ethereum/namespaces/debug). */
export function ethermintBlockDumpMethods(context: EthContext): EthMethods {
	const { blocks, source } = context
	const at = async (number: bigint): Promise<EthBlock> => {
		const height = number === 0n ? 1 : Number(number)
		const block = await blocks.at(height)
		if (block !== undefined) return block
		const latest = await blocks.latestHeight()
		throw new EthFault(`height ${height} must be less than or equal to the current blockchain height ${latest}`)
	}
	/** The original cannot hash a list of transactions and stops at the first. */
	const empty = async (number: bigint): Promise<EthBlock> => {
		const block = await at(number)
		const whole = await source.chain.block(block.height)
		if (whole?.txs.some((bytes) => ethMessagesOf(bytes).length > 0)) throw handlerCrashed()
		return block
	}
	const withBloom = { withBloom: true }
	return {
		debug_getHeaderRlp: defineEthMethod([uint64], async (number) =>
			hexBytes(RLP.encode(ethHeaderFields(await at(number), withBloom))),
		),
		debug_getBlockRlp: defineEthMethod([uint64], async (number) =>
			hexBytes(RLP.encode([ethHeaderFields(await empty(number), withBloom), [], []])),
		),
		debug_printBlock: defineEthMethod([uint64], async (number) => inspect(await empty(number), { depth: 3 })),
		debug_seedHash: defineEthMethod([uint64], async (number) => {
			await at(number)
			let seed = new Uint8Array(32)
			for (let passed = 0n; passed < number / epoch; passed++) seed = new Uint8Array(keccak256(seed))
			return hexBytes(seed)
		}),
		debug_intermediateRoots: defineEthMethod([hash, optional(anything)], () => null),
	}
}
