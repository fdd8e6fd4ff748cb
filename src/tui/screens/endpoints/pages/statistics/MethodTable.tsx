import type { ReactElement } from 'react'
import type { EndpointStatistics } from '../../../../../client/index.ts'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { grouped } from '../../../../kit/text/numbers.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import type { StatisticsModel } from './StatisticsModel.ts'

/** The methods called, how often and how fast. */
export function MethodTable({
	model,
	statistics,
}: {
	readonly model: StatisticsModel
	readonly statistics: EndpointStatistics
}): ReactElement {
	const { total } = statistics
	return (
		<ItemTable
			list={model.list}
			columns={[
				{ title: 'method', width: 'flex', id: 'method' },
				{ title: 'requests', width: 12, align: 'right', id: 'requests' },
				{ title: 'share', width: 6, align: 'right' },
				{ title: '4xx', width: 8, align: 'right', id: 'clientErrors' },
				{ title: '5xx', width: 8, align: 'right', id: 'serverErrors' },
				{ title: 'p50 ms', width: 8, align: 'right', from: 80 },
				{ title: 'p95 ms', width: 8, align: 'right', from: 70, id: 'p95' },
				{ title: 'p99 ms', width: 8, align: 'right', from: 90 },
			]}
			row={(method, mark) => [
				mark(safeText(method.method, 100)),
				grouped(method.total),
				total === 0 ? '' : `${((method.total / total) * 100).toFixed(0)} %`,
				grouped(method.clientErrors),
				grouped(method.serverErrors),
				method.latency.p50.toFixed(2),
				method.latency.p95.toFixed(2),
				method.latency.p99.toFixed(2),
			]}
			empty={['There were no calls in this period.']}
		/>
	)
}
