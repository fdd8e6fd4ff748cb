import type { ReactElement } from 'react'
import { useChanges, useNow, useTheme } from '../hooks/useModel.ts'
import type { List } from '../models/List.ts'
import { highlight } from '../text/highlight.ts'
import type { Column } from '../text/tableRows.ts'
import type { Theme } from '../theme/Theme.ts'
import { Table, type TableProps } from './Table.tsx'

/** Where the text of a cell is shown. */
export interface Cell {
	/** Width of the column. */
	readonly cells: number
	readonly theme: Theme
	/** Current time for ages, in milliseconds since the epoch. */
	readonly now: number
	/** Marks matches of the filter in an uncoloured text. */
	readonly mark: (text: string) => string
}

/** A column of a list, which says everything about itself. */
export interface ListColumn<Row> extends Column {
	/** Its name, unique in the list; a click on the title of a sortable one sorts by it. */
	readonly id: string
	/** Text of a row, safe to print and perhaps coloured. */
	readonly text: (row: Row, cell: Cell) => string
	/** Ascending order of rows, for a column one can sort by. */
	readonly compare?: (a: Row, b: Row) => number
}

/** The orders of the columns that say how their rows compare, for an `ItemList`. */
export function sortsOf<Row>(
	columns: readonly ListColumn<Row>[],
): Readonly<Record<string, (a: Row, b: Row) => number>> {
	return Object.fromEntries(columns.flatMap(({ id, compare }) => (compare === undefined ? [] : [[id, compare]])))
}

/** A list as a table. */
export interface ListTableProps<Row> extends Pick<TableProps, 'header' | 'height' | 'onOpen'> {
	readonly list: List<Row>
	readonly columns: readonly ListColumn<Row>[]
	/** Shown if there are no rows at all: what to press. */
	readonly empty: readonly string[]
	/** Shown if the filter leaves no rows. */
	readonly noMatch?: readonly string[]
}

/** The rows of a list by named columns; a click on a title sorts. */
export function ListTable<Row>({
	list,
	columns,
	empty,
	noMatch = ['', 'Nothing matches.', 'Esc clears the filter.'],
	...table
}: ListTableProps<Row>): ReactElement {
	useChanges()
	const theme = useTheme()
	const now = useNow()
	const { words } = list
	const mark = (text: string): string => highlight(text, words, theme.match)
	return (
		<Table
			{...table}
			cursor={list.cursor}
			count={list.count}
			columns={columns}
			row={(index, cells) => {
				const row = list.at(index)
				if (row === undefined) return [theme.muted('…')]
				return columns.map(({ text }, column) => {
					const width = cells[column] ?? 0
					// A dropped column costs nothing.
					return width === 0 ? '' : text(row, { cells: width, theme, now, mark })
				})
			}}
			empty={list.filter === '' ? empty : noMatch}
			onSelect={() => list.chosen()}
			onSort={(column) => list.sortBy(column)}
			sort={list.sort}
		/>
	)
}
