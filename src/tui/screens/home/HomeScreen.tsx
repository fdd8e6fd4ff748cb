import type { ReactElement } from 'react'
import type { Pulse } from '../../app/charts/Pulses.ts'
import { Throughput } from '../../app/charts/Throughput.tsx'
import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { Details } from '../../kit/components/Details.tsx'
import { Split, Stack } from '../../kit/components/layout.tsx'
import { Panel, type PanelSpace } from '../../kit/components/Panel.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { fitCells, middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import { age } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { ChartsPage } from './ChartsPage.tsx'
import { BlockTimeChart, GasChart, MempoolChart, TxChart } from './HomeCharts.tsx'
import { HomeModel } from './HomeModel.ts'
import { homeCommands } from './homeCommands.ts'
import { LatestPanel } from './LatestPanel.tsx'

/** Least width that shows the chain at the left of its events. */
const columnFrom = 130
const columnCells = 52
/** Least width that shows blocks beside the latest events. */
const blocksFrom = 96
/** Least height that shows charts above the latest events. */
const chartsFrom = 26

/** The chain at a glance: what it is, who one is, charts of the last blocks, and what happened last. */
export function HomeScreen({ model }: { readonly model: HomeModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
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
	if (model.charts) return <ChartsPage model={model} />
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
				{
					key: 'latest',
					rows: 'rest',
					child:
						width < blocksFrom ? (
							<LatestPanel model={model} />
						) : (
							<Split at={0.64}>
								<LatestPanel model={model} />
								<NewestBlocks model={model} />
							</Split>
						),
				},
			]}
		/>
	)
}

/** Transactions and gas a second. */
function ThroughputPanel({ model }: { readonly model: HomeModel }): ReactElement {
	return (
		<Panel title="Throughput" remark={`last ${counted(model.app.pulses.list.length, 'block')}`}>
			<Throughput />
		</Panel>
	)
}

/** The signing key and its balance. */
function YouPanel({ model }: { readonly model: HomeModel }): ReactElement {
	return <Panel title="You" rows={(space) => yourRows(model, space)} />
}

function yourRows({ app, greetings }: HomeModel, { theme, width }: PanelSpace): readonly string[] {
	const key = app.state.keys.find((candidate) => candidate.name === app.state.current)
	if (key === undefined) {
		const where = `${theme.key(app.keyFor('go.keys'))} ${theme.muted('goes to Keys: make one there.')}`
		return [theme.muted('You have no key yet.'), where]
	}
	return [
		`${theme.strong(safeText(key.name, 30))}  ${theme.muted(middle(key.address, Math.max(16, width - 16)))}`,
		app.amounts.coins(app.state.balances),
		theme.muted(greetings === undefined ? '' : `${counted(greetings, 'greeting')} on the chain`),
	]
}

/** The newest blocks. */
function NewestBlocks({ model }: { readonly model: HomeModel }): ReactElement {
	return <Panel title="Blocks" rows={(space) => blockRows(model, space)} />
}

function blockRows({ app }: HomeModel, { theme, now, width, height }: PanelSpace): readonly string[] {
	const { list } = app.pulses
	const most = Math.max(1, ...list.map((pulse) => pulse.gas))
	// The bar is last in its row, and as long as there is room.
	const cells = Math.max(0, Math.min(10, width - 24))
	const when = ({ blockTime }: Pulse): string => theme.muted(age(blockTime, now).padStart(4))
	return foldedPulses(list, height).map(([newest, oldest]) => {
		if (newest !== oldest) {
			const run = `${grouped(oldest.height)} to ${grouped(newest.height)}`
			return fitCells(
				`${run.padStart(8)} ${when(newest)}  ${theme.muted(`${grouped(newest.height - oldest.height + 1)} empty`)}`,
				width,
			)
		}
		const txs = newest.txs === 0 ? theme.muted('empty') : counted(newest.txs, 'tx')
		const gas = newest.gas === 0 ? '' : theme.chart2(bar(newest.gas, most, cells).replaceAll('░', ' '))
		return `${grouped(newest.height).padStart(8)} ${when(newest)}  ${fitCells(txs, 8)} ${gas}`
	})
}

/** Empty blocks in a row that become one row. */
const fewestFolded = 3

/** The newest blocks, the newest first, each as its own newest and oldest; those without transactions in one. */
function foldedPulses(list: readonly Pulse[], most: number): readonly (readonly [newest: Pulse, oldest: Pulse])[] {
	const runs: [Pulse, Pulse][] = []
	for (let index = list.length - 1; index >= 0 && runs.length <= most; index--) {
		const pulse = list[index]!
		const last = runs.at(-1)
		if (pulse.txs === 0 && last?.[0].txs === 0) last[1] = pulse
		else runs.push([pulse, pulse])
	}
	return runs
		.flatMap(([newest, oldest]): (readonly [Pulse, Pulse])[] => {
			const blocks = newest.height - oldest.height + 1
			if (blocks === 1 || blocks >= fewestFolded) return [[newest, oldest]]
			return [
				[newest, newest],
				[oldest, oldest],
			]
		})
		.slice(0, most)
}

/** The chain's height, state and addresses. */
function ChainPanel({ model }: { readonly model: HomeModel }): ReactElement {
	const chainId = safeText(model.app.state.status?.chainId ?? '', 40)
	return (
		<Panel title="Chain" remark={chainId}>
			<Details rows={chainRows(model, useTheme())} />
		</Panel>
	)
}

/** Rows of the panel, so that its height is known before drawing. */
function chainRows({ app, endpoints }: HomeModel, theme: Theme): readonly Detail[] {
	const { status } = app.state
	if (status === undefined) return []
	const seconds = app.pulses.blockSeconds
	const blocks = status.state === 'paused' ? 'paused' : seconds === undefined ? '' : `${seconds.toFixed(1)} s blocks`
	const problem: readonly Detail[] = status.problem === '' ? [] : [['why', safeText(status.problem, 200)]]
	return [
		['height', `${theme.strong(grouped(status.height))}  ${theme.muted(blocks)}`],
		['app hash', middle(status.appHash, 20)],
		[
			'mempool',
			`${grouped(status.mempoolSize)}   ${theme.muted(status.kind === 'embedded' ? 'no peers' : counted(status.peers, 'peer'))}`,
		],
		['minimum fee', `${safeText(status.minimumGasPrices, 40)} ${theme.muted('per gas')}`],
		...problem,
		...endpoints.map(
			(endpoint): Detail => [
				endpoint.label,
				endpoint.taken === undefined
					? linkText(app.links, endpoint.address)
					: `${linkText(app.links, endpoint.address)} ${theme.warn(`! ${endpoint.taken} is taken`)}`,
			],
		),
	]
}

/** The chain at a glance. */
export const homeScreen = defineScreen({
	...tabs.home,
	model: (app) => new HomeModel(app),
	commands: homeCommands,
	Screen: HomeScreen,
})
