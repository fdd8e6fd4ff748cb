const slabSize = 4096
let slab = new ArrayBuffer(slabSize)
let used = 0

/**
 * Allocates zeroed bytes. V8 needs a whole microsecond for an array of more than 64 bytes with its own memory, so
 * arrays up to a kilobyte share a buffer. The buffer lives as long as any of its arrays.
 */
export function newBytes(length: number): Uint8Array {
	return length <= 64 ? new Uint8Array(length) : sharedBytes(length)
}

/** As `newBytes`, for bytes handed to native code: short ones share a buffer too, or V8 would copy them then. */
export function sharedBytes(length: number): Uint8Array {
	if (length === 0 || length > slabSize / 4) return new Uint8Array(length)
	if (used + length > slabSize) {
		slab = new ArrayBuffer(slabSize)
		used = 0
	}
	const bytes = new Uint8Array(slab, used, length)
	used += length
	return bytes
}
