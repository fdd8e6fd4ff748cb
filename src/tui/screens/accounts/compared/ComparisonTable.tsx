import type { ReactElement } from 'react'
import type { FormKind, FormRow } from '../../../../codec/legacy/forms/Comparison.ts'
import { member } from '../../../../util/jsonParts.ts'
import type { AmountWords } from '../../../app/format/Amounts.ts'
import { ListTable } from '../../../kit/components/ListTable.tsx'
import type { ListColumn } from '../../../kit/models/List.ts'
import { cellWidth, fitCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { RowSpace, Theme } from '../../../kit/theme/Theme.ts'
import type { AccountsModel } from '../AccountsModel.ts'

/** From this width on a row shows paths and values of both generations. */
const bothPathsFrom = 110
/** From this width on it also names the field. */
const meaningFrom = 128
/** Cells of what became of a row. */
const kindCells = 13

/** Both generations of an account: one row for each meaning, generation 8 left, generation 9 right. */
export function ComparisonTable({ model }: { readonly model: AccountsModel }): ReactElement {
	return (
		<ListTable
			list={model.compared}
			empty={emptyRows(model)}
			columns={model.view === 'paths' ? pathColumns : valueColumns(model)}
		/>
	)
}

const kind: ListColumn<FormRow> = {
	id: 'kind',
	title: '',
	width: kindCells,
	text: (row, { theme }) => kindText(row, theme),
}

/** The view of paths alone: where a client reads, and where it has to read now. */
const pathColumns: readonly ListColumn<FormRow>[] = [
	{ id: '8', title: 'generation 8 (jq)', width: 'flex', text: ({ path8 }, { cells }) => shortPath(path8, cells) },
	{ id: '9', title: 'generation 9 (jq)', width: 'flex', text: ({ path9 }, { cells }) => shortPath(path9, cells) },
	kind,
]

/** The field and its values, and its paths where there is room. */
function valueColumns(model: AccountsModel): readonly ListColumn<FormRow>[] {
	const { rows, app } = model
	// Paths matter most: they are complete if there is room, and values get the rest.
	const longest = Math.max(12, ...rows.flatMap(({ path8 = '', path9 = '' }) => [path8.length, path9.length]))
	const pathCells = (table: number): number => {
		const room = Math.floor((table - (table >= meaningFrom ? 26 : 1) - kindCells - 5 * 2) / 2)
		return Math.min(longest, Math.max(Math.floor(room * 0.62), room - 24))
	}
	const side = (generation: 8 | 9): readonly ListColumn<FormRow>[] => {
		const title = `generation ${generation}`
		const value = (row: FormRow): string => shortValue(generation === 8 ? row.value8 : row.value9, app.amounts)
		return [
			{ id: `value ${generation}`, title, width: 'flex', below: bothPathsFrom, text: value },
			{
				id: `path ${generation}`,
				title,
				width: pathCells,
				from: bothPathsFrom,
				text: (row, { cells }) => shortPath(generation === 8 ? row.path8 : row.path9, cells),
			},
			{ id: `its value ${generation}`, title: '', width: 'flex', from: bothPathsFrom, text: value },
		]
	}
	const what: Omit<ListColumn<FormRow>, 'width'> = {
		id: 'what',
		title: '  what',
		text: (row, { theme }) => meaningText(model, row, theme),
	}
	return [
		{ ...what, width: (table) => (table >= 88 ? 26 : 20), below: bothPathsFrom },
		{
			id: 'changed',
			title: '',
			width: 1,
			from: bothPathsFrom,
			below: meaningFrom,
			text: (row, { theme }) => changeMark(model, row, theme),
		},
		{ ...what, id: 'meaning', width: 26, from: meaningFrom },
		...side(8),
		...side(9),
		kind,
	]
}

/** Sign and text of each kind of difference. */
const kinds: Readonly<Record<FormKind, readonly [sign: string, word: string]>> = {
	same: ['=', 'same'],
	moved: ['→', 'moved'],
	renamed: ['≈', 'renamed'],
	omitted: ['−', 'left out'],
	added: ['+', 'added'],
	typeChanged: ['#', 'other type'],
	movedToOtherQuery: ['⇒', 'other query'],
	changed: ['≠', 'changed'],
}

/** The selected row in full: both paths, both values, and why they differ. */
export function explanationRows(model: AccountsModel, { theme, width }: RowSpace): readonly string[] {
	const row = model.compared.selected
	if (row === undefined) return []
	const place = (generation: 8 | 9, path: string | undefined, value: string | undefined): string => {
		const found =
			path === undefined
				? theme.muted('not there')
				: `${safeText(path, 300)}  ${theme.muted(safeText(value ?? '', 2_000))}`
		return fitCells(`${theme.strong(`gen ${generation}`)}  ${found}`, width)
	}
	const change = model.changes.get(row.meaning)
	const before =
		change === undefined
			? ''
			: ` · ● changed in block ${change.height} from ${safeText(change.before ?? 'nothing', 80)}`
	const [sign, word] = kinds[row.kind]
	const paint = paintOf(row.kind, theme)
	return [
		place(8, row.path8, row.value8),
		place(9, row.path9, row.value9),
		fitCells(`${paint(`${sign} ${word}`)}  ${safeText(row.explanation, 300)}${theme.warn(before)}`, width),
	]
}

/** The reason there are no rows to show: those that are read are hidden for their equality alone. */
export function emptyRows(model: AccountsModel): readonly string[] {
	const { current } = model
	if (model.fault !== '') return ['', safeText(model.fault, 400)]
	if (current === undefined) return ['', '◌ reading']
	if (current.rows.length > 0) return ['', 'Nothing differs.']
	const faults = [current.side8, current.side9]
		.map(({ fault }, index) => (fault === '' ? '' : `generation ${8 + index}: ${safeText(fault, 400)}`))
		.filter((line) => line !== '')
	if (faults.length === 0) faults.push('It has too many members to compare.')
	return ['', ...faults, '', 'v shows what there is as raw JSON, r reads again.']
}

/** The field of a row, marked after a recent change. */
export function meaningText(model: AccountsModel, row: FormRow, theme: Theme): string {
	return `${changeMark(model, row, theme)} ${safeText(row.meaning, 80)}`
}

/** `●` where a value changed lately. */
export function changeMark(model: AccountsModel, row: FormRow, theme: Theme): string {
	return model.changes.has(row.meaning) ? theme.warn('●') : ' '
}

/** The difference of a row, as a sign and text. */
export function kindText(row: FormRow, theme: Theme): string {
	const [sign, word] = kinds[row.kind]
	return paintOf(row.kind, theme)(`${sign} ${word}`)
}

function paintOf(kind: FormKind, theme: Theme): Theme['good'] {
	if (kind === 'same') return theme.muted
	return kind === 'moved' || kind === 'renamed' || kind === 'added' ? theme.accent : theme.warn
}

/** A jq path fitted to some cells. Its end matters most, so it is cut in its first half, after its first word. */
export function shortPath(path: string | undefined, cells: number): string {
	if (path === undefined) return '–'
	const text = safeText(path, 300)
	if (cellWidth(text) <= cells) return text
	const head = cells < 16 ? 0 : Math.floor(cells / 4)
	return `${text.slice(0, head)}…${text.slice(text.length - Math.max(0, cells - head - 1))}`
}

/** A JSON value on one line; coins as amounts. */
export function shortValue(value: string | undefined, amounts: AmountWords): string {
	if (value === undefined) return '–'
	const coins = /^\[\{"denom"/.test(value) && value.length < 4_000 ? coinsOf(value) : undefined
	return safeText(coins === undefined ? value : `[${amounts.coins(coins)}]`, 400)
}

function coinsOf(value: string): readonly { readonly denom: string; readonly amount: string }[] | undefined {
	const list = JSON.parse(value) as readonly unknown[]
	const coins = list.map((coin) => ({ denom: String(member(coin, 'denom')), amount: String(member(coin, 'amount')) }))
	return coins.every(({ amount }) => /^\d{1,100}$/.test(amount)) ? coins : undefined
}

/** Number of rows of each kind, with its sign: a legend with counts. */
export function kindCounts(rows: readonly FormRow[], theme: Theme): string {
	const order = Object.keys(kinds) as readonly FormKind[]
	return order
		.map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }))
		.filter(({ count }) => count > 0)
		.map(({ kind, count }) => `${paintOf(kind, theme)(kinds[kind][0])} ${count} ${kinds[kind][1]}`)
		.join(theme.border(' · '))
}
