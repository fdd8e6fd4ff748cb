import type { ReactElement } from 'react'
import type { Served } from '../../../client/index.ts'
import { DiskChart, MemoryChart } from '../../app/charts/MeasuredChart.tsx'
import { ServedCharts, servedLately } from '../../app/charts/ServedCharts.tsx'
import { defineScreen } from '../../app/defineScreen.ts'
import { clockShift } from '../../app/format/clockShift.ts'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { Split, Stack } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { isEnabled } from '../../kit/keymap/Command.ts'
import { formatKey } from '../../kit/keymap/formatKey.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { fitCells, middle, wrapCells } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { grouped, short } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute, age } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { type ListenerName, NodeModel, type NodeRow } from './NodeModel.ts'
import { nodeCommands } from './nodeCommands.ts'

/** Least width that shows the lists beside the state. */
const besideFrom = 100

/** Least height that shows charts of memory and disk below the lists. */
const chartsFrom = 26

/** Least height below the lists that shows what a listener served too. */
const servedFrom = 24

/** Least width of the lists that counts what each listener served. */
const countsFrom = 70

/** Node: its state above (or at the left of) listeners and snapshots. */
export function NodeScreen({ model }: { readonly model: NodeModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const beside = width >= besideFrom && !plain
	const column = beside ? Math.floor(width * 0.46) : width
	const state = stateRows(model, theme, column - 4)
	const about = aboutRows(model)
	const rowsOf = (rows: readonly Detail[]): number => detailRows(theme, rows, column - 4).length + 2
	const list = <ListenerList model={model} />
	if (plain) {
		return (
			<Stack
				parts={[
					{ key: 'state', rows: 'rest', child: <DetailPanel title="Node" rows={state} /> },
					...(about.length === 0
						? []
						: [{ key: 'about', rows: 'rest' as const, child: <DetailPanel title="About" rows={about} /> }]),
					{ key: 'list', rows: 'rest', child: list },
				]}
			/>
		)
	}
	if (!beside) {
		return (
			<Split rows at={Math.min(rowsOf(state), Math.max(5, height - 9))}>
				<DetailPanel title="Node" rows={state} />
				{list}
			</Split>
		)
	}
	// Parts without room are left out; the last one gets the remaining rows.
	const powers = nodeCommands(model).filter(isEnabled).length + 2
	const left = height - rowsOf(state)
	const withAbout = about.length > 0 && left >= 6
	const withPowers = left - (withAbout ? rowsOf(about) : 0) >= powers
	return (
		<Split at={0.46}>
			<Stack
				parts={[
					{
						key: 'state',
						rows: withAbout || withPowers ? rowsOf(state) : 'rest',
						child: <DetailPanel title="Node" rows={state} />,
					},
					...(withAbout
						? [
								{
									key: 'about',
									rows: withPowers ? rowsOf(about) : ('rest' as const),
									child: <DetailPanel title="About" rows={about} />,
								},
							]
						: []),
					...(withPowers ? [{ key: 'powers', rows: 'rest' as const, child: <Powers model={model} /> }] : []),
				]}
			/>
			{height >= chartsFrom ? <ListAndCharts model={model} list={list} /> : list}
		</Split>
	)
}

/** The lists, and below them what the node takes of its machine. */
function ListAndCharts({ model, list }: { readonly model: NodeModel; readonly list: ReactElement }): ReactElement {
	const { height } = useArea()
	const lists = Math.max(10, Math.min(model.list.count + 3, Math.floor(height / 2)))
	const count = model.served !== undefined && height - lists >= servedFrom ? 3 : 2
	const chart = Math.floor((height - lists) / count)
	return (
		<Stack
			parts={[
				{ key: 'list', rows: lists, child: list },
				...(count === 3 ? [{ key: 'served', rows: chart, child: <ServedHere model={model} /> }] : []),
				{ key: 'memory', rows: chart, child: <MemoryChart /> },
				{ key: 'disk', rows: height - lists - (count - 1) * chart, child: <DiskChart /> },
			]}
		/>
	)
}

/** What the selected listener served. */
function ServedHere({ model }: { readonly model: NodeModel }): ReactElement {
	const { served, selectedListener: name = 'rpc' } = model
	return (
		<ServedCharts
			title={listenerWords[name]}
			served={served?.listeners[name] ?? (served?.on === true ? nothing : undefined)}
			empty={`Requests are not counted: ${model.app.keyFor('go.requests')} records them.`}
		/>
	)
}

const nothing: Served = { total: 0, spans: Array.from({ length: 360 }, () => 0) }

function DetailPanel({ title, rows }: { readonly title: string; readonly rows: readonly Detail[] }): ReactElement {
	return (
		<Panel title={title}>
			<DetailLines rows={rows} />
		</Panel>
	)
}

function DetailLines({ rows }: { readonly rows: readonly Detail[] }): ReactElement {
	const { width, height } = useArea()
	const plain = usePlain()
	const lines = detailRows(useTheme(), rows, width)
	return <Rows lines={plain ? lines : lines.slice(0, height)} />
}

/** The node's commands and their keys, if there is room. */
function Powers({ model }: { readonly model: NodeModel }): ReactElement {
	return (
		<Panel title="What you can do">
			<PowerRows model={model} />
		</Panel>
	)
}

function PowerRows({ model }: { readonly model: NodeModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const commands = nodeCommands(model).filter(isEnabled)
	const described = commands.map(({ description }) => wrapCells(description, width - 4))
	// Whole descriptions, or the titles where there is no room for them.
	const isRoomy = width >= 64 && described.flat().length <= height
	const lines = commands.flatMap(({ keys, title }, index) =>
		(isRoomy ? (described[index] ?? []) : [title]).map((words, row) =>
			fitCells(`${theme.key(fitCells(row === 0 ? formatKey(keys[0] ?? '') : '', 4))}${theme.muted(words)}`, width),
		),
	)
	return <Rows lines={lines} />
}

/** State of the node. @param width Cells of the panel's inside. */
function stateRows({ status }: NodeModel, theme: Theme, width: number): readonly Detail[] {
	if (status === undefined) return []
	const words = {
		live: 'live',
		starting: 'starting',
		paused: 'paused',
		syncing: 'catching up',
		unreachable: 'unreachable',
	}
	const why: readonly Detail[] = status.problem === '' ? [] : [['why', safeText(status.problem, 300)]]
	const paint = status.state === 'live' ? theme.good : status.state === 'unreachable' ? theme.bad : theme.warn
	const modes = {
		interval: `each ${(status.blockIntervalMs ?? 0) / 1_000} s`,
		instant: 'with each transaction',
		manual: 'only by hand',
	}
	const made: readonly Detail[] = status.blockMode === undefined ? [] : [['blocks', modes[status.blockMode]]]
	const shift = clockShift(status)
	const clock: readonly Detail[] = shift === undefined ? [] : [['clock', theme.warn(shift.words)]]
	return [
		['state', paint(`${words[status.state]}, ${status.kind}`)],
		...why,
		[
			'chain',
			`${safeText(status.chainId, 48)} ${theme.muted('·')} addresses ${safeText(status.settings.prefix, 20)}1… ${theme.muted('·')} ${safeText(status.settings.denom, 20)}`,
		],
		['height', `${grouped(status.height)}  ${theme.muted(absolute(status.time))}`],
		...clock,
		...made,
		['app hash', middle(status.appHash, Math.max(16, Math.min(64, width - 13)))],
		['mempool', `${grouped(status.mempoolSize)} waiting`],
		['peers', status.kind === 'embedded' ? 'none: this node runs the chain alone' : grouped(status.peers)],
		['minimum fee', `${safeText(status.minimumGasPrices, 60)} per gas`],
	]
}

/** Identity, software and peers of the node; empty until it reports them. */
function aboutRows({ about }: NodeModel): readonly Detail[] {
	if (about === undefined) return []
	const text = (value: string): string => (value === '' ? '–' : safeText(value, 100))
	return [
		['name', text(about.moniker)],
		['id', text(about.id)],
		['engine', `Tendermint ${text(about.engineVersion)}, block protocol ${text(about.blockProtocol)}`],
		['application', `${text(about.appName)} ${text(about.appVersion)}`],
		...about.peers.map(
			(peer, index): Detail => [
				index === 0 ? 'peers' : '',
				`${peer.outbound ? '→' : '←'} ${text(peer.moniker)} ${text(peer.address)} · Tendermint ${text(peer.version)}`,
			],
		),
	]
}

const listenerWords = {
	rpc: 'Tendermint RPC',
	rest: 'REST',
	grpc: 'gRPC',
	legacy8: 'legacy REST gen 8',
	eth: 'Ethereum RPC',
	endpoints: 'private RPC',
} as const

/** Which port was asked for, where another program has it. */
function movedNote({ status }: NodeModel, name: ListenerName, theme: Theme): string {
	const moved = status?.moved?.[name]
	return moved === undefined ? '' : `  ${theme.warn(`! moved: ${moved.asked} is taken`)}`
}

/** The node's listeners and snapshots. */
function ListenerList({ model }: { readonly model: NodeModel }): ReactElement {
	const copy = `${model.app.keyFor('node.copy')} copies`
	return (
		<ListPanel
			list={model.list}
			title="Listeners and snapshots"
			place={model.admin === undefined ? copy : `${formatKey('enter')} switches · ${copy}`}
			columns={nodeColumns(model)}
		/>
	)
}

function nodeColumns(model: NodeModel): readonly ListColumn<NodeRow>[] {
	const { app, status } = model
	const addressOf = (name: ListenerName): string | undefined => status?.listeners[name]
	return [
		{
			id: 'state',
			title: '',
			width: 1,
			text: (row, { theme }) => {
				if ('snapshot' in row) return theme.chart2('◈')
				return addressOf(row.listener) === undefined ? theme.muted('○') : theme.good('●')
			},
		},
		{
			id: 'what',
			title: 'listener',
			width: 18,
			text: (row) => ('snapshot' in row ? safeText(row.snapshot.name, 18) : listenerWords[row.listener]),
		},
		{
			id: 'where',
			title: 'address',
			width: 'flex',
			text: (row, { theme }) => {
				if ('snapshot' in row) {
					const taken = age(row.snapshot.time, app.clock())
					return `${app.keyFor('node.revert')} back to block ${grouped(row.snapshot.height)}, ${taken} ago`
				}
				const address = addressOf(row.listener)
				if (address === undefined) return theme.muted(status?.kind === 'remote' ? 'not known' : 'off')
				return linkText(app.links, address) + movedNote(model, row.listener, theme)
			},
		},
		...countColumns(model),
	]
}

/** How many requests each listener answered. */
function countColumns({ served }: NodeModel): readonly ListColumn<NodeRow>[] {
	if (served?.on !== true) return []
	const column = (id: string, title: string, pick: (served: Served) => number): ListColumn<NodeRow> => ({
		id,
		title,
		width: 7,
		from: countsFrom,
		align: 'right',
		text: (row, { theme }) => {
			if ('snapshot' in row) return ''
			const count = pick(served.listeners[row.listener] ?? nothing)
			return count === 0 ? theme.muted('0') : short(count)
		},
	})
	return [
		column('served', 'served', ({ total }) => total),
		column('five', '5 min', (all) => servedLately(all)[0]),
		column('sixty', '60 min', (all) => servedLately(all)[1]),
	]
}

/** The node and the powers over it. */
export const nodeScreen = defineScreen({
	...tabs.node,
	model: (app) => new NodeModel(app),
	commands: nodeCommands,
	Screen: NodeScreen,
})
