import { text } from '../args/valueParams.ts'
import type { EthLog } from '../blocks/EthBlock.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { findLogs } from '../filters/findLogs.ts'
import { logFilter } from '../filters/LogFilter.ts'
import type { PolledFilters } from '../filters/PolledFilters.ts'
import { logJson } from '../json/logJson.ts'

/** Logs by range, and filters that are polled. */
export function ethLogMethods(context: EthContext, filters: PolledFilters): EthMethods {
	const criteria = logFilter(context.dialect)
	const shown = (logs: readonly EthLog[]): EthJson => logs.map((log) => logJson(log, context.dialect.isToday))
	return {
		eth_getLogs: defineEthMethod([criteria], async (filter) => shown(await findLogs(filter, context))),
		eth_newFilter: defineEthMethod([criteria], (filter) => filters.add({ kind: 'logs', filter })),
		eth_newBlockFilter: defineEthMethod([], () => filters.add({ kind: 'blocks' })),
		eth_newPendingTransactionFilter: defineEthMethod([], () => filters.add({ kind: 'pending' })),
		eth_getFilterChanges: defineEthMethod([text], (id) => filters.changes(id)),
		eth_getFilterLogs: defineEthMethod([text], async (id) => shown(await findLogs(filters.logFilter(id), context))),
		eth_uninstallFilter: defineEthMethod([text], (id) => filters.remove(id)),
	}
}
