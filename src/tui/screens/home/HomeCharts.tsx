import type { ReactElement } from 'react'
import { chartRemark } from '../../app/chartRemark.ts'
import { MeasuredChart } from '../../app/MeasuredChart.tsx'
import { Chart } from '../../kit/components/Chart.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { counted, short } from '../../kit/text/numbers.ts'
import { duration } from '../../kit/text/times.ts'
import { type HomeModel, sampleMs } from './HomeModel.ts'

/** Gas of blocks: of each of the last ones, or the most over a longer span. */
export function GasChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses, chartSpan } = model.app
	const remark = useLastBlocks(model, 'Gas per block')
	if (chartSpan.span.seconds > 0) {
		return (
			<MeasuredChart
				title="Gas per block"
				pick={(sample) => sample.most_gas}
				format={short}
				remark={(values) => `most ${short(Math.max(...values))}`}
				as="chart2"
			/>
		)
	}
	return (
		<Panel title="Gas per block" remark={remark}>
			<Chart
				values={pulses.list.map(({ gas }) => gas)}
				combine="max"
				format={short}
				ends={ends(model)}
				as="chart2"
				empty="Each block adds a column."
			/>
		</Panel>
	)
}

/** Transactions of blocks: of each of the last ones, or the most over a longer span. */
export function TxChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses, chartSpan } = model.app
	const remark = useLastBlocks(model, 'Transactions per block')
	if (chartSpan.span.seconds > 0) {
		return (
			<MeasuredChart
				title="Transactions per block"
				pick={(sample) => sample.most_txs}
				format={short}
				remark={(values) => `most ${short(Math.max(...values))}`}
			/>
		)
	}
	return (
		<Panel title="Transactions per block" remark={remark}>
			<Chart
				values={pulses.list.map(({ txs }) => txs)}
				combine="max"
				format={short}
				ends={ends(model)}
				empty="Each block adds a column."
			/>
		</Panel>
	)
}

/** Seconds from block to block. */
export function BlockTimeChart({ model }: { readonly model: HomeModel }): ReactElement {
	if (model.app.chartSpan.span.seconds > 0) {
		return (
			<MeasuredChart
				title="Block time"
				pick={({ longest_ms }) => (longest_ms === 0 ? undefined : longest_ms / 1_000)}
				format={seconds}
				remark={(values) => `slowest ${seconds(Math.max(...values))}`}
			/>
		)
	}
	const { list } = model.app.pulses
	const gaps = list.slice(1).map((pulse, index) => Math.max(0, pulse.time - list[index]!.time) / 1_000)
	const slowest = gaps.length === 0 ? '' : `slowest ${seconds(Math.max(...gaps))}`
	return (
		<Panel title="Block time" remark={slowest}>
			<Chart
				values={gaps}
				combine="max"
				format={seconds}
				ends={ends(model)}
				empty="The second block adds the first column."
			/>
		</Panel>
	)
}

/** Transactions that waited: as the node measured it; of one that does not, while the app ran. */
export function MempoolChart({ model }: { readonly model: HomeModel }): ReactElement {
	if (model.app.chartSpan.measured !== undefined) {
		return (
			<MeasuredChart
				title="Mempool"
				pick={(sample) => sample.mempool}
				format={short}
				remark={(values) => `most ${short(Math.max(...values))}`}
				as="chart2"
			/>
		)
	}
	const { samples } = model
	const since = samples.length === 0 ? '' : `${duration(Math.round((samples.length * sampleMs) / 1_000))} ago`
	return (
		<Panel title="Mempool" remark={`${short(samples.at(-1) ?? 0)} now`}>
			<Chart
				values={samples}
				combine="max"
				format={short}
				ends={[since, 'now']}
				as="chart2"
				empty="The app counts the mempool while it runs."
			/>
		</Panel>
	)
}

function seconds(value: number): string {
	return value >= 100 ? duration(Math.round(value)) : `${value.toFixed(value < 10 ? 1 : 0)} s`
}

/** Number of shown blocks, and the spans to choose from. */
function useLastBlocks({ app }: HomeModel, title: string): string {
	const { width } = useArea()
	return chartRemark(`last ${counted(app.pulses.list.length, 'block')}`, app.chartSpan, width - title.length - 10)
}

function ends({ app }: HomeModel): readonly [string, string] {
	const first = app.pulses.list[0]
	return [first === undefined ? '' : new Date(first.time).toISOString().slice(11, 16), 'now']
}
