import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { pacer } from '../../../util/pacer.ts'
import type { EthLog } from '../blocks/EthBlock.ts'
import type { EthContext } from '../EthContext.ts'
import { type LogFilter, logsOfBlock } from './LogFilter.ts'

/**
 * The matching logs of a block or range of blocks, in order. The default is the latest block.
 *
 * @throws {EthFault} for a range, a hash or a number of logs that the dialect refuses.
 */
export async function findLogs(filter: LogFilter, context: EthContext): Promise<readonly EthLog[]> {
	const { blocks, dialect } = context
	const rules = dialect.logs
	if (filter.blockHash !== undefined) {
		const height = await blocks.heightByHash(filter.blockHash)
		const block = height === undefined ? undefined : await blocks.at(height)
		if (block === undefined) throw rules.unknownHash(filter.blockHash)
		return logsOfBlock(block, filter)
	}
	const latest = await blocks.latestHeight()
	const range = await rules.range(filter, latest, context)
	if (range === undefined) return []
	const mayHold = bloomTest(filter)
	const found: EthLog[] = []
	const pause = pacer()
	for (let height = range.from; height <= range.to; height++) {
		// Most blocks have no matching log. Their bloom shows that without reading their transactions.
		const bloom = await blocks.bloomAt(height)
		await pause()
		if (bloom === undefined) throw rules.missingBlock(height, latest)
		if (!mayHold(bloom)) continue
		const block = await blocks.at(height)
		if (block === undefined) throw rules.missingBlock(height, latest)
		found.push(...logsOfBlock(block, filter))
		rules.most.check(found.length)
	}
	return found
}

/**
 * Creates a test of blooms: whether a block can have a matching log. The filter is hashed once, not for every block.
 */
function bloomTest({ addresses, topics }: LogFilter): (bloom: Uint8Array) => boolean {
	const places = [addresses, ...topics]
		.filter((wanted) => wanted.length > 0)
		.map((wanted) => wanted.map((value) => logsBloom([{ address: value, topics: [], data: noBytes }])))
	return (bloom) =>
		bloom.some((byte) => byte !== 0) &&
		places.every((wanted) => wanted.some((bits) => bits.every((byte, at) => (bloom[at]! & byte) === byte)))
}

const noBytes = new Uint8Array(0)
