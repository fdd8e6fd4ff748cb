/** Sorts the entries of a map, whose keys are different, by their keys. */
export function byKey<Key extends string | number | bigint>(
	[a]: readonly [Key, ...unknown[]],
	[b]: readonly [Key, ...unknown[]],
): number {
	return a < b ? -1 : 1
}
