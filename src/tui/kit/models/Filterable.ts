/** A list that filters while the user types: an `ItemList`, or one too long to hold that filters by itself. */
export interface Filterable {
	/** The filter text; empty without a filter. */
	readonly filter: string
	setFilter(text: string): void
	/** Number of matches as text: `12 of 100,000`. */
	readonly found: string
	move(delta: number): void
}
