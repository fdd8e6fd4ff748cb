import { noBytes } from '../../../codec/noBytes.ts'
import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { logFilter } from '../args/blockParams.ts'
import { text } from '../args/valueParams.ts'
import type { EthLog } from '../blocks/EthBlock.ts'
import { bounds } from '../bounds.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { type LogFilter, logsOfBlock } from '../filters/LogFilter.ts'
import { logJson } from '../json/logJson.ts'
import { type EthJson, type EthRun, leftOut } from '../rpc/EthMethod.ts'

const searched = [bounds.logBlocks, bounds.logs, bounds.ethermintLogDistance, bounds.ethermintLogs]
const kept = [bounds.filters, bounds.ethermintFilters, bounds.filterChanges]
const polled = { cost: 'none', endpoint: leftOut.filter } as const

/** Logs by range, and filters that are polled. */
export const logMethods = [
	defineEthMethod({
		name: 'eth_getLogs',
		bounds: searched,
		params: [logFilter],
		cost: 'scan',
		endpoint: 'serve',
		run: async ([{ filter }], context, { pause }) => shown(await findLogs(filter, context, pause), context),
	}),
	defineEthMethod({
		...polled,
		name: 'eth_newFilter',
		bounds: kept,
		params: [logFilter],
		run: ([{ filter }], { filters }) => filters.add({ kind: 'logs', filter }),
	}),
	defineEthMethod({
		...polled,
		name: 'eth_newBlockFilter',
		bounds: kept,
		params: [],
		run: (_, { filters }) => filters.add({ kind: 'blocks' }),
	}),
	defineEthMethod({
		...polled,
		name: 'eth_newPendingTransactionFilter',
		bounds: kept,
		params: [],
		run: (_, { filters }) => filters.add({ kind: 'pending' }),
	}),
	defineEthMethod({
		...polled,
		name: 'eth_getFilterChanges',
		params: [text],
		run: ([id], { filters }) => filters.changes(id),
	}),
	defineEthMethod({
		...polled,
		name: 'eth_getFilterLogs',
		bounds: searched,
		params: [text],
		cost: 'scan',
		run: async ([id], context, { pause }) =>
			shown(await findLogs(context.filters.logFilter(id), context, pause), context),
	}),
	defineEthMethod({
		...polled,
		name: 'eth_uninstallFilter',
		params: [text],
		run: ([id], { filters }) => filters.remove(id),
	}),
]

function shown(logs: readonly EthLog[], { dialect }: EthContext): EthJson {
	return logs.map((log) => logJson(log, dialect.isToday))
}

/** The matching logs of a block or range, in order; by default the latest. @throws {EthFault} if refused. */
async function findLogs(filter: LogFilter, context: EthContext, pause: EthRun['pause']): Promise<readonly EthLog[]> {
	const { blocks, dialect } = context
	const rules = dialect.logs
	if (filter.blockHash !== undefined) {
		const height = await blocks.heightByHash(filter.blockHash)
		const block = height === undefined ? undefined : await blocks.at(height)
		if (block === undefined) throw rules.unknownHash(filter.blockHash)
		return logsOfBlock(block, filter)
	}
	const latest = await blocks.latestHeight()
	const range = await rules.range(filter, latest)
	if (range === undefined) return []
	const mayHold = bloomTest(filter)
	const found: EthLog[] = []
	for (let height = range.from; height <= range.to; height++) {
		// Most blocks have no matching log. Their bloom shows that without reading their transactions.
		const bloom = await blocks.bloomAt(height)
		await pause()
		if (bloom === undefined) throw rules.missingBlock(height, latest)
		if (!mayHold(bloom)) continue
		const block = await blocks.at(height)
		await pause()
		if (block === undefined) throw rules.missingBlock(height, latest)
		found.push(...logsOfBlock(block, filter))
		rules.most.check(found.length)
	}
	return found
}

/** Creates a test of blooms: can a block have a matching log? The filter is hashed once, not for every block. */
function bloomTest({ addresses, topics }: LogFilter): (bloom: Uint8Array) => boolean {
	const places = [addresses, ...topics]
		.filter((wanted) => wanted.length > 0)
		.map((wanted) => wanted.map((value) => logsBloom([{ address: value, topics: [], data: noBytes }])))
	return (bloom) =>
		bloom.some((byte) => byte !== 0) &&
		places.every((wanted) => wanted.some((bits) => bits.every((byte, at) => (bloom[at]! & byte) === byte)))
}
