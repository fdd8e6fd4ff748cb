import type { FormRow } from './FormRow.ts'

/** The meanings that are new or have another value than before, in either generation: what a live view marks. */
export function changedMeanings(before: readonly FormRow[], now: readonly FormRow[]): ReadonlySet<string> {
	const known = new Map(before.map((row) => [row.meaning, row]))
	return new Set(
		now
			.filter((row) => {
				const old = known.get(row.meaning)
				return old?.value8 !== row.value8 || old?.value9 !== row.value9
			})
			.map(({ meaning }) => meaning),
	)
}
