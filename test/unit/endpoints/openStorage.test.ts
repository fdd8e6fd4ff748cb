import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OnceWriter, UncertainWrite } from '../../../src/endpoints/storage/OnceWriter.ts'
import { bumpVersion, heightFloor, openStorage, type Storage } from '../../../src/endpoints/storage/openStorage.ts'

let storage: Storage
beforeEach(async () => {
	storage = await openStorage('sqlite::memory:')
})
afterEach(async () => {
	vi.useRealTimers()
	await storage.close()
})

const raw = (text: string, parameters: readonly unknown[] = []) => CompiledQuery.raw(text, [...parameters])
const batches = async (from = storage) =>
	(await from.db.selectFrom('usage_writers').select('batch').execute()).map(({ batch }) => batch)
const heights = async () =>
	(await storage.db.selectFrom('usage_accounts').select('relays').orderBy('relays').execute()).map(
		({ relays }) => relays,
	)
const add = (relays: bigint) => raw('insert into usage_accounts values (?, ?, ?)', [`acc_${relays}`, '2026-11', relays])

test('the height that gateways share only rises', async () => {
	const floor = heightFloor(storage)
	expect(await floor.read()).toBe(0)
	for (const [raised, wanted] of [
		[5, 5],
		[4, 5],
		[5, 5],
		[6, 6],
	] as const) {
		await floor.raise(raised)
		expect(await floor.read()).toBe(wanted)
	}
})

test('a database in memory is written and read through the one connection', async () => {
	await storage.write([add(7n)])
	expect(await heights()).toEqual([7n])
})

test('a closed database of a file answers no more', async () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-storage-'))
	const opened = await openStorage(`sqlite:${join(home, 'db.sqlite')}`)
	await opened.close()
	await expect(batches(opened)).rejects.toThrow('destroyed')
	rmSync(home, { recursive: true, force: true })
})

test('a database that a newer program has written is not opened', async () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-storage-'))
	const url = `sqlite:${join(home, 'db.sqlite')}`
	await (await openStorage(url)).close()
	const database = new Libsql(join(home, 'db.sqlite'))
	database.exec("insert into kysely_migration values ('9999_later', '2099-01-01T00:00:00.000Z')")
	database.close()
	await expect(openStorage(url)).rejects.toMatchObject({
		name: 'UserError',
		message: 'The database of the endpoint service was written by a newer chain-tui.',
		why: expect.stringContaining('9999_later'),
		next: 'Install the newer version, or choose another database with --database.',
	})
	rmSync(home, { recursive: true, force: true })
})

test('a database whose first start fails midway is left as it was', async () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-storage-'))
	const file = join(home, 'db.sqlite')
	const tables = (): unknown => {
		const database = new Libsql(file)
		const found = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
		database.close()
		return found
	}
	const database = new Libsql(file)
	// The last table that the schema has, made by somebody else.
	database.exec('create table answered_height (n bigint)')
	database.close()
	await expect(openStorage(`sqlite:${file}`)).rejects.toMatchObject({
		name: 'UserError',
		message: `The endpoint service cannot open its database sqlite:${file}.`,
		cause: expect.objectContaining({ message: expect.stringContaining('answered_height already exists') }),
	})
	// Beside it only the list of what was done, which is empty.
	expect(tables()).toEqual(['answered_height', 'kysely_migration', 'kysely_migration_lock'].map((name) => ({ name })))
	rmSync(home, { recursive: true, force: true })
})

test('the version of the configuration grows by one with each change', async () => {
	const read = async () => (await storage.db.selectFrom('config_version').selectAll().execute())[0]
	expect(await read()).toEqual({ id: 1n, version: 1n })
	await bumpVersion(storage.db)
	await bumpVersion(storage.db)
	expect(await read()).toEqual({ id: 1n, version: 3n })
})

test('a SQLite file and the folder made for it are for their owner alone, and a commit survives a power cut', async () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-storage-'))
	const file = join(home, 'a', 'b', 'db.sqlite')
	const opened = await openStorage(`sqlite:${file}`)
	try {
		const mode = (path: string) => statSync(path).mode & 0o777
		expect([join(home, 'a'), join(home, 'a', 'b'), file].map(mode)).toEqual([0o700, 0o700, 0o600])
		const pragma = async (name: string) =>
			Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(opened.db)).rows[0] ?? {})[0]
		expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual([
			'wal',
			2n,
			1n,
		])
		// Counts of a file are written by the thread, which needs no number for them.
		await opened.write([add(1n)])
		expect(await batches(opened)).toHaveLength(0)
		expect(opened.engine).toBe('sqlite')
	} finally {
		await opened.close()
		rmSync(home, { recursive: true, force: true })
	}
})

test('a batch is written with the number of its writer, whole or not at all', async () => {
	const writer = new OnceWriter(storage.db)
	await writer.write([add(1n), add(2n)])
	await writer.write([add(3n)])
	expect([await batches(), await heights()]).toEqual([[2n], [1n, 2n, 3n]])
	await expect(writer.write([add(4n), add(1n)])).rejects.toThrow(/UNIQUE/)
	expect([await batches(), await heights()]).toEqual([[2n], [1n, 2n, 3n]])
	await writer.write([add(4n)])
	await new OnceWriter(storage.db).write([add(5n)])
	expect([(await batches()).sort(), await heights()]).toEqual([
		[1n, 4n],
		[1n, 2n, 3n, 4n, 5n],
	])
})

test('a batch is tried again while the database cannot be written, for five seconds', async () => {
	vi.useFakeTimers({ toFake: ['performance'] })
	const writer = new OnceWriter(storage.db)
	const readOnly = (isOn: boolean) => sql.raw(`pragma query_only = ${isOn ? 'on' : 'off'}`).execute(storage.db)
	await readOnly(true)
	let state = 'waiting'
	const written = writer.write([add(1n)]).then(() => {
		state = 'written'
	})
	vi.advanceTimersByTime(4_999)
	await readOnly(true)
	expect(state).toBe('waiting')
	await readOnly(false)
	await written
	expect([await batches(), await heights()]).toEqual([[1n], [1n]])
	await readOnly(true)
	const late = writer.write([add(2n)])
	vi.advanceTimersByTime(5_000)
	await expect(late).rejects.toThrow(UncertainWrite)
	await readOnly(false)
	expect(await heights()).toEqual([1n])
})

test('writers that are gone for thirty days are forgotten', async () => {
	const [now, keep] = [Date.UTC(2026, 10, 28), 30 * 86_400_000]
	const rows = [keep + 1, keep, 0].map((age) => ({ writer_id: String(age), batch: 1n, at: BigInt(now - age) }))
	await storage.db.insertInto('usage_writers').values(rows).execute()
	await new OnceWriter(storage.db).forgetOld(now)
	const left = await storage.db.selectFrom('usage_writers').select('writer_id').orderBy('at').execute()
	expect(left.map(({ writer_id }) => writer_id)).toEqual([String(keep), '0'])
})
