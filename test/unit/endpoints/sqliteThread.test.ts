import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { CompiledQuery } from 'kysely'
import Libsql from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SqliteThread } from '../../../src/endpoints/storage/SqliteThread.ts'

let folder: string
let file: string
let thread: SqliteThread

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-thread-'))
	file = join(folder, 'test.sqlite')
	thread = new SqliteThread(file, ['journal_mode=WAL', 'busy_timeout=5000'])
})

afterAll(async () => {
	await thread.close()
	rmSync(folder, { recursive: true, force: true })
})

function rows(sql: string): unknown[] {
	const database = new Libsql(file)
	database.defaultSafeIntegers(true)
	const found = database.prepare(sql).all()
	database.close()
	return found
}

const query = CompiledQuery.raw

it('the thread keeps integers whole, beyond 2^53 as well, and texts and nothing as they are', async () => {
	await thread.write([query('create table t (a text, n bigint)')])
	const numbers = [0n, -1n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 62n + 1n]
	for (const number of numbers) await thread.write([query('insert into t values (?, ?)', [String(number), number])])
	await thread.write([query('insert into t values (?, ?)', ['12', null])])
	expect(rows('select a, n, typeof(a) as t from t')).toEqual([
		...numbers.map((n) => ({ a: String(n), n, t: 'text' })),
		{ a: '12', n: null, t: 'text' },
	])
})

it('the thread writes all statements of a transaction or none', async () => {
	await thread.write([query('create table u (n bigint primary key)')])
	const insert = 'insert into u values (?)'
	await expect(thread.write([query(insert, [1n]), query(insert, [1n])])).rejects.toThrow(/UNIQUE/)
	await thread.write([query(insert, [2n])])
	expect(rows('select n from u')).toEqual([{ n: 2n }])
})

it('prepares a statement again that failed while its table was missing', async () => {
	const insert = query('insert into late values (?)', [1n])
	await expect(thread.write([insert])).rejects.toThrow(/no such table/)
	await thread.write([query('create table late (n bigint)')])
	await thread.write([insert])
	expect(rows('select n from late')).toEqual([{ n: 1n }])
})

it('the thread runs each statement of a transaction with its own parameters', async () => {
	await thread.write([query('create table odd (n bigint)'), query('create table even (n bigint)')])
	const [odd, even] = ['insert into odd values (?)', 'insert into even values (?)']
	for (const n of [1n, 3n]) await thread.write([query(odd, [n]), query(even, [n + 1n]), query(odd, [n + 100n])])
	expect([rows('select n from odd'), rows('select n from even')]).toEqual([
		[{ n: 1n }, { n: 101n }, { n: 3n }, { n: 103n }],
		[{ n: 2n }, { n: 4n }],
	])
})

it('the thread goes on when it has seen more statements than it keeps, and with those it has seen', async () => {
	await thread.write([query('create table many (n bigint)')])
	const insert = (n: number) => query(`insert into many select ${n} + ?`, [0n])
	for (let n = 0; n < 600; n++) await thread.write([insert(n)])
	for (const n of [0, 300, 599]) await thread.write([insert(n), insert(n)])
	expect(rows('select count(*) as c, sum(n) as s from many')).toEqual([{ c: 606n, s: 179_700n + 2n * 899n }])
})

it('a write fails when the file cannot be opened, and the next one tries again', async () => {
	const late = join(folder, 'late')
	const other = new SqliteThread(join(late, 'test.sqlite'), [])
	const create = [query('create table t (n bigint)')]
	const refused = await Promise.allSettled([other.write(create), other.write(create)])
	expect(refused).toEqual(Array(2).fill({ status: 'rejected', reason: expect.any(Error) }))
	mkdirSync(late)
	await other.write(create)
	await other.close()
	const database = new Libsql(join(late, 'test.sqlite'))
	expect(database.prepare('select count(*) as c from t').get()).toMatchObject({ c: 0 })
	database.close()
})

it('the thread keeps a process alive that has nothing else open until its write is on disk', async () => {
	const cache = 'node_modules/.cache'
	mkdirSync(cache, { recursive: true })
	// Beside node_modules, where the program finds its packages.
	const built = mkdtempSync(join(cache, 'chain-tui-thread-'))
	const program = join(built, 'program.mjs')
	try {
		await build({
			stdin: {
				contents: `
					import { SqliteThread } from './src/endpoints/storage/SqliteThread.ts'
					const thread = new SqliteThread(process.argv[2], [])
					await thread.write([{ sql: 'create table alone (n bigint)', parameters: [] }])
					await thread.close()
					process.stdout.write('closed')`,
				resolveDir: process.cwd(),
			},
			outfile: program,
			bundle: true,
			format: 'esm',
			platform: 'node',
			packages: 'external',
			logLevel: 'error',
		})
		expect((await promisify(execFile)(process.execPath, [program, file])).stdout).toBe('closed')
	} finally {
		rmSync(built, { recursive: true, force: true })
	}
	expect(rows('select count(*) as c from alone')).toEqual([{ c: 0n }])
})
