import type { ReactElement } from 'react'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import type { AccountsModel } from './AccountsModel.ts'
import { changeMark, emptyRows, kindText, meaningText, shortPath, shortValue } from './comparisonTexts.ts'

/** From this width on a row shows paths and values of both generations. */
const bothPathsFrom = 112
/** Cells of what became of a row. */
const kindCells = 13

/** Both generations of an account: one row for each meaning, generation 8 left, generation 9 right. */
export function ComparisonTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const { width } = useArea()
	if (model.view === 'paths') return <PathTable model={model} />
	return width >= bothPathsFrom ? <WideTable model={model} /> : <NarrowTable model={model} />
}

function NarrowTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { rows, app } = model
	return (
		<Table
			cursor={model.rowCursor}
			count={rows.length}
			empty={emptyRows(model)}
			columns={[
				{ title: '  what', width: width >= 90 ? 26 : 20 },
				{ title: 'generation 8', width: 'flex' },
				{ title: 'generation 9', width: 'flex' },
				{ title: '', width: kindCells },
			]}
			row={(index) => {
				const row = rows[index]
				if (row === undefined) return []
				return [
					meaningText(model, row, theme),
					shortValue(row.value8, app.amounts),
					shortValue(row.value9, app.amounts),
					kindText(row, theme),
				]
			}}
		/>
	)
}

function WideTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { rows, app } = model
	const what = width >= 130 ? 26 : 1
	const room = Math.floor((width - 3 - what - kindCells - 5 * 2) / 2)
	// Paths matter most: they are complete if there is room, and values get the rest.
	const longest = Math.max(12, ...rows.flatMap(({ path8 = '', path9 = '' }) => [path8.length, path9.length]))
	const path = Math.min(longest, Math.max(Math.floor(room * 0.62), room - 24))
	return (
		<Table
			cursor={model.rowCursor}
			count={rows.length}
			empty={emptyRows(model)}
			columns={[
				{ title: what > 1 ? '  what' : '', width: what },
				{ title: 'generation 8', width: path },
				{ title: '', width: 'flex' },
				{ title: 'generation 9', width: path },
				{ title: '', width: 'flex' },
				{ title: '', width: kindCells },
			]}
			row={(index) => {
				const row = rows[index]
				if (row === undefined) return []
				return [
					what > 1 ? meaningText(model, row, theme) : changeMark(model, row, theme),
					shortPath(row.path8, path),
					shortValue(row.value8, app.amounts),
					shortPath(row.path9, path),
					shortValue(row.value9, app.amounts),
					kindText(row, theme),
				]
			}}
		/>
	)
}

/** The view of paths alone: where a client reads, and where it has to read now. */
function PathTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { rows } = model
	const path = Math.floor((width - 2 - kindCells - 6) / 2)
	return (
		<Table
			cursor={model.rowCursor}
			count={rows.length}
			empty={emptyRows(model)}
			columns={[
				{ title: 'generation 8 (jq)', width: 'flex' },
				{ title: 'generation 9 (jq)', width: 'flex' },
				{ title: '', width: kindCells },
			]}
			row={(index) => {
				const row = rows[index]
				return row === undefined ? [] : [shortPath(row.path8, path), shortPath(row.path9, path), kindText(row, theme)]
			}}
		/>
	)
}
