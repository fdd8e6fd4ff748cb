import type { TxDetail } from '../../../client/ChainClient.ts'
import { type Detail, details } from '../../components/details.ts'
import type { ListCursor } from '../../components/ListCursor.ts'
import { panel } from '../../components/layout.ts'
import { table } from '../../components/table.ts'
import type { Line, View } from '../../components/View.ts'
import { counted, grouped } from '../../format/numbers.ts'
import { absolute, age } from '../../format/times.ts'
import { txSummary } from '../../format/txSummary.ts'
import { middle } from '../../term/cells.ts'
import { safeText } from '../../term/safeText.ts'
import type { BlockDetail, BlocksModel, OpenedTx } from './model.ts'
import { txDetailLines } from './txDetailLines.ts'

/** Blocks and transactions: a list, or what was opened of it. */
export function blocksLines(model: BlocksModel, view: View): readonly Line[] {
	const { top } = model
	if (top?.kind === 'tx') return txPanel(model, view, top)
	if (top?.kind === 'block') return blockPanel(model, view, top.block)
	return model.tab === 'blocks' ? blockList(model, view) : txList(model, view)
}

function blockList(model: BlocksModel, view: View): readonly Line[] {
	const { theme, now } = view
	const remark =
		model.blockCursor.selected === 0 ? 'following' : `${grouped(model.height - model.blockCursor.selected)}`
	return panel(view, { title: counted(model.height, 'block'), remark, active: true }, (inside) =>
		table(inside, {
			cursor: model.blockCursor,
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
				const cells = inside.width >= 140 ? 64 : 17
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
			onOpen: () => model.openBlock(model.height - model.blockCursor.selected),
		}),
	)
}

function txList(model: BlocksModel, view: View): readonly Line[] {
	const { list } = model
	const title =
		list.query === ''
			? counted(list.total, 'transaction')
			: `${counted(list.total, 'transaction')} with “${safeText(list.query, 40)}”`
	// The next page is read before its first row is needed.
	if (model.txCursor.selected > list.txs.length - 40) model.moreTxs()
	return panel(view, { title, active: true }, (inside) =>
		txTable(
			model,
			inside,
			list.txs,
			model.txCursor,
			list.reading ? ['', 'Looking …'] : ['', 'No transaction found.', 'Esc goes back.'],
		),
	)
}

function txTable(
	model: BlocksModel,
	view: View,
	txs: readonly TxDetail[],
	cursor: ListCursor,
	empty: readonly string[],
): readonly Line[] {
	const { app } = model
	const { theme, now } = view
	return table(view, {
		cursor,
		count: txs.length,
		columns: [
			{ title: 'block', width: 9, align: 'right' },
			{ title: 'age', width: 4, align: 'right' },
			{ title: '', width: 1 },
			{ title: 'kind', width: 10 },
			{ title: 'who', width: 13 },
			{ title: 'what', width: 'flex' },
			{ title: 'gas used', width: 10, align: 'right', from: 90 },
			{ title: 'hash', width: 13, from: 110 },
		],
		row: (index) => {
			const tx = txs[index]!
			const summary = txSummary(tx, (address) => app.shortName(address, 13), app.denom)
			return [
				grouped(tx.height),
				age(tx.time, now),
				summary.failed ? theme.bad('✗') : theme.good('✓'),
				summary.kind,
				summary.who,
				summary.what,
				grouped(tx.gasUsed),
				theme.muted(middle(tx.hash, 13)),
			]
		},
		empty,
		onOpen: () => {
			const tx = txs[cursor.selected]
			if (tx !== undefined) model.showTx(tx)
		},
	})
}

function blockPanel(model: BlocksModel, view: View, block: BlockDetail): readonly Line[] {
	const { theme } = view
	const rows: readonly Detail[] = [
		['time', absolute(block.time)],
		['hash', block.hash],
		['app hash', block.appHash],
		['proposer', safeText(block.proposer, 120)],
		['gas used', grouped(block.gasUsed)],
	]
	const top = Math.min(rows.length + 2, Math.max(4, view.height - 6))
	return [
		...panel(view.part(0, 0, view.width, top), { title: `Block ${grouped(block.height)}` }, (inside) =>
			details(theme, rows, inside.width),
		),
		...panel(
			view.part(0, top, view.width, view.height - top),
			{ title: counted(block.txs.length, 'transaction'), active: true },
			(inside) => txTable(model, inside, block.txs, model.innerCursor, ['', 'The block is empty.']),
		),
	]
}

function txPanel(model: BlocksModel, view: View, { tx, findings }: OpenedTx): readonly Line[] {
	const { app } = model
	const summary = txSummary(tx, (address) => app.shortName(address, 16), app.denom)
	return panel(
		view,
		{ title: `${summary.kind} by ${summary.who}`, remark: model.scroll.remark, active: true },
		(inside) =>
			model.scroll.window(
				txDetailLines(tx, {
					theme: view.theme,
					width: inside.width,
					raw: model.raw,
					findings,
					nameOf: (address) => app.nameOf(address),
				}),
				inside.height,
			),
	)
}
