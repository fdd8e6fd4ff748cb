import type { ReactElement } from 'react'
import { Chart } from '../../kit/components/Chart.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { counted, short } from '../../kit/text/numbers.ts'
import { duration } from '../../kit/text/times.ts'
import { type HomeModel, sampleMs } from './HomeModel.ts'

/** Gas that the last blocks used. */
export function GasChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses } = model.app
	return (
		<Panel title="Gas per block" remark={lastBlocks(model)}>
			<Chart
				values={pulses.list.map(({ gas }) => gas)}
				combine="max"
				format={short}
				ends={ends(model)}
				as="chart2"
				empty="Every block brings a column."
			/>
		</Panel>
	)
}

/** Transactions in the last blocks. */
export function TxChart({ model }: { readonly model: HomeModel }): ReactElement {
	const { pulses } = model.app
	return (
		<Panel title="Transactions per block" remark={lastBlocks(model)}>
			<Chart
				values={pulses.list.map(({ txs }) => txs)}
				combine="max"
				format={short}
				ends={ends(model)}
				empty="Every block brings a column."
			/>
		</Panel>
	)
}

/** Seconds from block to block. */
export function BlockTimeChart({ model }: { readonly model: HomeModel }): ReactElement {
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
				empty="The second block brings a column."
			/>
		</Panel>
	)
}

/** Transactions that waited, while the app ran. */
export function MempoolChart({ model }: { readonly model: HomeModel }): ReactElement {
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
				empty="What waits for a block is counted while the app runs."
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

function ends({ app }: HomeModel): readonly [string, string] {
	const first = app.pulses.list[0]
	return [first === undefined ? '' : new Date(first.time).toISOString().slice(11, 16), 'now']
}
