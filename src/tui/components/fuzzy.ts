import { Fzf } from 'fzf'

/** Items whose label matches a query by fuzzy search, best first; all of them, in order, for an empty query. */
export function fuzzy<Item>(items: readonly Item[], query: string, label: (item: Item) => string): readonly Item[] {
	if (query.trim() === '') return items
	return new Fzf([...items], { selector: label, casing: 'case-insensitive' })
		.find(query.trim())
		.map((found: { readonly item: Item }) => found.item)
}
