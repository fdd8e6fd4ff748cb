import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import type { EthLog } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault, ethCodes } from '../EthFault.ts'
import { hexBytes } from '../hexJson.ts'
import { type LogFilter, logsOfBlock } from './LogFilter.ts'

/** Blocks a search may span. */
export const maxLogBlocks = 10_000
/** Logs a search may give. */
export const maxLogs = 20_000

/**
 * The logs of a block or range of blocks that a filter wants, in order. Without a range it is the latest block.
 *
 * @throws EthFault -32602 for a reversed or future range, -32000 for an unknown hash, -32005 beyond the bounds.
 */
export async function findLogs(filter: LogFilter, context: EthContext): Promise<readonly EthLog[]> {
	const { blocks } = context
	if (filter.blockHash !== undefined) {
		const height = await blocks.heightByHash(filter.blockHash)
		const block = height === undefined ? undefined : await blocks.at(height)
		if (block === undefined) throw new EthFault(`unknown block ${hexBytes(filter.blockHash)}`)
		return logsOfBlock(block, filter)
	}
	const latest = await blocks.latestHeight()
	const from = filter.fromBlock === undefined ? latest : await heightOf(filter.fromBlock, context)
	const to = filter.toBlock === undefined ? latest : await heightOf(filter.toBlock, context)
	if (from > to) throw new EthFault('invalid block range params', ethCodes.invalidParams)
	if (from > latest) throw new EthFault('block range extends beyond current head block', ethCodes.invalidParams)
	const last = Math.min(to, latest)
	if (last - from >= maxLogBlocks) {
		throw new EthFault(`query exceeds max block range ${maxLogBlocks}`, ethCodes.limitExceeded)
	}
	const mayHold = bloomTest(filter)
	const found: EthLog[] = []
	for (let height = from; height <= last; height++) {
		// Most blocks hold no log that is wanted: their bloom tells so without reading their transactions again.
		const block = await blocks.at(height)
		if (block === undefined) throw new EthFault(`block ${height} is not kept by this node any more`)
		if (!mayHold(block.bloom)) continue
		found.push(...logsOfBlock(block, filter))
		if (found.length > maxLogs) {
			throw new EthFault(`query returned more than ${maxLogs} results: ask for a smaller range`, ethCodes.limitExceeded)
		}
	}
	return found
}

/**
 * A test of blooms: whether a block with one can have a log that a filter wants. What the filter names is hashed once, not for
 * every block of a range.
 */
function bloomTest({ addresses, topics }: LogFilter): (bloom: Uint8Array) => boolean {
	const places = [addresses, ...topics]
		.filter((wanted) => wanted.length > 0)
		.map((wanted) => wanted.map((value) => logsBloom([{ address: value, topics: [], data: noBytes }])))
	return (bloom) =>
		places.every((wanted) => wanted.some((bits) => bits.every((byte, at) => (bloom[at]! & byte) === byte)))
}

const noBytes = new Uint8Array(0)
