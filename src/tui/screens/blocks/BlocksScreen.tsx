import type { ReactElement } from 'react'
import type { BlockSummary } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { nodeLink } from '../../app/format/nodeUrl.ts'
import { ListPanel, ListScreen } from '../../app/list/ListScreen.tsx'
import { allTxColumns, txColumns } from '../../app/list/txColumns.ts'
import { tabs } from '../../app/tabs.ts'
import { Chart } from '../../kit/components/Chart.tsx'
import { Details } from '../../kit/components/Details.tsx'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import type { Cell, ListColumn } from '../../kit/models/List.ts'
import { middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { byteSize, counted, grouped, short } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute, age } from '../../kit/text/times.ts'
import { type BlockDetail, BlocksModel } from './BlocksModel.ts'
import { blockCommands } from './blocksCommands.ts'
import type { BlockRow } from './FoldedBlocks.ts'

/** Least height that shows a chart above the list. */
const chartFrom = 28

/** Blocks: the list, and the selected one beside it or in its place. */
export function BlocksScreen({ model }: { readonly model: BlocksModel }): ReactElement {
	useChanges()
	const { height } = useArea()
	const plain = usePlain()
	return (
		<ListScreen
			model={model}
			title={counted(model.height, 'block')}
			place={grouped(model.selected)}
			columns={blockColumns(model)}
			empty={['', 'No block has been made yet.']}
			onOpen={() => model.openSelected()}
			detail={() => <SelectedBlock model={model} />}
			besideFrom={140}
			above={(list) =>
				plain || height < chartFrom ? (
					list
				) : (
					<Split rows at={Math.min(10, Math.floor(height / 4))}>
						<LastBlocks model={model} />
						{list}
					</Split>
				)
			}
		/>
	)
}

/** The columns of the list; of a run of empty blocks they show the newest one. */
function blockColumns(model: BlocksModel): readonly ListColumn<BlockRow>[] {
	const digits = grouped(model.height).length
	const column = (
		place: Omit<ListColumn<BlockRow>, 'text'>,
		text: (block: BlockSummary, cell: Cell) => string,
	): ListColumn<BlockRow> => ({
		...place,
		text: ({ height }, cell) => {
			const block = model.pages.get(height, model.height)
			return block === undefined ? '' : text(block, cell)
		},
	})
	return [
		{
			id: 'height',
			width: Math.max(9, 2 * digits + 4),
			align: 'right',
			text: ({ height, from }) => (height === from ? grouped(height) : `${grouped(from)} to ${grouped(height)}`),
		},
		column({ id: 'age', width: 4, align: 'right' }, ({ time }, { now }) => age(time, now)),
		{
			id: 'txs',
			width: digits + 6,
			align: 'right',
			text: ({ height, from }, { theme }) => {
				if (height !== from) return theme.muted(`${grouped(height - from + 1)} empty`)
				const block = model.pages.get(height, model.height)
				return block === undefined ? '…' : block.txCount === 0 ? theme.muted('–') : grouped(block.txCount)
			},
		},
		column({ id: 'gas', title: 'gas used', width: 11, align: 'right', from: 54 }, ({ gasUsed }, { theme }) =>
			gasUsed === 0n ? theme.muted('–') : grouped(gasUsed),
		),
		column({ id: 'size', width: 8, align: 'right' }, ({ size }, { theme }) => theme.muted(byteSize(size))),
		column({ id: 'proposer', width: 13, from: 74 }, ({ proposer }) => middle(safeText(proposer, 80), 13)),
		column({ id: 'hash', title: 'block hash', width: 'flex', from: 88 }, ({ hash }, { cells }) => middle(hash, cells)),
		column({ id: 'app-hash', title: 'app hash', width: 'flex', from: 110 }, ({ appHash }, { theme, cells }) =>
			theme.muted(middle(appHash, cells)),
		),
	]
}

function SelectedBlock({ model }: { readonly model: BlocksModel }): ReactElement {
	const { block, preview, selected } = model
	const shown = block ?? (preview?.height === selected ? preview : undefined)
	if (shown !== undefined) return <BlockDetails model={model} block={shown} />
	return <Panel title={`Block ${grouped(selected)}`} rows={({ theme }) => [theme.muted('…')]} />
}

/** Transactions of the last blocks. */
function LastBlocks({ model }: { readonly model: BlocksModel }): ReactElement {
	const { list } = model.app.pulses
	const first = list[0]
	return (
		<Panel title="Transactions per block" remark={`last ${counted(list.length, 'block')}`}>
			<Chart
				values={list.map(({ txs }) => txs)}
				format={short}
				ends={[first === undefined ? '' : `#${grouped(first.height)}`, 'now']}
				empty="Each block adds a column."
			/>
		</Panel>
	)
}

/** A block: what it is, and its transactions below. */
function BlockDetails({ model, block }: { readonly model: BlocksModel; readonly block: BlockDetail }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { app } = model
	const rows: readonly Detail[] = [
		['time', absolute(block.time)],
		['hash', nodeLink(app, 'block', String(block.height), block.hash)],
		['app hash', block.appHash],
		['proposer', safeText(block.proposer, 120)],
		['gas used', grouped(block.gasUsed)],
		['size', counted(block.size, 'byte')],
	]
	const wanted = detailRows(theme, rows, width - 4).length + 2
	return (
		<Split rows at={Math.min(wanted, Math.max(4, height - 6))}>
			<Panel title={`Block ${grouped(block.height)}`}>
				<Details rows={rows} />
			</Panel>
			<ListPanel
				list={model.txs}
				title={counted(block.txs.length, 'transaction')}
				active={block === model.block}
				columns={txColumns(app, ['index', ...allTxColumns.slice(2)])}
				empty={['', 'The block is empty.']}
				onOpen={() => app.open('transactions', model.txs.selected?.hash)}
			/>
		</Split>
	)
}

/** Blocks and the transactions in them. */
export const blocksScreen = defineScreen({
	...tabs.blocks,
	model: (app) => new BlocksModel(app),
	commands: blockCommands,
	Screen: BlocksScreen,
})
