import type { TxSummary } from '../../client/ChainClient.ts'
import { table } from '../kit/lines/table.ts'
import type { Line, View } from '../kit/lines/View.ts'
import type { ListCursor } from '../kit/models/ListCursor.ts'
import { middle } from '../kit/text/cells.ts'
import { grouped } from '../kit/text/numbers.ts'
import { safeText } from '../kit/text/safeText.ts'
import { age } from '../kit/text/times.ts'
import { txLine } from './format/txLine.ts'
import type { TuiApp } from './TuiApp.ts'

/** What a table of transactions shows. */
export interface TxTableOptions {
	readonly app: TuiApp
	readonly cursor: ListCursor
	readonly count: number
	/** The transaction of a row; undefined while it is being read. */
	readonly at: (row: number) => TxSummary | undefined
	/** They are all of one block: each row tells its place there in place of block and age. */
	readonly ofBlock?: boolean
	readonly empty: readonly string[]
	readonly onOpen: (tx: TxSummary) => void
	readonly onSelect?: () => void
}

/** Transactions, one a row: where, how it ended, what it did, who signed, gas, fee and hash as far as there is room. */
export function txTable(view: View, options: TxTableOptions): readonly Line[] {
	const { app, cursor, ofBlock } = options
	const { theme, now } = view
	return table(view, {
		cursor,
		count: options.count,
		columns: [
			...(ofBlock === true
				? [{ title: '#', width: 4, align: 'right' } as const]
				: ([
						{ title: 'block', width: 9, align: 'right' },
						{ title: 'age', width: 4, align: 'right' },
					] as const)),
			{ title: '', width: 1 },
			{ title: 'kind', width: 9 },
			{ title: 'signer', width: 13 },
			{ title: 'what', width: 'flex' },
			{ title: 'gas used', width: 10, align: 'right', from: 74 },
			{ title: 'wanted', width: 10, align: 'right', from: 112 },
			{ title: 'fee', width: 12, align: 'right', from: 124 },
			{ title: 'hash', width: 13, from: 92 },
		],
		row: (index) => {
			const tx = options.at(index)
			if (tx === undefined) return [theme.muted('…')]
			const summary = txLine(tx, (address) => app.shortName(address, 13), app.denom)
			return [
				...(ofBlock === true ? [String(tx.index + 1)] : [grouped(tx.height), age(tx.time, now)]),
				summary.failed ? theme.bad('✗') : theme.good('✓'),
				summary.kind,
				summary.who,
				summary.what,
				grouped(tx.gasUsed),
				theme.muted(grouped(tx.gasWanted)),
				tx.fee.map(({ amount, denom }) => safeText(`${amount}${denom}`, 40)).join(',') || theme.muted('none'),
				theme.muted(middle(tx.hash, 13)),
			]
		},
		empty: options.empty,
		onOpen: () => {
			const tx = options.at(cursor.selected)
			if (tx !== undefined) options.onOpen(tx)
		},
		...(options.onSelect === undefined ? {} : { onSelect: options.onSelect }),
	})
}
