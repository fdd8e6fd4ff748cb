/** A list that filters while one types: an `ItemList`, or one too long to hold, which filters by itself. */
export interface Filterable {
	/** What was typed; empty without a filter. */
	readonly filter: string
	setFilter(text: string): void
	/** How many match, in a few words: `12 of 100,000`. */
	readonly found: string
	move(delta: number): void
}
