import type { ReactElement } from 'react'
import type { EndpointStatistics } from '../../../../../client/index.ts'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useTheme } from '../../../../kit/hooks/useModel.ts'
import { short } from '../../../../kit/text/numbers.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { type Column, placeColumns, tableRow } from '../../../../kit/text/tableRows.ts'
import { latencyText } from '../../parts/latencyText.ts'

const columns: readonly Column[] = [
	{ title: 'method', width: 'flex' },
	{ title: 'requests', width: 8, align: 'right' },
	{ title: 'share', width: 5, align: 'right' },
	{ title: 'p95 ms', width: 7, align: 'right' },
]

/** The methods called most, to look at only. */
export function MethodRows({ statistics }: { readonly statistics: EndpointStatistics }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { methods, total } = statistics
	const placed = placeColumns(columns, width)
	const rows = methods.slice(0, Math.max(0, height - 1)).map((method) => {
		const share = total === 0 ? 0 : (method.total / total) * 100
		return tableRow(placed, [
			safeText(method.method, 80),
			short(method.total),
			`${share.toFixed(0)} %`,
			latencyText(method.latency.p95, total),
		])
	})
	const titles = tableRow(
		placed,
		columns.map(({ title }) => title),
	)
	return <Rows lines={[theme.muted(titles), ...rows]} />
}
