import { inspect } from 'node:util'
import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { blockHash, plainHeight } from '../args/blockParams.ts'
import { anything } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { ethHeaderFields } from '../blocks/ethHeader.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { optional } from '../rpc/EthMethod.ts'
import { handlerCrashed } from './askModule.ts'

/** Blocks of one epoch of Ethereum's proof of work. */
const epoch = 30_000n

const served = { cost: 'read', endpoint: 'serve', dialects: ['ethermint'], wallets: false } as const

/** Headers and blocks in Ethereum's encoding (ethermint v0.14.1 rpc/ethereum/namespaces/debug). */
export const ethermintBlockDumpMethods = [
	defineEthMethod({
		...served,
		name: 'debug_getHeaderRlp',
		params: [plainHeight],
		run: async ([at], context) => hexBytes(RLP.encode(ethHeaderFields(await blockAt(at, context)))),
	}),
	defineEthMethod({
		...served,
		name: 'debug_getBlockRlp',
		params: [plainHeight],
		run: async ([at], context) => hexBytes(RLP.encode([ethHeaderFields(await emptyBlock(at, context)), [], []])),
	}),
	defineEthMethod({
		...served,
		name: 'debug_printBlock',
		params: [plainHeight],
		run: async ([at], context) => inspect(await emptyBlock(at, context), { depth: 3 }),
	}),
	defineEthMethod({
		...served,
		name: 'debug_seedHash',
		params: [plainHeight],
		run: async ([at], context) => {
			await blockAt(at, context)
			let seed = new Uint8Array(32)
			for (let passed = 0n; passed < at.number / epoch; passed++) seed = new Uint8Array(keccak256(seed))
			return hexBytes(seed)
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_intermediateRoots',
		params: [blockHash, optional(anything)],
		run: () => null,
	}),
]

/** A block by its number as it was asked for: its height is rounded beyond 2^53. */
interface NumberedBlock {
	readonly number: bigint
	readonly height: number
}

async function blockAt({ number, height }: NumberedBlock, { blocks }: EthContext): Promise<EthBlock> {
	const block = await blocks.at(height)
	if (block !== undefined) return block
	const latest = await blocks.latestHeight()
	throw new EthFault(`height ${number} must be less than or equal to the current blockchain height ${latest}`)
}

/** The original cannot hash a list of transactions and stops at the first. */
async function emptyBlock(at: NumberedBlock, context: EthContext): Promise<EthBlock> {
	const block = await blockAt(at, context)
	const whole = await context.source.chain.block(block.height)
	if (whole?.txs.some((bytes) => ethMessagesOf(bytes).length > 0)) throw handlerCrashed()
	return block
}
