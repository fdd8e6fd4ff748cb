import { logFilter } from '../args/blockParams.ts'
import { text } from '../args/valueParams.ts'
import type { EthLog } from '../blocks/EthBlock.ts'
import { bounds } from '../bounds.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { findLogs } from '../filters/findLogs.ts'
import { logJson } from '../json/logJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { leftOut } from '../rpc/EthMethod.ts'

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
		run: async ([{ filter }], context) => shown(await findLogs(filter, context), context),
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
		run: async ([id], context) => shown(await findLogs(context.filters.logFilter(id), context), context),
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
