/** Sorts the entries of a map, whose keys are different, by their keys. */
export function byKey<Key extends string | number | bigint>(
	[a]: readonly [Key, ...unknown[]],
	[b]: readonly [Key, ...unknown[]],
): number {
	return a < b ? -1 : 1
}

/** The smaller of two whole numbers. */
export function smaller(a: bigint, b: bigint): bigint {
	return a < b ? a : b
}

/** The larger of two whole numbers. */
export function larger(a: bigint, b: bigint): bigint {
	return a < b ? b : a
}
