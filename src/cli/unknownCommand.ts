import type { Command } from 'commander'
import { shownInput } from '../util/shownInput.ts'
import { UsageError } from './UsageError.ts'

/** Error for an unknown command, with the nearest existing one. */
export function unknownCommand(parent: Command, word: string): UsageError {
	const near = parent.commands
		.map((child) => ({ name: child.name(), distance: editDistance(child.name(), word) }))
		.filter(({ distance }) => distance <= 2)
		.sort((a, b) => a.distance - b.distance)[0]
	return new UsageError(
		`unknown command "${shownInput(word)}" for "${parent.name()}"`,
		near ? { next: `Did you mean ${near.name}?` } : {},
	)
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index)
	for (let i = 1; i <= a.length; i++) {
		const next = [i]
		for (let j = 1; j <= b.length; j++) {
			const cost = a[i - 1] === b[j - 1] ? 0 : 1
			next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + cost)
		}
		row = next
	}
	return row[b.length]!
}
