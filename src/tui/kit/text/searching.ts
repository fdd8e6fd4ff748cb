import { Fzf } from 'fzf'

/** The two texts an entry is found by. */
export interface Searchable {
	readonly label: string
	readonly detail: string
}

/**
 * Entries that match what was typed, best first; all of them, in order, for an empty query. Entries that contain every
 * word come first (in the label before in the detail), then those whose label matches with letters left out.
 */
export function fuzzy<Item>(items: readonly Item[], query: string, texts: (item: Item) => Searchable): readonly Item[] {
	const words = filterWords(query)
	if (words.length === 0) return items
	const contains = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
	const inLabel = items.filter((item) => contains(texts(item).label))
	const inDetail = items.filter(
		(item) => !inLabel.includes(item) && contains(`${texts(item).label} ${texts(item).detail}`),
	)
	const near = new Fzf([...items], { selector: (item: Item) => texts(item).label, casing: 'case-insensitive' })
		.find(query.trim())
		.map((found: { readonly item: Item }) => found.item)
		.filter((item: Item) => !inLabel.includes(item) && !inDetail.includes(item))
	return [...inLabel, ...inDetail, ...near]
}

/** The words of a filter, in lower case. */
export function filterWords(query: string): readonly string[] {
	return query
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== '')
}

/** Marks where a filter's words occur, so that one sees why a row is there. @param text safe to print, no colours */
export function highlight(text: string, words: readonly string[], paint: (part: string) => string): string {
	if (words.length === 0) return text
	const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
	return text.replaceAll(new RegExp(pattern, 'giu'), (part) => paint(part))
}
