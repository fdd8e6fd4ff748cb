import { createCRC32, type IHasher } from 'hash-wasm'

let hasher: Promise<IHasher> | undefined

/** The CRC-32C (Castagnoli) of bytes: what LevelDB puts beside every block and log record. */
export type Crc32c = (...parts: readonly Uint8Array[]) => number

/** Loads the WebAssembly form, once. */
export async function loadCrc32c(): Promise<Crc32c> {
	hasher ??= createCRC32(0x82f63b78)
	const loaded = await hasher
	return (...parts) => {
		loaded.init()
		for (const part of parts) loaded.update(part)
		const [a = 0, b = 0, c = 0, d = 0] = loaded.digest('binary')
		return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
	}
}

/** As LevelDB stores it (util/crc32c.h Mask): a checksum of bytes that hold checksums would be weak. */
export function maskedCrc(crc: number): number {
	return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0
}
