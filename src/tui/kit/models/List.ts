import type { Column } from '../text/tableRows.ts'
import type { Theme } from '../theme/Theme.ts'
import type { ListCursor } from './ListCursor.ts'

/** Anything that the movement keys (arrows, j k, page keys, g G) and the wheel move. */
export interface Movable {
	move(delta: number): void
	page(pages: number): void
	/** Goes to the first or last row. */
	edge(end: 'first' | 'last'): void
}

/** A list that filters while the user types. */
export interface Filterable {
	/** The filter text; empty without a filter. */
	readonly filter: string
	setFilter(text: string): void
	/** Number of matches as text: `12 of 100,000`. */
	readonly found: string
	move(delta: number): void
}

/** The order of a list's rows. */
export interface SortOrder {
	readonly column: string
	readonly descending: boolean
}

/** Where the text of a cell is shown. */
export interface Cell {
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
	/** Above the column; its name by default. */
	readonly title?: string
	/** Text of a row, safe to print and perhaps coloured. */
	readonly text: (row: Row, cell: Cell) => string
	/** The value that its rows are sorted by, for a column one can sort by; undefined comes last. */
	readonly order?: (row: Row) => string | number | bigint | undefined
}

/** Rows with a selection that stays with its row, a filter and an order; an `ItemList` holds its rows. */
export interface List<Row> extends Movable, Filterable {
	readonly cursor: ListCursor
	/** Number of rows that are shown. */
	readonly count: number
	/** A shown row; undefined behind the last one. */
	at(index: number): Row | undefined
	readonly selected: Row | undefined
	/** Words of the filter, marked where they occur. */
	readonly words: readonly string[]
	/** Undefined in the default order. */
	readonly sort: SortOrder | undefined
	/** Ids of the columns one can sort by. */
	readonly sortable: readonly string[]
	/** Sorts by a column: ascending, at the second call descending, at the third in the default order. */
	sortBy(column: string): void
	/** Steps through columns and directions, for a key. */
	nextSort(): void
	/** Reports a selection made at the cursor itself, as by the mouse. */
	chosen(): void
}
