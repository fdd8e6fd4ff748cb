/**
 * Byte order of two keys: negative, zero or positive. A plain loop, because keys mostly differ in their first bytes and
 * a call into the runtime costs more than that.
 */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
	const shorter = Math.min(a.length, b.length)
	for (let i = 0; i < shorter; i++) {
		const difference = (a[i] as number) - (b[i] as number)
		if (difference !== 0) return difference
	}
	return a.length - b.length
}
