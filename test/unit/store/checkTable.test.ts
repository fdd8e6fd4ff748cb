import { expect, test } from 'vitest'
import { ByteWriter } from '../../../src/store/ByteWriter.ts'
import { checkTable, loadCrc32c, maskedCrc } from '../../../src/store/check/checkTable.ts'

// doc/table_format.md of leveldb 1.20: blocks with a type and a masked checksum each, then a footer of 48 bytes.
const crc = await loadCrc32c()
const magic = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]

/** A block that is not packed, with its type and checksum. */
function block(...bytes: readonly number[]): Buffer {
	const made = Buffer.from([...bytes, 0, 0, 0, 0, 0])
	made.writeUInt32LE(maskedCrc(crc(made.subarray(0, bytes.length + 1))), bytes.length + 1)
	return made
}

/** The end of a table: offset and size of its block of meta data and of its index. */
function footer(...handles: readonly number[]): Buffer {
	const writer = new ByteWriter()
	for (const number of handles) writer.uvarint(number)
	const end = Buffer.alloc(48)
	end.set(writer.view())
	end.set(magic, 40)
	return end
}

/** Entries of a block: a key of one byte each, one place of a restart behind them. */
const entries = (...values: readonly (readonly number[])[]) =>
	block(...values.flatMap((value, index) => [0, 1, value.length, index, ...value]), 0, 0, 0, 0, 1, 0, 0, 0)
const nothing = entries()

test('a table that is whole has no fault, and one that is shorter than its end is cut off', () => {
	const data = block(1, 2, 3)
	const index = entries([0, 3])
	const at = data.length + nothing.length
	const table = (behind: readonly number[] = []) =>
		Buffer.concat([
			data,
			nothing,
			index,
			Buffer.from(behind),
			footer(data.length, nothing.length - 5, at, index.length - 5),
		])
	expect(checkTable(table(), crc)).toBeUndefined()
	expect(checkTable(table([0]), crc)).toBe(`the bytes from ${at + index.length} on belong to no block`)
	expect(checkTable(table().subarray(0, -1), crc)).toBe('its end is cut off or changed')
	expect(checkTable(Buffer.alloc(47), crc)).toBe('it is cut off')
	expect(checkTable(Buffer.alloc(48), crc)).toBe('its end is cut off or changed')
})

test('a block that is said to reach into the end of its table or behind it is told as such', () => {
	const told = (offset: number, size: number) =>
		checkTable(Buffer.concat([nothing, Buffer.alloc(100 - nothing.length), footer(offset, size, 0, 8)]), crc)
	expect(told(0, 95)).toBe('the block at 0 does not match its checksum')
	for (const size of [96, 100, 101, 143, 144, 1_000]) {
		expect(told(0, size), String(size)).toBe('its index names a block behind its end')
	}
	expect(told(90, 5)).toBe('the block at 90 does not match its checksum')
	expect(told(91, 5)).toBe('its index names a block behind its end')
})

test('bytes of a table between two blocks, or in two of them, are told from where no block has them alone', () => {
	const data = block(1, 2, 3)
	const told = (from: number, behind: readonly number[] = []) => {
		const index = entries([from, 3])
		const parts = [data, Buffer.from(behind), nothing, index]
		const [first = 0, second = 0] = [data.length + behind.length, data.length + behind.length + nothing.length]
		return checkTable(Buffer.concat([...parts, footer(first, nothing.length - 5, second, index.length - 5)]), crc)
	}
	expect(told(0)).toBeUndefined()
	expect(told(1)).toBe('the bytes from 0 on belong to no block')
	expect(told(0, [7])).toBe('the bytes from 8 on belong to no block')
	// An index whose only entry is itself an index.
	expect(told(data.length)).toBe('the bytes from 0 on belong to no block')
})
