import type { ReactElement } from 'react'
import { DiskChart, MemoryChart } from '../../app/charts/MeasuredChart.tsx'
import { Split, Stack } from '../../kit/components/layout.tsx'
import { useArea } from '../../kit/hooks/hooks.ts'
import { BlockTimeChart, GasChart, MempoolChart, TxChart } from './HomeCharts.tsx'
import type { HomeModel } from './HomeModel.ts'

/** From this width on three charts stand side by side. */
const threeFrom = 150

/** All charts on the whole screen, at any size. */
export function ChartsPage({ model }: { readonly model: HomeModel }): ReactElement {
	const { width, height } = useArea()
	const charts = [
		<GasChart key="gas" model={model} />,
		<TxChart key="txs" model={model} />,
		<BlockTimeChart key="time" model={model} />,
		<MempoolChart key="mempool" model={model} />,
		<MemoryChart key="memory" />,
		<DiskChart key="disk" />,
	] as const
	const columns = width >= threeFrom ? 3 : 2
	const lines = Math.ceil(charts.length / columns)
	return (
		<Stack
			parts={Array.from({ length: lines }, (_, line) => ({
				key: String(line),
				rows: line === lines - 1 ? ('rest' as const) : Math.floor(height / lines),
				child: <ChartLine charts={charts.slice(line * columns, (line + 1) * columns)} width={width} />,
			}))}
		/>
	)
}

/** Two or three charts side by side. */
function ChartLine({
	charts,
	width,
}: {
	readonly charts: readonly ReactElement[]
	readonly width: number
}): ReactElement {
	const [first, second, third] = charts
	if (third === undefined) return <Split at={Math.floor((width - 1) / 2)}>{[first, second]}</Split>
	const cells = Math.floor((width - 2) / 3)
	return (
		<Split at={cells}>
			{first}
			<Split at={cells}>{[second, third]}</Split>
		</Split>
	)
}
