import { linked, nodeUrl } from '../../app/format/nodeUrl.ts'
import { txTable } from '../../app/txTable.ts'
import { beside, panel } from '../../kit/lines/layout.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute, age } from '../../kit/text/times.ts'
import type { BlockDetail, BlocksModel } from './BlocksModel.ts'

/** From this width on the selected block stands beside the list. */
const detailFrom = 140

/** Blocks: the list, and the selected one beside it or in its place. */
export function blocksLines(model: BlocksModel, view: View): readonly Line[] {
	const { width, height } = view
	const { block } = model
	if (width < detailFrom || view.plain)
		return block === undefined ? blockList(model, view) : blockPart(model, view, block)
	const left = Math.floor(width * 0.5)
	const right = width - left - 1
	const side = view.part(left + 1, 0, right, height)
	const shown = block ?? (model.preview?.height === model.selected ? model.preview : undefined)
	return beside([
		{ lines: blockList(model, view.part(0, 0, left, height)), width: left },
		{
			lines:
				shown === undefined
					? panel(side, { title: `Block ${grouped(model.selected)}` }, () => [view.theme.muted('…')])
					: blockPart(model, side, shown),
			width: right,
		},
	])
}

function blockList(model: BlocksModel, view: View): readonly Line[] {
	const { theme, now } = view
	const remark = model.cursor.selected === 0 ? 'following' : `${grouped(model.selected)}`
	const active = model.block === undefined
	return panel(view, { title: counted(model.height, 'block'), remark, active }, (inside) =>
		table(inside, {
			cursor: model.cursor,
			count: model.height,
			columns: [
				{ title: 'height', width: 9, align: 'right' },
				{ title: 'age', width: 4, align: 'right' },
				{ title: 'txs', width: 4, align: 'right' },
				{ title: 'gas used', width: 11, align: 'right' },
				{ title: 'block hash', width: 'flex' },
				{ title: 'app hash', width: 'flex', from: 70 },
			],
			row: (index) => {
				const height = model.height - index
				const block = model.pages.get(height, model.height)
				if (block === undefined) return [grouped(height), '', '…', '', '', '']
				const cells = inside.width >= 180 ? 64 : 17
				return [
					grouped(block.height),
					age(block.time, now),
					block.txCount === 0 ? theme.muted('–') : grouped(block.txCount),
					block.gasUsed === 0n ? theme.muted('–') : grouped(block.gasUsed),
					middle(block.hash, cells),
					theme.muted(middle(block.appHash, cells)),
				]
			},
			empty: ['', 'No block has been made yet.'],
			onOpen: () => model.open(model.selected),
			onSelect: () => model.loadPreview(),
		}),
	)
}

/** A block: what it is, and its transactions below. */
function blockPart(model: BlocksModel, view: View, block: BlockDetail): readonly Line[] {
	const { theme } = view
	const isOpen = block === model.block
	const rows: readonly Detail[] = [
		['time', absolute(block.time)],
		['hash', linked(view, nodeUrl(model.app.state.status, 'block', String(block.height)), block.hash)],
		['app hash', block.appHash],
		['proposer', safeText(block.proposer, 120)],
		['gas used', grouped(block.gasUsed)],
	]
	const top = Math.min(rows.length + 2, Math.max(4, view.height - 6))
	return [
		...panel(view.part(0, 0, view.width, top), { title: `Block ${grouped(block.height)}` }, (inside) =>
			detailRows(theme, rows, inside.width),
		),
		...panel(
			view.part(0, top, view.width, view.height - top),
			{ title: counted(block.txs.length, 'transaction'), active: isOpen },
			(inside) =>
				txTable(inside, {
					app: model.app,
					cursor: model.txCursor,
					count: block.txs.length,
					at: (row) => block.txs[row],
					ofBlock: true,
					empty: ['', 'The block is empty.'],
					onOpen: (tx) => model.app.open('transactions', tx.hash),
				}),
		),
	]
}
