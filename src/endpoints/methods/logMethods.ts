import type { NumberRef } from '../../api/eth/args/blockRef.ts'
import { readBlockNumber } from '../../api/eth/args/blockRef.ts'
import { type LogFilter, readLogFilter } from '../../api/eth/filters/LogFilter.ts'
import { EthFault, ethCodes } from '../../api/eth/rpc/EthFault.ts'
import type { BlockParam, HasHeight, HeightWindow } from '../../api/eth/rpc/EthMethod.ts'
import { toHex } from '../../util/bytes.ts'
import { definePlainMethod, namedHeight, type PlainContext } from './plainParams.ts'

/** Most blocks one query may span, as on ethermint nodes. */
const maxDistance = 10_000

/** A log filter, of which only the blocks count. */
const logFilter: BlockParam<HasHeight, PlainContext, LogFilter> = {
	optional: false,
	read: (node) => readLogFilter(node, { readLogNumber: readBlockNumber, maxTopics: 4 }),
	find: async ({ blockHash, fromBlock, toBlock }, context, window) => {
		if (blockHash === undefined) return { height: await firstHeight(fromBlock, toBlock, context, window) }
		const block = await context.chain.blockByHash(toHex(blockHash))
		if (block === undefined) throw new EthFault('unknown block')
		return { height: Number(block.block.header.height) }
	},
}

/** Logs, of which a chain without contracts has none; the filter is checked all the same. */
export const logMethods = [
	definePlainMethod({ name: 'eth_getLogs', params: [logFilter], cost: 'read', endpoint: 'serve', run: () => [] }),
]

/** Undefined where the chain has no such block. */
async function firstHeight(
	fromBlock: NumberRef = { tag: 'latest' },
	toBlock: NumberRef = { tag: 'latest' },
	context: PlainContext,
	window: HeightWindow | undefined,
): Promise<number | undefined> {
	const head = BigInt((await context.chain.head()).height)
	const [from, to] = [await namedHeight(fromBlock, context, window), await namedHeight(toBlock, context, window)]
	if (from > to) throw new EthFault('invalid block range params', ethCodes.invalidParams)
	if (to > head) throw new EthFault('block range extends beyond current head block', ethCodes.invalidParams)
	if (to - from > BigInt(maxDistance)) {
		throw new EthFault(`maximum [from, to] blocks distance: ${maxDistance}`, ethCodes.limitExceeded)
	}
	return from > 0n ? Number(from) : undefined
}
