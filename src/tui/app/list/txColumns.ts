import type { TxSummary } from '../../../client/index.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { middle } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import { type TxLine, txLine } from '../format/txLine.ts'
import type { TuiApp } from '../TuiApp.ts'

/** Names of the columns that a list of transactions may have. */
export type TxColumn =
	| 'index'
	| 'block'
	| 'age'
	| 'result'
	| 'kind'
	| 'signer'
	| 'what'
	| 'gas'
	| 'wanted'
	| 'fee'
	| 'hash'

/** What is about the chain alone, for a list beside other things. */
export const fewTxColumns: readonly TxColumn[] = ['block', 'age', 'result', 'kind', 'signer', 'what']

/** Everything a row can say, as far as there is room. */
export const allTxColumns: readonly TxColumn[] = [...fewTxColumns, 'gas', 'wanted', 'fee', 'hash']

/** The columns of a list of transactions. */
export function txColumns(app: TuiApp, names: readonly TxColumn[]): readonly ListColumn<TxSummary>[] {
	const line = (tx: TxSummary): TxLine => txLine(tx, (address) => app.shortName(address, 13), app.amounts)
	const columns: Readonly<Record<TxColumn, Omit<ListColumn<TxSummary>, 'id'>>> = {
		index: { title: '#', width: 4, align: 'right', text: ({ index }) => String(index + 1) },
		block: { title: 'block', width: 9, align: 'right', text: ({ height }) => grouped(height) },
		age: { title: 'age', width: 4, align: 'right', text: ({ time }, { now }) => age(time, now) },
		result: { title: '', width: 1, text: (tx, { theme }) => (line(tx).failed ? theme.bad('✗') : theme.good('✓')) },
		kind: { title: 'kind', width: 9, text: (tx) => line(tx).kind },
		signer: { title: 'signer', width: 13, text: (tx, { mark }) => mark(line(tx).who) },
		what: { title: 'what', width: 'flex', text: (tx, { mark }) => mark(line(tx).what) },
		gas: { title: 'gas used', width: 10, align: 'right', from: 74, text: ({ gasUsed }) => grouped(gasUsed) },
		wanted: {
			title: 'wanted',
			width: 10,
			align: 'right',
			from: 112,
			text: ({ gasWanted }, { theme }) => theme.muted(grouped(gasWanted)),
		},
		fee: {
			title: 'fee',
			width: 14,
			align: 'right',
			from: 124,
			text: ({ fee }, { theme }) =>
				fee.map((coin) => safeText(app.amounts.coin(coin))).join(', ') || theme.muted('none'),
		},
		hash: { title: 'hash', width: 13, from: 92, text: ({ hash }, { theme }) => theme.muted(middle(hash, 13)) },
	}
	return names.map((id) => ({ id, ...columns[id] }))
}
