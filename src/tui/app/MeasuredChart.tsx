import type { ReactElement } from 'react'
import type { HistorySample } from '../../client/index.ts'
import { Chart } from '../kit/components/Chart.tsx'
import { Panel } from '../kit/components/Panel.tsx'
import { useArea } from '../kit/hooks/useArea.ts'
import { cellWidth } from '../kit/text/cells.ts'
import { chartRemark } from './chartRemark.ts'
import { useTuiApp } from './TuiAppContext.ts'

/** One measurement as a panel. */
export interface MeasuredChartProps {
	readonly title: string
	readonly pick: (sample: HistorySample) => number | undefined
	/** Formats a value with its unit, briefly. */
	readonly format: (value: number) => string
	/** Text beside the title. */
	readonly remark?: (values: readonly number[]) => string
	readonly as?: 'chart' | 'chart2'
}

/** A chart of a measurement over the chosen span, with gaps while the node did not run. */
export function MeasuredChart({ title, pick, format, remark, as = 'chart' }: MeasuredChartProps): ReactElement {
	const { chartSpan } = useTuiApp()
	const { measured } = chartSpan
	const values = (measured?.samples ?? []).map((sample) => (sample === undefined ? undefined : pick(sample)))
	const known = values.filter((value) => value !== undefined)
	const { width } = useArea()
	const said = remark === undefined || known.length === 0 ? '' : remark(known)
	return (
		<Panel title={title} remark={chartRemark(said, chartSpan, width - cellWidth(title) - 10)}>
			<Chart
				values={values}
				combine="max"
				format={format}
				ends={measured === undefined ? ['', ''] : [beginText(measured.from, measured.to), 'now']}
				as={as}
				empty={chartSpan.absence}
			/>
		</Panel>
	)
}

/** Start of a chart: the time of day, with the date if it is another day. */
function beginText(from: number, to: number): string {
	const begin = new Date(from).toISOString()
	const isToday = begin.slice(0, 10) === new Date(to).toISOString().slice(0, 10)
	return isToday ? `${begin.slice(11, 16)} UTC` : `${begin.slice(5, 10)} ${begin.slice(11, 16)} UTC`
}
