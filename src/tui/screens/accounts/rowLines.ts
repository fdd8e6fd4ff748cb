import type { FormKind, FormRow } from '../../../codec/legacy/forms/FormRow.ts'
import { formatCoins } from '../../app/format/coins.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { cellWidth, fitCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { AccountsModel } from './AccountsModel.ts'

/** From this width on a row shows paths and values of both generations. */
const bothPathsFrom = 112

/** What became of a meaning, as a sign and in words. */
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

/** The aligned view: one row for each meaning, generation 8 left, generation 9 right. */
export function alignedLines(model: AccountsModel, view: View): readonly Line[] {
	const { theme } = view
	const { rows } = model
	const wide = view.width >= bothPathsFrom
	const shared = { cursor: model.rowCursor, count: rows.length, empty: emptyRows(model) }
	const last = { title: '', width: 13 }
	if (!wide) {
		return table(view, {
			...shared,
			columns: [
				{ title: '  what', width: view.width >= 90 ? 26 : 20 },
				{ title: 'generation 8', width: 'flex' },
				{ title: 'generation 9', width: 'flex' },
				last,
			],
			row: (index) => {
				const row = rows[index]!
				const [left, right] = [shortValue(row.value8, model.app.denom), shortValue(row.value9, model.app.denom)]
				return [meaningText(model, row, theme), left, right, kindText(row, theme)]
			},
		})
	}
	const what = view.width >= 130 ? 26 : 1
	const room = Math.floor((view.width - 3 - what - 13 - 5 * 2) / 2)
	const path = Math.min(56, Math.floor(room * 0.62))
	return table(view, {
		...shared,
		columns: [
			{ title: what > 1 ? '  what' : '', width: what },
			{ title: 'generation 8', width: path },
			{ title: '', width: 'flex' },
			{ title: 'generation 9', width: path },
			{ title: '', width: 'flex' },
			last,
		],
		row: (index) => {
			const row = rows[index]!
			return [
				what > 1 ? meaningText(model, row, theme) : changeMark(model, row, theme),
				shortPath(row.path8, path),
				shortValue(row.value8, model.app.denom),
				shortPath(row.path9, path),
				shortValue(row.value9, model.app.denom),
				kindText(row, theme),
			]
		},
	})
}

/** The view of paths alone: where a client reads, and where it has to read now. */
export function pathLines(model: AccountsModel, view: View): readonly Line[] {
	const { theme } = view
	const { rows } = model
	const path = Math.floor((view.width - 2 - 13 - 6) / 2)
	return table(view, {
		cursor: model.rowCursor,
		count: rows.length,
		empty: emptyRows(model),
		columns: [
			{ title: 'generation 8 (jq)', width: 'flex' },
			{ title: 'generation 9 (jq)', width: 'flex' },
			{ title: '', width: 13 },
		],
		row: (index) => {
			const row = rows[index]!
			return [shortPath(row.path8, path), shortPath(row.path9, path), kindText(row, theme)]
		},
	})
}

/** The selected row in full: both paths, both values, and why they differ. */
export function explanationLines(model: AccountsModel, view: View): readonly Line[] {
	const { theme, width } = view
	const row = model.rows[model.rowCursor.selected]
	if (row === undefined) return []
	const place = (generation: 8 | 9, path: string | undefined, value: string | undefined): Line => {
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

function emptyRows(model: AccountsModel): readonly string[] {
	const { current } = model
	if (model.fault !== '') return ['', safeText(model.fault, 400)]
	if (current === undefined) return ['', '◌ reading']
	if (model.onlyDifferences && current.rows.length > 0) return ['', 'Nothing differs.']
	const faults = [current.side8, current.side9]
		.map(({ fault }, index) => (fault === '' ? '' : `generation ${8 + index}: ${safeText(fault, 400)}`))
		.filter((line) => line !== '')
	if (faults.length === 0) faults.push('It has too many members to compare.')
	return ['', ...faults, '', 'v shows what there is as raw JSON, r reads again.']
}

function meaningText(model: AccountsModel, row: FormRow, theme: Theme): string {
	return `${changeMark(model, row, theme)} ${safeText(row.meaning, 80)}`
}

function changeMark(model: AccountsModel, row: FormRow, theme: Theme): string {
	return model.changes.has(row.meaning) ? theme.warn('●') : ' '
}

function kindText(row: FormRow, theme: Theme): string {
	const [sign, word] = kinds[row.kind]
	return paintOf(row.kind, theme)(`${sign} ${word}`)
}

function paintOf(kind: FormKind, theme: Theme): Theme['good'] {
	if (kind === 'same') return theme.muted
	return kind === 'moved' || kind === 'renamed' || kind === 'added' ? theme.accent : theme.warn
}

/** A jq path within some cells: its end is what tells, so its beginning is cut. */
export function shortPath(path: string | undefined, cells: number): string {
	if (path === undefined) return '–'
	const text = safeText(path, 300)
	if (cellWidth(text) <= cells) return text
	return `…${text.slice(text.length - Math.max(0, cells - 1))}`
}

/** A JSON value on one line; coins as amounts. */
export function shortValue(value: string | undefined, denom: string): string {
	if (value === undefined) return '–'
	const coins = /^\[\{"denom"/.test(value) && value.length < 4_000 ? coinsOf(value) : undefined
	return safeText(coins === undefined ? value : `[${formatCoins(coins, denom)}]`, 400)
}

function coinsOf(value: string): readonly { readonly denom: string; readonly amount: string }[] | undefined {
	const list = JSON.parse(value) as readonly { readonly denom?: unknown; readonly amount?: unknown }[]
	const coins = list.map(({ denom, amount }) => ({ denom: String(denom), amount: String(amount) }))
	return coins.every(({ amount }) => /^\d{1,100}$/.test(amount)) ? coins : undefined
}
