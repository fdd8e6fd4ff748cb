import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
	type CheckOptions,
	checkLevelDb,
	manifestName,
	type SeenManifest,
} from '../../../src/store/check/checkLevelDb.ts'
import { loadCrc32c, maskedCrc } from '../../../src/store/check/checkTable.ts'
import { KnownTables } from '../../../src/store/check/KnownTables.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-check-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = (name: string) => join(folder, name)
const named = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending))
const manifest = () => manifestName(folder)!

/** A closed database whose log has so many records, each of one write, with tables before it where asked. */
async function makeDatabase(records: number, tables = 0): Promise<string> {
	const level = new ClassicLevel<string, string>(folder, { compression: false })
	await level.open()
	for (let made = 0; made < tables; made++) {
		await level.put(`table ${made}`, 'x'.repeat(100))
		await level.compactRange('a', 'z')
	}
	for (let made = 0; made < records; made++) await level.put(`key ${made}`, `value ${made}`)
	await level.close()
	const [log = ''] = named('.log')
	return log
}

/** Positions at which the records of a log begin, all of which are in its first block, and its end. */
function starts(log: Buffer): readonly number[] {
	const found = [0]
	for (let at = 0; at < log.length; found.push(at)) at += 7 + log.readUInt16LE(at + 4)
	return found
}

const check = (seen?: SeenManifest, options?: CheckOptions) => checkLevelDb(folder, seen, options)

test('a whole database has no fault, and no folder of one either', async () => {
	expect(await check()).toEqual([])
	await makeDatabase(5, 2)
	expect(await check()).toEqual([])
})

test('a folder that names no manifest, or one that is not there, says so', async () => {
	await makeDatabase(1)
	const name = manifest()
	rmSync(path(name))
	expect(await check()).toEqual([{ file: 'CURRENT', why: `it names ${name}, which is not there` }])
	for (const text of ['', name, 'MANIFEST-12345\n', ` ${name}\n`]) {
		writeFileSync(path('CURRENT'), text)
		expect(await check()).toEqual([{ file: 'CURRENT', why: 'it names no manifest' }])
	}
})

test('a table that is not there, too short or changed is told by its name, after all others are read', async () => {
	await makeDatabase(1, 3)
	const tables = named('.ldb').sort()
	expect(tables.length).toBeGreaterThan(0)
	const [file = ''] = tables
	const bytes = readFileSync(path(file))
	const progress: [number, number][] = []
	const faults = () => check(undefined, { progress: (...step) => progress.push(step) })
	const all = tables.reduce((sum, name) => sum + statSync(path(name)).size, 0)
	truncateSync(path(file), bytes.length - 1)
	expect(await faults()).toEqual([{ file, why: `it has ${bytes.length - 1} of its ${bytes.length} bytes` }])
	expect(progress).toHaveLength(tables.length)
	expect(progress.at(-1)).toEqual([all, all])
	// What stands behind a table is no part of it.
	writeFileSync(path(file), Buffer.concat([bytes, Buffer.alloc(3)]))
	expect(await faults()).toEqual([])
	writeFileSync(path(file), Buffer.from(bytes).fill(bytes[0]! ^ 1, 0, 1))
	expect(await faults()).toEqual([{ file, why: 'the block at 0 does not match its checksum' }])
	rmSync(path(file))
	expect(await faults()).toEqual([{ file, why: 'it is not there' }])
})

test('tables that are known are passed over only when there are more bytes than are read anyway', async () => {
	await makeDatabase(1, 1)
	const [file = ''] = named('.ldb')
	const bytes = readFileSync(path(file))
	utimesSync(path(file), 1, 1)
	const note = `${folder}.tables`
	new KnownTables(note).note(folder)
	const known = new KnownTables(note)
	// It rots: neither its size nor its time tells.
	writeFileSync(path(file), bytes.fill(bytes[0]! ^ 1, 0, 1))
	utimesSync(path(file), 1, 1)
	expect(await check(undefined, { known })).toEqual([])
	expect(await check(undefined, { known, readAll: bytes.length - 1 })).toEqual([])
	expect(known.passed).toEqual([file, file])
	const fault = { file, why: 'the block at 0 does not match its checksum' }
	expect(await check(undefined, { known, readAll: bytes.length })).toEqual([fault])
	utimesSync(path(file), 1, 2)
	expect(await check(undefined, { known })).toEqual([fault])
	known.forget()
	expect(existsSync(note)).toBe(false)
	utimesSync(path(file), 1, 1)
	expect(await check(undefined, { known: new KnownTables(note) })).toEqual([fault])
})

test('a manifest that is shorter than it was, or damaged before its end, is refused', async () => {
	await makeDatabase(1, 2)
	const name = manifest()
	const bytes = readFileSync(path(name))
	const seen = { name, size: bytes.length }
	expect(await check(seen)).toEqual([])
	expect(await check({ name, size: bytes.length + 1 })).toEqual([
		{ file: name, why: `it has ${bytes.length} bytes and had ${bytes.length + 1}` },
	])
	expect(await check({ name: 'MANIFEST-999999', size: bytes.length + 1 })).toEqual([])
	const [, second = 0] = starts(bytes)
	const write = (changed: Uint8Array) => writeFileSync(path(name), changed)
	write(Buffer.from(bytes).fill(bytes[8]! ^ 1, 8, 9))
	expect(await check()).toEqual([{ file: name, why: 'a record does not match its checksum, at 0' }])
	const last = starts(bytes).at(-2) ?? 0
	expect(last).toBeGreaterThan(second)
	write(bytes.subarray(0, last + 7))
	// A crash may cut the last record off, but not one that was seen whole.
	expect(await check({ name, size: last })).toEqual([])
	expect(await check(seen)).toEqual([{ file: name, why: `a record is cut off, at ${last}` }])
	// A record of an edit that LevelDB does not have, with its checksum.
	const crc = await loadCrc32c()
	const edit = Buffer.from([0, 0, 0, 0, 1, 0, 1, 42])
	edit.writeUInt32LE(maskedCrc(crc(edit.subarray(6))), 0)
	write(Buffer.concat([bytes, edit]))
	expect(await check()).toEqual([{ file: name, why: 'a manifest has an edit of the unknown kind 42' }])
})

test('a manifest is read with each kind of edit, and one whose last edit is cut off is judged by where that began', async () => {
	await makeDatabase(1, 2)
	const name = manifest()
	const bytes = readFileSync(path(name))
	const crc = await loadCrc32c()
	const record = (kind: number, ...data: number[]) => {
		const made = Buffer.from([0, 0, 0, 0, data.length, 0, kind, ...data])
		made.writeUInt32LE(maskedCrc(crc(made.subarray(6))), 0)
		return made
	}
	const write = (...records: Uint8Array[]) => writeFileSync(path(name), Buffer.concat([bytes, ...records]))
	// Next to what LevelDB has written: the kinds 3, 4, 9 and 5, then two new tables of level 6, one of which goes again.
	const table = (number: number) => [7, 6, number, 9, 1, 65, 2, 66, 67]
	write(record(1, 3, 99, 4, 50, 9, 0, 5, 6, 2, 65, 66, ...table(97), ...table(98)), record(1, 6, 6, 97))
	expect(await check()).toEqual([{ file: '000098.ldb', why: 'it is not there' }])
	const [first, middle] = [record(2, 4), record(3, 50)]
	write(first, middle)
	const at = bytes.length
	for (const known of [at - 1, at]) expect(await check({ name, size: known })).toEqual([])
	for (const known of [at + 1, at + first.length])
		expect(await check({ name, size: known })).toEqual([{ file: name, why: `a record is cut off, at ${at}` }])
})

test('writes that are missing within a log or between two are told, in the order of the numbers of the logs', async () => {
	const log = await makeDatabase(8)
	const bytes = readFileSync(path(log))
	const at = starts(bytes)
	expect(at).toHaveLength(9)
	const part = (from: number, to: number) => bytes.subarray(at[from], at[to])
	const first = bytes.readBigUInt64LE(7)
	const missing = (from: number, to: number) =>
		`writes ${first + BigInt(from)} to ${first + BigInt(to)} are missing before it`
	rmSync(path(log))
	for (const files of [
		['999999.log', '1000000.log'],
		['1000000.log', '999999.log'],
	]) {
		for (const name of files) writeFileSync(path(name), '')
		const [older, newer] = ['999999.log', '1000000.log'] as const
		writeFileSync(path(older), part(0, 4))
		writeFileSync(path(newer), part(4, 8))
		expect(await check()).toEqual([])
		writeFileSync(path(newer), part(5, 8))
		expect(await check()).toEqual([{ file: newer, why: missing(4, 4) }])
		writeFileSync(path(older), Buffer.concat([part(0, 1), part(4, 8)]))
		expect(await check()).toEqual([{ file: older, why: missing(1, 3) }])
		// A log that the manifest no longer names counts for nothing.
		writeFileSync(path('000001.log'), part(7, 8))
		writeFileSync(path(older), part(0, 4))
		writeFileSync(path(newer), part(4, 8))
		expect(await check()).toEqual([])
		for (const name of [...files, '000001.log']) rmSync(path(name))
	}
})

test('a log that ends in the middle of a record is whole up to there, and one that goes on behind a fault is not', async () => {
	const log = await makeDatabase(4)
	const bytes = readFileSync(path(log))
	const at = starts(bytes)
	const faults = (content: Uint8Array) => {
		writeFileSync(path(log), content)
		return check()
	}
	const told = (why: string) => [{ file: log, why }]
	for (let length = 0; length <= bytes.length; length++) expect(await faults(bytes.subarray(0, length))).toEqual([])
	expect(await faults(Buffer.concat([bytes, Buffer.alloc(40)]))).toEqual([])
	const changed = (index: number, byte: number) => {
		const other = Buffer.from(bytes)
		other[index] = byte
		return faults(other)
	}
	for (const start of [0, at[2] ?? 0]) {
		expect(await changed(start + 9, 0xff)).toEqual(told(`a record does not match its checksum, at ${start}`))
	}
	expect(await changed((at[3] ?? 0) + 9, 0xff)).toEqual([])
	// A record with a right checksum that is the middle of none, and one that holds no write.
	const crc = await loadCrc32c()
	const record = (kind: number, ...data: number[]) => {
		const made = Buffer.from([0, 0, 0, 0, data.length & 0xff, data.length >> 8, kind, ...data])
		made.writeUInt32LE(maskedCrc(crc(made.subarray(6))), 0)
		return made
	}
	for (const kind of [3, 4]) {
		const content = Buffer.concat([record(kind, 1, 2), bytes])
		expect(await faults(content)).toEqual(told('a record is out of order, at 0'))
	}
	expect(await faults(Buffer.concat([record(2, 1), bytes]))).toEqual(told('a record is out of order, at 8'))
	expect(await faults(Buffer.concat([record(2, 1), record(3, 1), record(4, 1), bytes]))).toEqual(
		told('a record is too short'),
	)
	expect(await faults(record(1, ...new Uint8Array(11)))).toEqual(told('a record is too short'))
	expect(await faults(record(1))).toEqual(told('a record is too short'))
	const nothing = new Uint8Array(12)
	expect(await faults(record(1, ...nothing))).toEqual([])
	// A write that begins in the last seven bytes of a block has none of its own there; fewer are left empty.
	for (const left of [7, 6, 1]) {
		const full = record(1, ...new Uint8Array(32_768 - 7 - left))
		const rest = left === 7 ? [record(2), record(4, ...nothing)] : [Buffer.alloc(left), record(1, ...nothing)]
		expect(await faults(Buffer.concat([full, ...rest, record(1)]))).toEqual(told('a record is too short'))
		expect(await faults(Buffer.concat([full, ...rest]))).toEqual([])
	}
	// Parts of a write that begins here and ends nowhere are what a crash leaves.
	expect(await faults(Buffer.concat([bytes, record(2, 1), record(3, 1)]))).toEqual([])
})

test('a log of several blocks is read over their ends', async () => {
	const level = new ClassicLevel<string, string>(folder, { compression: false })
	await level.open()
	// Ends of records at each of the last bytes of a block, and a record of three blocks.
	for (let made = 0; made < 40; made++) await level.put(`key ${made}`, 'x'.repeat(32_768 - 60 + made))
	await level.put('long', 'x'.repeat(100_000))
	await level.close()
	const [log = ''] = named('.log')
	expect(await check()).toEqual([])
	const bytes = readFileSync(path(log))
	const at = 32_768 + 4
	writeFileSync(path(log), Buffer.from(bytes).fill(0xff, at, at + 2))
	expect(await check()).toEqual([{ file: log, why: 'a record is longer than its block, at 32768' }])
})
