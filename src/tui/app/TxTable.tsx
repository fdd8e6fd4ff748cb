import type { ReactElement } from 'react'
import type { TxSummary } from '../../client/index.ts'
import { Table } from '../kit/components/Table.tsx'
import { useNow, useTheme } from '../kit/hooks/useModel.ts'
import type { ListCursor } from '../kit/models/ListCursor.ts'
import { middle } from '../kit/text/cells.ts'
import { highlight } from '../kit/text/highlight.ts'
import { grouped } from '../kit/text/numbers.ts'
import { safeText } from '../kit/text/safeText.ts'
import { age } from '../kit/text/times.ts'
import { txLine } from './format/txLine.ts'
import { useTuiApp } from './TuiAppContext.ts'

/** Content of a table of transactions. */
export interface TxTableProps {
	readonly cursor: ListCursor
	readonly count: number
	/** The transaction of a row; undefined while it loads. */
	readonly at: (row: number) => TxSummary | undefined
	/** Whether all are of one block. Rows then show their index instead of block and age. */
	readonly ofBlock?: boolean
	/** Words of a filter, marked where they occur. */
	readonly words?: readonly string[]
	readonly empty: readonly string[]
	readonly onOpen: (tx: TxSummary) => void
	readonly onSelect?: () => void
}

/** A table of transactions, one per row: block, result, action, signer, gas, fee and hash, as far as there is room. */
export function TxTable({ cursor, at, ofBlock = false, words = [], ...props }: TxTableProps): ReactElement {
	const app = useTuiApp()
	const theme = useTheme()
	const now = useNow()
	const mark = (text: string): string => highlight(text, words, theme.match)
	return (
		<Table
			cursor={cursor}
			count={props.count}
			columns={[
				...(ofBlock ? ofBlockColumns : ofChainColumns),
				{ title: '', width: 1 },
				{ title: 'kind', width: 9 },
				{ title: 'signer', width: 13 },
				{ title: 'what', width: 'flex' },
				{ title: 'gas used', width: 10, align: 'right', from: 74 },
				{ title: 'wanted', width: 10, align: 'right', from: 112 },
				{ title: 'fee', width: 14, align: 'right', from: 124 },
				{ title: 'hash', width: 13, from: 92 },
			]}
			row={(index) => {
				const tx = at(index)
				if (tx === undefined) return [theme.muted('…')]
				const summary = txLine(tx, (address) => app.shortName(address, 13), app.amounts)
				return [
					...(ofBlock ? [String(tx.index + 1)] : [grouped(tx.height), age(tx.time, now)]),
					summary.failed ? theme.bad('✗') : theme.good('✓'),
					summary.kind,
					mark(summary.who),
					mark(summary.what),
					grouped(tx.gasUsed),
					theme.muted(grouped(tx.gasWanted)),
					tx.fee.map((coin) => safeText(app.amounts.coin(coin), 40)).join(', ') || theme.muted('none'),
					theme.muted(middle(tx.hash, 13)),
				]
			}}
			empty={props.empty}
			onOpen={() => {
				const tx = at(cursor.selected)
				if (tx !== undefined) props.onOpen(tx)
			}}
			{...(props.onSelect === undefined ? {} : { onSelect: props.onSelect })}
		/>
	)
}

const ofBlockColumns = [{ title: '#', width: 4, align: 'right' }] as const
const ofChainColumns = [
	{ title: 'block', width: 9, align: 'right' },
	{ title: 'age', width: 4, align: 'right' },
] as const
