import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { finishSealing, rawRecords } from '../../../src/store/kv/recordSeal.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-old-records-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'data')

/** Opens and closes the database; what it said and has. */
async function opened() {
	const said: string[] = []
	const db = await openLevelDb(path(), { say: (message) => said.push(message) })
	const rows: string[] = []
	try {
		for await (const [key, value] of db.range({})) rows.push(`${fromUtf8(key)} ${fromUtf8(value)}`)
	} finally {
		await db.close()
	}
	return { said, rows }
}

test('a database from before checksums gets them once when it is opened, says how far it is, and has what it had', async () => {
	// More records than are copied at once.
	const rows = Array.from({ length: 5_000 }, (_, at) => `key ${String(at).padStart(5, '0')}`)
	const level = new ClassicLevel<string, string>(path())
	await level.batch(rows.map((key) => ({ type: 'put', key, value: `of ${key}` })))
	await level.close()
	const wanted = rows.map((key) => `${key} of ${key}`)
	expect(await opened()).toEqual({
		said: [
			`The records of ${path()} get checksums. This is done once and may take some minutes for a long chain.`,
			// A read takes as many records as it has room for.
			expect.stringMatching(/^2\d{3} records have their checksums\.$/),
			expect.stringMatching(/^[45]\d{3} records have their checksums\.$/),
			'All 5000 records have their checksums.',
		],
		rows: wanted,
	})
	expect(readdirSync(folder)).toEqual(['data'])
	expect(await opened()).toEqual({ said: [], rows: wanted })
})

test('a database from before checksums that has a single record gets its checksum', async () => {
	const level = new ClassicLevel<string, string>(path())
	await level.put('key', 'value')
	await level.close()
	expect(await opened()).toEqual({
		said: [expect.stringContaining('get checksums'), 'All 1 records have their checksums.'],
		rows: ['key value'],
	})
})

test('a database that is new, or of whose first records one has its checksum, is not one from before checksums', async () => {
	mkdirSync(`${path()}.new`)
	expect(await opened()).toEqual({ said: [], rows: [] })
	expect(readdirSync(folder)).toEqual(['data'])
	const db = await openLevelDb(path())
	const batch = db.batch()
	for (const key of ['a', 'b', 'c']) batch.put(utf8(key), utf8(`of ${key}`))
	await db.write(batch, { sync: true })
	await db.close()
	const level = new ClassicLevel<string, string>(path())
	for (const key of ['a', 'b']) await level.put(key, 'changed')
	await level.close()
	await expect(opened()).rejects.toThrow('is damaged')
	const found: (readonly [string, string | undefined])[] = []
	for await (const [key, value] of rawRecords(path())) found.push([fromUtf8(key), value && fromUtf8(value)])
	expect(found).toEqual([
		['a', undefined],
		['b', undefined],
		['c', 'of c'],
	])
	await (await openLevelDb(path())).close()
	const none = join(folder, 'none')
	const missing = { code: 'LEVEL_DATABASE_NOT_OPEN', cause: { message: expect.stringContaining('does not exist') } }
	await expect(rawRecords(none).next()).rejects.toMatchObject(missing)
})

test.each([
	[15, ['is damaged'], 0],
	[16, [], 2],
])(
	'a database whose first %i records lack a checksum, and whose next one has it, is judged by its first sixteen',
	async (old, faults, said) => {
		const keys = Array.from({ length: 20 }, (_, at) => `key ${at + 10}`)
		const db = await openLevelDb(path())
		const batch = db.batch()
		for (const key of keys) batch.put(utf8(key), utf8(`of ${key}`))
		await db.write(batch, { sync: true })
		await db.close()
		const level = new ClassicLevel<string, string>(path())
		for (const key of keys.slice(0, old)) await level.put(key, 'changed')
		await level.close()
		const found = await opened().then(
			(copied) => ({ faults: [], said: copied.said.length }),
			(error: Error) => ({ faults: [error.message.split(' ').slice(-2).join(' ').slice(0, -1)], said: 0 }),
		)
		expect(found).toEqual({ faults, said })
	},
)

test.runIf(existsSync('/proc/self/fd'))(
	'a database that got its checksums is held no longer when it is closed',
	async () => {
		const level = new ClassicLevel<string, string>(path())
		await level.put('key', 'value')
		await level.close()
		expect((await opened()).said).toHaveLength(2)
		const held = readdirSync('/proc/self/fd').flatMap((fd) => {
			try {
				return [readlinkSync(`/proc/self/fd/${fd}`)]
			} catch {
				return []
			}
		})
		expect(held.length).toBeGreaterThan(0)
		expect(held.filter((file) => file.startsWith(folder))).toEqual([])
	},
)

// The copy moves into its place only when it is whole: a crash before leaves the old database, one after it the new one.
test.each([
	['in the midst of the copy', ['data', 'data.new'], 'data'],
	['when the old one has moved away', ['data.old', 'data.new'], 'data.new'],
	['when the new one is in its place', ['data', 'data.old'], 'data'],
	['when all was done', ['data'], 'data'],
	['as none leaves it, with all three,', ['data', 'data.old', 'data.new'], 'data'],
	['before there was anything', [], undefined],
	['when a first copy was begun for nothing', ['data.new'], undefined],
] as const)('a crash %s leaves one whole database, with checksums or without', (_when, folders, kept) => {
	for (const name of folders) {
		mkdirSync(join(folder, name))
		writeFileSync(join(folder, name, 'CURRENT'), name)
		mkdirSync(join(folder, name, 'lost'))
	}
	finishSealing(path())
	expect(readdirSync(folder)).toEqual(kept === undefined ? [] : ['data'])
	if (kept !== undefined) expect(readFileSync(join(path(), 'CURRENT'), 'utf8')).toBe(kept)
})

test('a folder without a database is no reason to give up the one that moved away for its copy', () => {
	for (const name of ['data.old', 'data.new', 'data']) mkdirSync(join(folder, name))
	writeFileSync(join(path(), 'LOCK'), '')
	writeFileSync(join(folder, 'data.new', 'CURRENT'), 'copy')
	finishSealing(path())
	expect(readdirSync(folder)).toEqual(['data'])
	expect([existsSync(join(path(), 'LOCK')), readFileSync(join(path(), 'CURRENT'), 'utf8')]).toEqual([false, 'copy'])
	// The old one alone is all there is.
	mkdirSync(join(folder, 'data.old'))
	rmSync(path(), { recursive: true })
	finishSealing(path())
	expect(readdirSync(folder)).toEqual(['data.old'])
})
