import type { ReactElement } from 'react'
import type { Coin } from '../../../client/index.ts'
import { unitName } from '../../app/format/coins.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ItemTable } from '../../kit/components/ItemTable.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { cellWidth, fitCells, middle } from '../../kit/text/cells.ts'
import { filterRemark } from '../../kit/text/filterRemark.ts'
import { counted, short } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { placeColumns } from '../../kit/text/tableRows.ts'
import { age } from '../../kit/text/times.ts'
import { type AccountsModel, pastedEntry } from './AccountsModel.ts'

/** The addresses of the list: the user's, opened or labelled ones, well-known ones, and recent signers. */
export function AccountList({ model }: { readonly model: AccountsModel }): ReactElement {
	const { list } = model
	const ours = model.app.state.keys.length
	const remark = filterRemark(list, ours === 0 ? '' : `${counted(ours, 'key')} of yours`)
	return (
		<Panel title={counted(list.all.length, 'account')} remark={remark} active={!model.detailOpen}>
			<AccountTable model={model} />
		</Panel>
	)
}

/** The least cells of an address beside its name: `chain1…txk5q`. */
const shortestAddress = 12

/** From this width on names have a column of their own. */
const namesFrom = 90

function AccountTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const { app, list } = model
	const theme = useTheme()
	const now = useNow()
	const { width } = useArea()
	const isWide = width >= namesFrom
	const columns = app.amounts.raw ? rawColumns : readableColumns
	// Names, and what is behind them, take what the columns leave.
	const flexible = placeColumns(columns, width - 4)[0]?.cells ?? width
	// A name leaves room for both ends of the address, even if it is a label.
	const nameCells = Math.max(6, flexible - shortestAddress - 2)
	const cut = (name: string): string =>
		cellWidth(name) <= nameCells ? name : isAscii(name) ? middle(name, nameCells) : fitCells(name, nameCells)
	const addressCells = (name: string): number =>
		isWide ? 45 : Math.max(shortestAddress, Math.min(20, flexible - cellWidth(name) - 2))
	return (
		<ItemTable
			list={list}
			columns={
				isWide
					? [{ title: 'name', width: 20, id: 'name' }, ...columns]
					: [{ ...columns[0], title: 'account' }, ...columns.slice(1)]
			}
			row={(entry, mark) => {
				if (entry === pastedEntry) return [pastedEntry, ...(isWide ? [''] : []), 'of elsewhere']
				const name = app.nameOf(entry)
				const isNamed = name !== entry
				const info = model.infos.get(entry)
				const seen = model.known.lastSeen(entry)
				const short = isNamed ? cut(name) : ''
				const shown = mark(
					middle(safeText(entry, 120), isNamed ? addressCells(short) : Math.max(14, isWide ? 45 : flexible)),
				)
				return [
					...(isWide
						? [isNamed ? theme.strong(mark(name)) : theme.muted('–'), theme.muted(shown)]
						: [isNamed ? `${theme.strong(mark(short))}  ${theme.muted(shown)}` : shown]),
					info === undefined ? theme.muted('…') : mark(info.kind),
					info === undefined ? '' : balanceText(info.balances, app),
					info?.number ?? '',
					info === undefined || info.number === '' ? '' : info.sequence,
					seen === undefined ? theme.muted('–') : age(seen.time, now),
				]
			}}
			empty={[
				'',
				'No address yet.',
				`${app.keyFor('accounts.find')} looks at one,`,
				`${app.keyFor('accounts.paste')} compares pasted`,
				'JSON.',
			]}
			onOpen={() => model.open()}
		/>
	)
}

function isAscii(text: string): boolean {
	return /^[\x20-\x7e]*$/.test(text)
}

const readableColumns = [
	{ title: 'address', width: 'flex', id: 'address' },
	{ title: 'kind', width: 12, from: 56, id: 'kind' },
	{ title: 'balance', width: 17, align: 'right', from: 34, id: 'balance' },
	{ title: 'number', width: 8, align: 'right', from: 78, id: 'number' },
	{ title: 'seq', width: 5, align: 'right', from: 66, id: 'sequence' },
	{ title: 'seen', width: 6, align: 'right', from: 44, id: 'seen' },
] as const

/** Raw amounts are wider: the digits of a billion coins and their unit. */
const rawColumns = readableColumns.map((column) =>
	column.title === 'balance' ? { ...column, width: 24, from: 42 } : column,
)

/** The native coins, and that there are others. */
function balanceText(coins: readonly Coin[], { amounts, denom }: TuiApp): string {
	const native = coins.find((coin) => coin.denom === denom)
	const amount = native === undefined ? amounts.none : amounts.short(native)
	const others = coins.length - (native === undefined ? 0 : 1)
	const more = others === 0 ? '' : ` +${others}`
	if (amounts.raw) return `${middle(amount, 24 - more.length)}${more}`
	// Hundredths of millions are not shown.
	const whole = amount.length > 16 ? amount.replace(/\.\d+…?/, '') : amount
	// The unit stays, whatever has to go.
	const shown = whole.length > 17 ? `${short(Number(whole.replaceAll(/[^\d]/g, '')))} ${unitName(denom)}` : whole
	return shown + more
}
