const slabSize = 4096
let slab = new ArrayBuffer(slabSize)
let used = 0

/**
 * Zeroed bytes. An array of more than 64 bytes with memory of its own takes V8 a whole microsecond, so those of up to a
 * kilobyte share some; the memory lives as long as any of its arrays.
 */
export function newBytes(length: number): Uint8Array {
	if (length <= 64 || length > slabSize / 4) return new Uint8Array(length)
	if (used + length > slabSize) {
		slab = new ArrayBuffer(slabSize)
		used = 0
	}
	const bytes = new Uint8Array(slab, used, length)
	used += length
	return bytes
}
