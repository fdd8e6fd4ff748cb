import type { ReactElement } from 'react'
import { chartRemark, MeasuredChart } from '../../app/charts/MeasuredChart.tsx'
import { Chart } from '../../kit/components/Chart.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { counted, short } from '../../kit/text/numbers.ts'
import { duration } from '../../kit/text/times.ts'
import { type HomeModel, sampleMs } from './HomeModel.ts'

/** Gas of blocks: of each of the last ones, or the most over a longer span. */
export function GasChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses, chartSpan } = model.app
	const remark = useSpan(model, 'Gas per block', lastBlocks(model))
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
				ends={chartSpan.ends}
				cursor={chartSpan.cursor}
				as="chart2"
				empty="Each block adds a column."
			/>
		</Panel>
	)
}

/** Transactions of blocks: of each of the last ones, or the most over a longer span. */
export function TxChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses, chartSpan } = model.app
	const remark = useSpan(model, 'Transactions per block', lastBlocks(model))
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
				ends={chartSpan.ends}
				cursor={chartSpan.cursor}
				empty="Each block adds a column."
			/>
		</Panel>
	)
}

/** Seconds from block to block. */
export function BlockTimeChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses, chartSpan } = model.app
	const { list } = pulses
	const gaps = list.slice(1).map((pulse, index) => Math.max(0, pulse.time - list[index]!.time) / 1_000)
	const slowest = gaps.length === 0 ? '' : `slowest ${seconds(Math.max(...gaps))}`
	const remark = useSpan(model, 'Block time', slowest)
	if (chartSpan.span.seconds > 0) {
		return (
			<MeasuredChart
				title="Block time"
				pick={({ longest_ms }) => (longest_ms === 0 ? undefined : longest_ms / 1_000)}
				format={seconds}
				remark={(values) => `slowest ${seconds(Math.max(...values))}`}
			/>
		)
	}
	return (
		<Panel title="Block time" remark={remark}>
			<Chart
				values={gaps}
				combine="max"
				format={seconds}
				ends={chartSpan.ends}
				cursor={chartSpan.cursor}
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
				// A span in which memory was not measured has no count either.
				pick={(sample) => (sample.memory === 0 ? undefined : sample.mempool)}
				level
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
				level
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

function lastBlocks({ app }: HomeModel): string {
	return `last ${counted(app.pulses.list.length, 'block')}`
}

/** A figure, and the spans to choose from. */
function useSpan({ app }: HomeModel, title: string, figure: string): string {
	const { width } = useArea()
	return chartRemark(figure, app.chartSpan, width - title.length - 10)
}
