import type { Coin } from '../../../client/index.ts'
import { labelSign } from '../../../codec/address/labels.ts'
import { unitName } from '../../app/format/coins.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { cellWidth, cutCells, middle } from '../../kit/text/cells.ts'
import { short } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import type { AccountInfo, AccountInfos } from './AccountInfos.ts'
import type { KnownAddresses } from './KnownAddresses.ts'

/** Entry of a pasted account in place of an address. */
export const pastedEntry = 'pasted JSON'

/** The least cells of an address beside its name: `chain1…txk5q`. */
const shortestAddress = 12
/** From this width on names have a column of their own. */
const namesFrom = 88

/** What the columns ask. */
export interface ListedAccounts {
	readonly app: TuiApp
	readonly infos: AccountInfos
	readonly known: KnownAddresses
}

/** The columns of the list of accounts; sorting puts unknown values last. */
export function accountColumns({ app, infos, known }: ListedAccounts): readonly ListColumn<string>[] {
	const isNamed = (entry: string): boolean => app.nameOf(entry) !== entry
	// Labels, which begin with their mark, come behind names: U+FFFF is behind every letter.
	const name = (entry: string): string | undefined =>
		isNamed(entry) || entry.includes(' ')
			? app.nameOf(entry).toLowerCase().replace(labelSign, `\uffff${labelSign}`)
			: undefined
	const column = (
		place: Omit<ListColumn<string>, 'text'>,
		text: (info: AccountInfo) => string,
	): ListColumn<string> => ({
		...place,
		align: 'right',
		text: (entry) => {
			const info = entry === pastedEntry ? undefined : infos.get(entry)
			return info === undefined ? '' : text(info)
		},
	})
	return [
		{
			id: 'name',
			width: 20,
			from: namesFrom,
			text: (entry, { theme, mark }) => {
				if (entry === pastedEntry) return entry
				return isNamed(entry) ? theme.strong(mark(app.nameOf(entry))) : theme.muted('–')
			},
			order: name,
		},
		{
			id: 'address',
			width: 'flex',
			from: namesFrom,
			text: (entry, { theme, mark, cells }) =>
				entry === pastedEntry ? '' : theme.muted(mark(middle(safeText(entry, 120), Math.min(45, cells)))),
			order: (entry) => entry,
		},
		{
			id: 'address',
			title: 'account',
			width: 'flex',
			below: namesFrom,
			text: (entry, { theme, mark, cells }) => {
				if (entry === pastedEntry) return entry
				if (!isNamed(entry)) return mark(middle(safeText(entry, 120), Math.max(14, cells)))
				// A name leaves room for both ends of the address, even if it is a label.
				const cut = fitName(app.nameOf(entry), Math.max(6, cells - shortestAddress - 2))
				const room = Math.max(shortestAddress, Math.min(20, cells - cellWidth(cut) - 2))
				return `${theme.strong(mark(cut))}  ${theme.muted(mark(middle(safeText(entry, 120), room)))}`
			},
		},
		{
			id: 'kind',
			width: 12,
			from: 56,
			text: (entry, { theme, mark }) => {
				if (entry === pastedEntry) return 'of elsewhere'
				const info = infos.get(entry)
				return info === undefined ? theme.muted('…') : mark(info.kind)
			},
			order: (entry) => infos.peek(entry)?.kind,
		},
		{
			...column({ id: 'balance', width: () => (app.amounts.raw ? 24 : 17), from: 34 }, (info) =>
				balanceText(info.balances, app),
			),
			order: (entry) => {
				const info = infos.peek(entry)
				return info && number(info.balances.find(({ denom }) => denom === app.denom)?.amount ?? '0')
			},
		},
		{
			...column({ id: 'number', width: 8, from: 78 }, (info) => info.number),
			order: (entry) => number(infos.peek(entry)?.number),
		},
		{
			...column({ id: 'sequence', title: 'seq', width: 5, from: 66 }, (info) =>
				info.number === '' ? '' : info.sequence,
			),
			order: (entry) => (infos.peek(entry)?.number === '' ? undefined : number(infos.peek(entry)?.sequence)),
		},
		{
			id: 'seen',
			width: 6,
			align: 'right',
			from: 44,
			text: (entry, { theme, now }) => {
				if (entry === pastedEntry) return ''
				const seen = known.lastSeen(entry)
				return seen === undefined ? theme.muted('–') : age(seen.time, now)
			},
			order: (entry) => known.lastSeen(entry)?.height,
		},
	]
}

/** A node may say anything in place of a number. */
function number(text = ''): bigint | undefined {
	return /^\d{1,100}$/.test(text) ? BigInt(text) : undefined
}

/** A name in some cells; one of plain letters keeps both ends. */
function fitName(name: string, cells: number): string {
	return /^[\x20-\x7e]*$/.test(name) ? middle(name, cells) : cutCells(name, cells)
}

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
