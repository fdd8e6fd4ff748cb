/** The smaller of two whole numbers. */
export function smaller(a: bigint, b: bigint): bigint {
	return a < b ? a : b
}

/** The larger of two whole numbers. */
export function larger(a: bigint, b: bigint): bigint {
	return a < b ? b : a
}
