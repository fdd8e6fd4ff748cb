import type { ReactElement } from 'react'
import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { TxTable } from '../../app/TxTable.tsx'
import { Chart } from '../../kit/components/Chart.tsx'
import { Details } from '../../kit/components/Details.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped, short } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute, age } from '../../kit/text/times.ts'
import type { BlockDetail, BlocksModel } from './BlocksModel.ts'

/** Least width that shows the selected block beside the list. */
const detailFrom = 140

/** Least height that shows a chart above the list. */
const chartFrom = 28

/** Blocks: the list, and the selected one beside it or in its place. */
export function BlocksScreen({ model }: { readonly model: BlocksModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	const { block } = model
	if (width < detailFrom || plain) {
		return block === undefined ? <BlockList model={model} /> : <BlockDetails model={model} block={block} />
	}
	const shown = block ?? (model.preview?.height === model.selected ? model.preview : undefined)
	return (
		<Split at={0.5}>
			<BlockList model={model} />
			{shown === undefined ? (
				<Panel title={`Block ${grouped(model.selected)}`}>
					<Prose text="…" as="muted" />
				</Panel>
			) : (
				<BlockDetails model={model} block={shown} />
			)}
		</Split>
	)
}

function BlockList({ model }: { readonly model: BlocksModel }): ReactElement {
	const { height } = useArea()
	const plain = usePlain()
	const { full } = model
	const remarks = [
		...(full === undefined ? [] : [`${grouped(model.count)}${full.complete ? '' : '+'} with transactions`]),
		model.cursor.selected === 0 ? 'following' : grouped(model.selected),
	]
	const list = (
		<Panel title={counted(model.height, 'block')} remark={remarks.join(' · ')} active={model.block === undefined}>
			<BlockTable model={model} />
		</Panel>
	)
	if (plain || height < chartFrom) return list
	return (
		<Split rows at={Math.min(10, Math.floor(height / 4))}>
			<LastBlocks model={model} />
			{list}
		</Split>
	)
}

/** Transactions of the last blocks. */
function LastBlocks({ model }: { readonly model: BlocksModel }): ReactElement {
	const { list } = model.app.pulses
	const first = list[0]
	return (
		<Panel title="Transactions per block" remark={`last ${counted(list.length, 'block')}`}>
			<Chart
				values={list.map(({ txs }) => txs)}
				combine="max"
				format={short}
				ends={[first === undefined ? '' : `#${grouped(first.height)}`, 'now']}
				empty="Each block adds a column."
			/>
		</Panel>
	)
}

function BlockTable({ model }: { readonly model: BlocksModel }): ReactElement {
	const theme = useTheme()
	const now = useNow()
	const { width } = useArea()
	const hash = width >= 180 ? 64 : 17
	return (
		<Table
			cursor={model.cursor}
			count={model.count}
			columns={[
				{ title: 'height', width: 9, align: 'right' },
				{ title: 'age', width: 4, align: 'right' },
				{ title: 'txs', width: 4, align: 'right' },
				{ title: 'gas used', width: 11, align: 'right' },
				{ title: 'block hash', width: 'flex' },
				{ title: 'app hash', width: 'flex', from: 70 },
			]}
			row={(index) => {
				const height = model.heightAt(index)
				const block = model.pages.get(height, model.height)
				if (block === undefined) return [grouped(height), '', '…', '', '', '']
				return [
					grouped(block.height),
					age(block.time, now),
					block.txCount === 0 ? theme.muted('–') : grouped(block.txCount),
					block.gasUsed === 0n ? theme.muted('–') : grouped(block.gasUsed),
					middle(block.hash, hash),
					theme.muted(middle(block.appHash, hash)),
				]
			}}
			empty={emptyRows(model)}
			onOpen={() => model.open(model.selected)}
			onSelect={() => model.movable().move(0)}
		/>
	)
}

function emptyRows({ full, app }: BlocksModel): readonly string[] {
	if (full === undefined) return ['', 'No block has been made yet.']
	if (!full.complete) return ['', 'Looking …']
	return ['', 'No block has transactions yet.', `${app.keyFor('blocks.full')} shows all blocks.`]
}

/** A block: what it is, and its transactions below. */
function BlockDetails({ model, block }: { readonly model: BlocksModel; readonly block: BlockDetail }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { app } = model
	const url = nodeUrl(app.state.status, 'block', String(block.height))
	const rows: readonly Detail[] = [
		['time', absolute(block.time)],
		['hash', url === undefined ? block.hash : linkText(app.links, url, block.hash)],
		['app hash', block.appHash],
		['proposer', safeText(block.proposer, 120)],
		['gas used', grouped(block.gasUsed)],
	]
	const wanted = detailRows(theme, rows, width - 4).length + 2
	return (
		<Split rows at={Math.min(wanted, Math.max(4, height - 6))}>
			<Panel title={`Block ${grouped(block.height)}`}>
				<Details rows={rows} />
			</Panel>
			<Panel title={counted(block.txs.length, 'transaction')} active={block === model.block}>
				<TxTable
					cursor={model.txCursor}
					count={block.txs.length}
					at={(row) => block.txs[row]}
					ofBlock
					empty={['', 'The block is empty.']}
					onOpen={(tx) => app.open('transactions', tx.hash)}
				/>
			</Panel>
		</Split>
	)
}
