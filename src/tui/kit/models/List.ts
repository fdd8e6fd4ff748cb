import type { ListCursor } from './ListCursor.ts'
import type { Movable } from './Movable.ts'

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
	/** Id of the column. */
	readonly column: string
	readonly descending: boolean
}

/**
 * Rows with a selection that stays with its row, a filter and an order: an `ItemList`, which holds its rows, or a
 * `WindowList`, which does not.
 */
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
