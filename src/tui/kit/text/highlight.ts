/** The words of a filter, in lower case. */
export function filterWords(query: string): readonly string[] {
	return query
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== '')
}

/**
 * Marks where the words of a filter occur in a text, so that one sees why a row is there.
 *
 * @param text Safe to print, without colours.
 */
export function highlight(text: string, words: readonly string[], paint: (part: string) => string): string {
	if (words.length === 0 || text === '') return text
	const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
	return text.replaceAll(new RegExp(pattern, 'giu'), (part) => (part === '' ? '' : paint(part)))
}
