import { createCRC32, type IHasher } from 'hash-wasm'
import { ByteReader } from '../ByteReader.ts'
import { unpackSnappy } from './snappy.ts'

interface BlockHandle {
	readonly offset: number
	readonly size: number
}

const footerSize = 48
/** Type and checksum behind every block. */
const trailerSize = 5
const magic = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]

/**
 * Checks every block of a LevelDB table against its checksum: data, index and filter (doc/table_format.md of leveldb
 * 1.20). LevelDB itself reads them unchecked.
 * @returns what is wrong, or undefined.
 */
export function checkTable(file: Uint8Array, crc: Crc32c): string | undefined {
	if (file.length < footerSize) return 'it is cut off'
	const footer = file.subarray(file.length - footerSize)
	if (!magic.every((byte, index) => footer[footerSize - 8 + index] === byte)) return 'its end is cut off or changed'
	try {
		const handles = new ByteReader(footer)
		const meta = readHandle(handles)
		const index = readHandle(handles)
		const blocks = [meta, index]
		for (const parent of [meta, index]) {
			const problem = checkBlock(file, parent, crc)
			if (problem !== undefined) return problem
			for (const value of valuesOf(contentOf(file, parent))) {
				blocks.push(readHandle(new ByteReader(value)))
			}
		}
		let end = 0
		for (const block of blocks.sort((a, b) => a.offset - b.offset)) {
			if (block.offset !== end) return `the bytes from ${end} on belong to no block`
			end = block.offset + block.size + trailerSize
			const problem = checkBlock(file, block, crc)
			if (problem !== undefined) return problem
		}
		return end === file.length - footerSize ? undefined : `the bytes from ${end} on belong to no block`
	} catch {
		return 'its index cannot be read'
	}
}

function checkBlock(file: Uint8Array, { offset, size }: BlockHandle, crc: Crc32c): string | undefined {
	const end = offset + size
	if (end + trailerSize > file.length - footerSize) return 'its index names a block behind its end'
	const view = new DataView(file.buffer, file.byteOffset + end + 1)
	// The type is summed with the block.
	if (view.getUint32(0, true) === maskedCrc(crc(file.subarray(offset, end + 1)))) return undefined
	return `the block at ${offset} does not match its checksum`
}

/** A block as it was before it was packed, which its type tells: 0 for not at all, 1 for Snappy. */
function contentOf(file: Uint8Array, { offset, size }: BlockHandle): Uint8Array {
	const block = file.subarray(offset, offset + size)
	return file[offset + size] === 0 ? block : unpackSnappy(block)
}

function readHandle(reader: ByteReader): BlockHandle {
	return { offset: reader.uvarint(), size: reader.uvarint() }
}

/** The values of a block's entries (leveldb table/format: shared, unshared and value length, key rest, value). */
function* valuesOf(block: Uint8Array): Generator<Uint8Array> {
	const view = new DataView(block.buffer, block.byteOffset, block.length)
	const restarts = view.getUint32(block.length - 4, true)
	const reader = new ByteReader(block.subarray(0, block.length - 4 - restarts * 4))
	while (!reader.done) {
		reader.uvarint()
		const unshared = reader.uvarint()
		const length = reader.uvarint()
		reader.raw(unshared)
		yield reader.raw(length)
	}
}

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
		return Buffer.from(loaded.digest('binary')).readUInt32BE()
	}
}

/** As LevelDB stores it (util/crc32c.h Mask): a checksum of bytes that hold checksums would be weak. */
export function maskedCrc(crc: number): number {
	return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0
}
