import type { ReactElement } from 'react'
import { useChanges, useTheme } from '../hooks/useModel.ts'
import type { ItemList } from '../models/ItemList.ts'
import { highlight } from '../text/highlight.ts'
import { Table, type TableProps } from './Table.tsx'

/** The items of a list as a table. */
export interface ItemTableProps<Item> extends Pick<TableProps, 'columns' | 'header' | 'height' | 'onOpen'> {
	readonly list: ItemList<Item>
	/**
	 * Texts of an item, one per column, safe to print.
	 *
	 * @param mark Highlights matches of the filter in an uncoloured text.
	 */
	readonly row: (item: Item, mark: (text: string) => string) => readonly string[]
	/** Shown if there are no items at all: what to press. */
	readonly empty: readonly string[]
}

/** A table that filters, sorts by a click on a title and keeps its selection by item: see `ItemList`. */
export function ItemTable<Item>({ list, row, empty, ...table }: ItemTableProps<Item>): ReactElement {
	useChanges()
	const theme = useTheme()
	const { shown, words, sort } = list
	const mark = (text: string): string => highlight(text, words, theme.match)
	return (
		<Table
			{...table}
			cursor={list.cursor}
			count={shown.length}
			row={(index) => {
				const item = shown[index]
				return item === undefined ? [] : row(item, mark)
			}}
			empty={list.filter === '' ? empty : ['', 'Nothing matches.', 'Esc clears the filter.']}
			onSelect={() => list.chosen()}
			onSort={(column) => list.sortBy(column)}
			{...(sort === undefined ? {} : { sort })}
		/>
	)
}
