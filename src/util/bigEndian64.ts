/** Encodes an unsigned 64-bit number as 8 bytes, big-endian. */
export function bigEndian64(value: bigint): Uint8Array {
	const bytes = new Uint8Array(8)
	new DataView(bytes.buffer).setBigUint64(0, value)
	return bytes
}

/** Decodes 8 big-endian bytes. */
export function fromBigEndian64(bytes: Uint8Array): bigint {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0)
}
