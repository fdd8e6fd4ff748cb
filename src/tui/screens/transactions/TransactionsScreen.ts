import type { TxDetail } from '../../../client/ChainClient.ts'
import { linked, nodeUrl } from '../../app/format/nodeUrl.ts'
import { txLine } from '../../app/format/txLine.ts'
import { throughputLines } from '../../app/throughput.ts'
import { txTable } from '../../app/txTable.ts'
import { beside, panel } from '../../kit/lines/layout.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { TransactionsModel } from './TransactionsModel.ts'
import { txDetailLines } from './txDetailLines.ts'
import type { TxFindings } from './txFindings.ts'

/** From this width on the selected transaction stands beside the list. */
const detailFrom = 140
/** From this height on throughput stands above the list. */
const chartFrom = 18

/** Transactions: throughput above the list, and the selected one beside it or in its place. */
export function transactionsLines(model: TransactionsModel, view: View): readonly Line[] {
	const { width, height } = view
	const opened = model.stack.top
	if (width < detailFrom || view.plain) {
		return opened === undefined ? listPart(model, view) : txPanel(model, view, opened.tx, opened.findings)
	}
	const left = Math.floor(width * 0.58)
	const right = width - left - 1
	const side = view.part(left + 1, 0, right, height)
	const tx = model.detail
	return beside([
		{ lines: listPart(model, view.part(0, 0, left, height)), width: left },
		{
			lines:
				tx === undefined
					? panel(side, { title: 'Transaction' }, () => [
							view.theme.muted(model.tx === undefined ? 'Nothing is selected.' : '…'),
						])
					: txPanel(model, side, tx, opened?.findings),
			width: right,
		},
	])
}

function listPart(model: TransactionsModel, view: View): readonly Line[] {
	const { width, height } = view
	if (height < chartFrom || view.plain) return listPanel(model, view)
	const { pulses } = model.app
	const chart = panel(
		view.part(0, 0, width, 4),
		{ title: 'Throughput', remark: `last ${counted(pulses.list.length, 'block')}` },
		(inside) => throughputLines(pulses, view.theme, inside.width),
	)
	return [...chart, ...listPanel(model, view.part(0, 4, width, height - 4))]
}

function listPanel(model: TransactionsModel, view: View): readonly Line[] {
	const { app, search, cursor } = model
	const remarks = [
		...(search === undefined ? [] : [`/${safeText(model.searched, 30)}`, model.matchRemark]),
		...(model.following ? ['following'] : []),
		...(model.count === 0 ? [] : [`${grouped(cursor.selected + 1)} of ${grouped(model.count)}`]),
	]
	return panel(
		view,
		{
			title: counted(model.pages.total, 'transaction'),
			remark: remarks.join(' · '),
			active: model.stack.top === undefined,
		},
		(inside) =>
			txTable(inside, {
				app,
				cursor,
				count: model.count,
				at: (row) => model.at(row),
				empty: emptyLines(model, inside.width),
				onOpen: () => model.openSelected(),
				onSelect: () => model.movable().move(0),
			}),
	)
}

/** Why there is nothing to list, and what to do. */
function emptyLines(model: TransactionsModel, width: number): readonly Line[] {
	const { search, app } = model
	const fault = search?.fault ?? model.fault
	if (fault !== undefined) {
		return ['', ...fault.text.split('\n').flatMap((line) => wrapCells(safeText(line, 2_000), width))]
	}
	if (search !== undefined) {
		if (!search.complete) return ['', 'Looking …']
		return ['', 'No transaction matches.', 'Esc shows all again, / changes the search.']
	}
	if (!model.pages.ready) return ['', 'Reading …']
	return [
		'',
		'No transaction is on this chain yet.',
		`${app.keyFor('go.greetings')} goes to Greetings, where n writes the first one.`,
	]
}

function txPanel(
	model: TransactionsModel,
	view: View,
	tx: TxDetail,
	findings: TxFindings | undefined,
): readonly Line[] {
	const { app } = model
	const summary = txLine(tx, (address) => app.shortName(address, 16), app.denom)
	const isOpen = findings !== undefined
	return panel(
		view,
		{
			title: `${summary.kind} by ${summary.who}`,
			remark: isOpen ? model.scroll.remark : '',
			active: isOpen,
		},
		(inside) => {
			const lines = txDetailLines(tx, {
				theme: view.theme,
				width: inside.width,
				raw: isOpen && model.raw,
				findings,
				nameOf: (address) => app.nameOf(address),
				link: (hash) => linked(view, nodeUrl(app.state.status, 'tx', hash), hash),
			})
			if (view.plain) return lines
			return isOpen ? model.scroll.window(lines, inside.height) : lines
		},
	)
}
