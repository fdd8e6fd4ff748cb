import type { ReactElement } from 'react'
import { DiskChart, MemoryChart } from '../../app/MeasuredChart.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { Stack } from '../../kit/components/Stack.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { isEnabled } from '../../kit/keymap/Command.ts'
import { formatKey } from '../../kit/keymap/formatKey.ts'
import { fitCells } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { ListenerList } from './ListenerList.tsx'
import type { NodeModel } from './NodeModel.ts'
import { nodeCommands } from './nodeCommands.ts'
import { aboutRows, stateRows } from './nodeRows.ts'

/** Least width that shows the lists beside the state. */
const besideFrom = 100

/** Least height that shows charts of memory and disk below the lists. */
const chartsFrom = 26

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
	const lists = Math.max(9, Math.min(model.rowCount + 2, Math.floor(height / 2)))
	const chart = Math.floor((height - lists) / 2)
	return (
		<Stack
			parts={[
				{ key: 'list', rows: lists, child: list },
				{ key: 'memory', rows: chart, child: <MemoryChart /> },
				{ key: 'disk', rows: height - lists - chart, child: <DiskChart /> },
			]}
		/>
	)
}

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
	const { width } = useArea()
	const lines = nodeCommands(model)
		.filter(isEnabled)
		.map((command) => {
			const key = fitCells(formatKey(command.keys[0] ?? ''), 4)
			const words = width < 64 ? command.title : command.description
			return fitCells(`${theme.key(key)}${theme.muted(words)}`, width)
		})
	return <Rows lines={lines} />
}
