import type { ReactElement } from 'react'
import { MeasuredChart, type MeasuredChartProps } from '../../app/charts/MeasuredChart.tsx'
import type { Pulse } from '../../app/charts/Pulses.ts'
import { Chart } from '../../kit/components/Chart.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { counted, short } from '../../kit/text/numbers.ts'
import { duration } from '../../kit/text/times.ts'
import { type HomeModel, sampleMs } from './HomeModel.ts'

/** Gas of blocks: of each of the last ones, or the most over a longer span. */
export function GasChart({ model: { app } }: { readonly model: HomeModel }): ReactElement {
	return (
		<MeasuredChart
			title="Gas per block"
			pick={(sample) => sample.most_gas}
			format={short}
			remark={(values) => `most ${short(Math.max(...values))}`}
			as="chart2"
			blocks={lastBlocks(app.pulses.list, ({ gas }) => gas)}
		/>
	)
}

/** Transactions of blocks: of each of the last ones, or the most over a longer span. */
export function TxChart({ model: { app } }: { readonly model: HomeModel }): ReactElement {
	return (
		<MeasuredChart
			title="Transactions per block"
			pick={(sample) => sample.most_txs}
			format={short}
			remark={(values) => `most ${short(Math.max(...values))}`}
			blocks={lastBlocks(app.pulses.list, ({ txs }) => txs)}
		/>
	)
}

/** Seconds from block to block. */
export function BlockTimeChart({ model: { app } }: { readonly model: HomeModel }): ReactElement {
	const { list } = app.pulses
	const gaps = list.slice(1).map((pulse, index) => Math.max(0, pulse.time - list[index]!.time) / 1_000)
	const slowest = (values: readonly number[]): string =>
		values.length === 0 ? '' : `slowest ${seconds(Math.max(...values))}`
	return (
		<MeasuredChart
			title="Block time"
			pick={({ longest_ms }) => (longest_ms === 0 ? undefined : longest_ms / 1_000)}
			format={seconds}
			remark={slowest}
			blocks={{ values: gaps, remark: slowest(gaps), empty: 'The second block adds the first column.' }}
		/>
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

function lastBlocks(list: readonly Pulse[], pick: (pulse: Pulse) => number): NonNullable<MeasuredChartProps['blocks']> {
	return { values: list.map(pick), remark: `last ${counted(list.length, 'block')}`, empty: 'Each block adds a column.' }
}
