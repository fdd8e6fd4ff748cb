import type { ReactElement } from 'react'
import type { FormRow } from '../../../codec/legacy/forms/Comparison.ts'
import { ListTable } from '../../kit/components/ListTable.tsx'
import type { ListColumn } from '../../kit/models/List.ts'
import type { AccountsModel } from './AccountsModel.ts'
import { changeMark, emptyRows, kindText, meaningText, shortPath, shortValue } from './comparisonTexts.ts'

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
