import type { ReactElement } from 'react'
import { Split } from '../../kit/components/Split.tsx'
import { Stack } from '../../kit/components/Stack.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { detailRows } from '../../kit/text/detailRows.ts'
import { ChainPanel, chainRows } from './ChainPanel.tsx'
import { ChartsPage } from './ChartsPage.tsx'
import { BlockTimeChart, GasChart, MempoolChart, TxChart } from './HomeCharts.tsx'
import type { HomeModel } from './HomeModel.ts'
import { LatestPanel } from './LatestPanel.tsx'
import { NewestBlocks } from './NewestBlocks.tsx'
import { ThroughputPanel } from './ThroughputPanel.tsx'
import { YouPanel } from './YouPanel.tsx'

/** Least width that shows the chain at the left of its events. */
const columnFrom = 130
const columnCells = 52
/** Least height that shows charts above the latest events. */
const chartsFrom = 26

/** The chain at a glance: what it is, who one is, charts of the last blocks, and what happened last. */
export function HomeScreen({ model }: { readonly model: HomeModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	if (model.charts && !plain) return <ChartsPage model={model} />
	if (plain) {
		return (
			<Stack
				parts={[
					{ key: 'chain', rows: 'rest', child: <ChainPanel model={model} /> },
					{ key: 'you', rows: 'rest', child: <YouPanel model={model} /> },
					{ key: 'latest', rows: 'rest', child: <LatestPanel model={model} /> },
				]}
			/>
		)
	}
	return width >= columnFrom ? <WideHome model={model} /> : <NarrowHome model={model} />
}

function WideHome({ model }: { readonly model: HomeModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const chain = detailRows(theme, chainRows(model, theme), columnCells - 4).length + 2
	const right = width - columnCells - 1
	const charts = height < chartsFrom ? 0 : Math.min(14, Math.floor(height * 0.36))
	const latest = <LatestPanel model={model} />
	return (
		<Split at={columnCells}>
			<Stack
				parts={[
					{ key: 'chain', rows: chain, child: <ChainPanel model={model} /> },
					{ key: 'throughput', rows: 4, child: <ThroughputPanel model={model} /> },
					{ key: 'you', rows: 5, child: <YouPanel model={model} /> },
					{ key: 'blocks', rows: 'rest', child: <NewestBlocks model={model} /> },
				]}
			/>
			{charts === 0 ? (
				latest
			) : (
				<Stack
					parts={[
						{
							key: 'charts',
							rows: charts,
							child: (
								<Split at={0.5}>
									<GasChart model={model} />
									<TxChart model={model} />
								</Split>
							),
						},
						...(height >= 44 && right >= 80
							? [
									{
										key: 'more',
										rows: charts,
										child: (
											<Split at={0.5}>
												<BlockTimeChart model={model} />
												<MempoolChart model={model} />
											</Split>
										),
									},
								]
							: []),
						{ key: 'latest', rows: 'rest' as const, child: latest },
					]}
				/>
			)}
		</Split>
	)
}

function NarrowHome({ model }: { readonly model: HomeModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const left = Math.max(40, Math.floor(width * 0.54))
	const chain = detailRows(theme, chainRows(model, theme), left - 4).length + 2
	const top = Math.min(chain, Math.max(7, height - 7))
	const charts = height - top >= 20 ? Math.min(12, Math.floor((height - top) * 0.45)) : 0
	return (
		<Stack
			parts={[
				{
					key: 'top',
					rows: top,
					child: (
						<Split at={left}>
							<ChainPanel model={model} />
							<Stack
								parts={[
									{ key: 'throughput', rows: 'rest', child: <ThroughputPanel model={model} /> },
									...(top >= 9 ? [{ key: 'you', rows: 5, child: <YouPanel model={model} /> }] : []),
								]}
							/>
						</Split>
					),
				},
				...(charts === 0
					? []
					: [
							{
								key: 'charts',
								rows: charts,
								child: (
									<Split at={0.5}>
										<GasChart model={model} />
										<BlockTimeChart model={model} />
									</Split>
								),
							},
						]),
				{ key: 'latest', rows: 'rest', child: <LatestPanel model={model} /> },
			]}
		/>
	)
}
