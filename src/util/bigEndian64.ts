/** The 8 bytes of an unsigned 64-bit number, highest first. */
export function bigEndian64(value: bigint): Uint8Array {
	const bytes = new Uint8Array(8)
	new DataView(bytes.buffer).setBigUint64(0, value)
	return bytes
}

/** The number of 8 bytes, highest first. */
export function fromBigEndian64(bytes: Uint8Array): bigint {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0)
}
