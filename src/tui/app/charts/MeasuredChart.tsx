import type { ReactElement } from 'react'
import type { HistorySample } from '../../../client/index.ts'
import { Chart } from '../../kit/components/Chart.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea } from '../../kit/hooks/hooks.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { cellWidth } from '../../kit/text/cells.ts'
import { byteSize } from '../../kit/text/numbers.ts'
import type { TuiApp } from '../TuiApp.ts'
import { useTuiApp } from '../TuiAppContext.tsx'
import type { ChartSpan } from './ChartSpan.ts'

/** One measurement as a panel. */
export interface MeasuredChartProps {
	readonly title: string
	readonly pick: (sample: HistorySample) => number | undefined
	/** Formats a value with its unit, briefly. */
	readonly format: (value: number) => string
	/** Text beside the title, of one value at least: without any there is none. */
	readonly remark?: (values: readonly number[]) => string
	readonly as?: 'chart' | 'chart2'
	/** Whether it is of a level, which holds while nobody measures it: see `ChartOptions`. */
	readonly level?: true
	/** What it shows of the last blocks, where that is the chosen span. */
	readonly blocks?: { readonly values: readonly number[]; readonly remark: string; readonly empty: string }
}

/** A chart of a measurement over the chosen span, with gaps while the node did not run. */
export function MeasuredChart({
	title,
	pick,
	format,
	remark,
	as = 'chart',
	level,
	...props
}: MeasuredChartProps): ReactElement {
	const { chartSpan } = useTuiApp()
	const { measured, span } = chartSpan
	const blocks = span.seconds > 0 ? undefined : props.blocks
	const values =
		blocks?.values ?? (measured?.samples ?? []).map((sample) => (sample === undefined ? undefined : pick(sample)))
	const known = values.filter((value) => value !== undefined)
	const { width } = useArea()
	const said = blocks?.remark ?? (known.length === 0 ? '' : (remark?.(known) ?? ''))
	return (
		<Panel title={title} remark={chartRemark(said, chartSpan, width - cellWidth(title) - 10)}>
			<Chart
				values={values}
				format={format}
				ends={chartSpan.ends}
				cursor={chartSpan.cursor}
				level={level}
				as={as}
				empty={blocks?.empty ?? chartSpan.absence}
			/>
		</Panel>
	)
}

/** Memory of the node's process, which is the whole program for an embedded node. */
export function MemoryChart(): ReactElement {
	return (
		<MeasuredChart
			title="Memory"
			pick={({ memory }) => (memory === 0 ? undefined : memory)}
			format={byteSize}
			remark={(values) => `${byteSize(values.at(-1)!)} now`}
			level
		/>
	)
}

/** Bytes of the home's files; counted once a minute. */
export function DiskChart(): ReactElement {
	return (
		<MeasuredChart
			title="Disk"
			pick={({ disk }) => (disk === 0 ? undefined : disk)}
			format={byteSize}
			remark={(values) => `${byteSize(values.at(-1)!)} now`}
			as="chart2"
			level
		/>
	)
}

/** Text at the upper right of a chart: a figure and the spans, as far as there is room. */
export function chartRemark(figure: string, { remark, span }: ChartSpan, room: number): string {
	const join = (spans: string): string => [figure, spans].filter((part) => part !== '').join(' · ')
	const texts = [join(remark), join(`[${span.name}]`), figure === '' ? `[${span.name}]` : figure]
	return texts.find((text) => cellWidth(text) <= room) ?? ''
}

/** The command that steps through the spans of charts, for the screens that have charts. */
export function chartCommand(app: TuiApp, screen: 'home' | 'node'): CommandRecord {
	return {
		id: `${screen}.span`,
		keys: ['c'],
		title: 'span of charts',
		description: 'Charts of the last blocks, of the last hour, the last day or the last week.',
		footer: 6,
		run: () => app.chartSpan.next(),
	}
}
