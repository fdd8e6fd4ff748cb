import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkTable, loadCrc32c } from '../../../src/store/check/checkTable.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { openLevelReader } from '../../../src/store/kv/levelReader.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

const count = 20_000
const key = (index: number) => utf8(`key of a record ${String(index).padStart(8, '0')}`)
const value = (index: number) => `the text of record ${index}, which is much like that of the others`

let folder: string
let tables: readonly string[]
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-packed-'))
	const db = await openLevelDb(folder)
	const batch = db.batch()
	for (let index = 0; index < count; index++) batch.put(key(index), utf8(value(index)))
	await db.write(batch, { sync: true })
	await db.close()
	// Into tables, by the options that the database was made with.
	const level = new ClassicLevel<Uint8Array, Uint8Array>(folder, { keyEncoding: 'view', valueEncoding: 'view' })
	await level.open()
	await level.compactRange(key(0), key(count))
	await level.close()
	tables = readdirSync(folder).filter((name) => name.endsWith('.ldb'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('tables that LevelDB packed are found whole, and each changed byte of one is found', async () => {
	const crc = await loadCrc32c()
	expect(tables.length).toBeGreaterThan(0)
	for (const name of tables) {
		const table = readFileSync(join(folder, name))
		expect(checkTable(table, crc)).toBeUndefined()
		for (let at = 0; at < table.length - 48; at += 997) {
			table[at]! ^= 1
			expect(checkTable(table, crc), `byte ${at}`).toBeTypeOf('string')
			table[at]! ^= 1
		}
	}
})

test('a record in a damaged part of a packed table is refused or as it was, alone and in a walk', async () => {
	const [name = ''] = tables
	const file = join(folder, name)
	const table = readFileSync(file)
	// The length of the first block says more than its bytes give.
	table[0] = 0xff
	writeFileSync(file, table)
	const db = await openLevelDb(folder)
	try {
		let refused = 0
		for (let index = 0; index < count; index += 7) {
			try {
				const found = db.get(key(index))
				expect(found && fromUtf8(found)).toBe(value(index))
			} catch (error) {
				expect(error).toMatchObject({ message: `The database ${folder} is damaged.` })
				refused++
			}
		}
		expect(refused).toBeGreaterThan(0)
		const walk = async () => {
			for await (const _row of db.range({ gte: key(0) }));
		}
		await expect(walk()).rejects.toThrow('is damaged')
		const batch = db.batch()
		batch.put(key(0), utf8('new'))
		await expect(db.write(batch, { sync: true })).rejects.toThrow('is damaged')
	} finally {
		await db.close()
	}
})

test('a table in which a block was changed is told as damage to those that serve beside the thread of the blocks', async () => {
	const file = join(folder, tables[0] ?? '')
	writeFileSync(file, readFileSync(file).fill(0xff, 0, 1))
	const db = await openLevelDb(folder, { shared: true })
	const reader = await openLevelReader(folder)
	const damage = {
		message: `The database ${folder} is damaged.`,
		why: expect.stringMatching(/^A table of it cannot be read \(Corruption: .*\)\.$/),
	}
	try {
		for (const one of [db, reader.view().db]) {
			expect(() => one.get(key(0))).toThrow(expect.objectContaining(damage))
			const walk = async () => {
				for await (const _row of one.range({ gte: key(0) }));
			}
			await expect(walk()).rejects.toMatchObject(damage)
		}
	} finally {
		await reader.close()
		await db.close()
	}
})

test('a database whose first table is cut short is not opened, is told as damaged, and can be opened when it is mended', async () => {
	const file = join(folder, tables[0] ?? '')
	const table = readFileSync(file)
	writeFileSync(file, table.subarray(0, table.length >> 1))
	await expect(openLevelDb(folder)).rejects.toMatchObject({
		message: `The database ${folder} is damaged.`,
		why: `A table of it cannot be read (IO error: ${file}: Invalid argument).`,
	})
	writeFileSync(file, table)
	const db = await openLevelDb(folder)
	expect(fromUtf8(db.get(key(0))!)).toBe(value(0))
	await db.close()
})

test('a table that is cut off, ends in other bytes or names what it does not have is told by what is wrong', async () => {
	const crc = await loadCrc32c()
	const table = readFileSync(join(folder, tables[0] ?? ''))
	const { length } = table
	expect(checkTable(new Uint8Array(47), crc)).toBe('it is cut off')
	expect(checkTable(new Uint8Array(48), crc)).toBe('its end is cut off or changed')
	expect(checkTable(table.subarray(0, length - 1), crc)).toBe('its end is cut off or changed')
	const changed = (at: number, ...bytes: number[]) => {
		const other = Uint8Array.from(table)
		other.set(bytes, at)
		return checkTable(other, crc)
	}
	for (const at of [8, 1]) expect(changed(length - at, 0)).toBe('its end is cut off or changed')
	expect(changed(0, table[0]! ^ 1)).toBe('the block at 0 does not match its checksum')
	// The first handle of the footer: an offset of 2^28 - 1.
	expect(changed(length - 48, 0xff, 0xff, 0xff, 0x7f)).toBe('its index names a block behind its end')
	// Bytes between the blocks and the footer.
	const longer = new Uint8Array([...table.subarray(0, length - 48), 0, ...table.subarray(length - 48)])
	expect(checkTable(longer, crc)).toBe(`the bytes from ${length - 48} on belong to no block`)
	const shifted = new Uint8Array([0, ...table])
	expect(checkTable(shifted, crc)).toMatch(/^the block at \d+ does not match its checksum$/)
})
