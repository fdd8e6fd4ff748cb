import type { FormRow } from '../../../codec/legacy/forms/Comparison.ts'

/** The value of a row before a block changed it. */
export interface RowChange {
	/** The block in which it was seen to be different. */
	readonly height: number
	/** The value before, JSON text; undefined when there was none. */
	readonly before: string | undefined
}

/** Rows that differ from an earlier reading, by field. Heights of the replies always differ and do not count. */
export function changedRows(
	before: readonly FormRow[],
	after: readonly FormRow[],
	height: number,
): ReadonlyMap<string, RowChange> {
	const old = new Map(before.map((row) => [row.meaning, row]))
	const changed = new Map<string, RowChange>()
	for (const row of after) {
		const was = old.get(row.meaning)
		if (row.meaning === 'height' || (was?.value8 === row.value8 && was?.value9 === row.value9)) continue
		changed.set(row.meaning, { height, before: was?.value9 ?? was?.value8 })
	}
	return changed
}
