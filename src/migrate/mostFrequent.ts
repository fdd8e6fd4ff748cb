import { getOrInsert } from '../util/getOrInsert.ts'

/** The text that comes most often, of several the one that comes first. */
export function mostFrequent(texts: readonly string[]): string | undefined {
	const groups = new Map<string, string[]>()
	for (const text of texts) getOrInsert(groups, text, () => []).push(text)
	return [...groups.values()].sort((a, b) => b.length - a.length)[0]?.[0]
}
