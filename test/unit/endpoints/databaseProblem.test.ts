import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseProblem } from '../../../src/endpoints/storage/databaseAdvice.ts'

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-problem-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the reason names a SQLite file that is locked, and not a statement that is wrong', () => {
	const file = join(folder, 'db.sqlite')
	const [first, second] = [new Libsql(file), new Libsql(file)]
	first.exec('create table t (n bigint primary key); insert into t values (1)')
	first.exec('begin exclusive')
	const thrown = (sql: string) => {
		try {
			second.prepare(sql).run()
		} catch (error) {
			return error
		}
		throw new TypeError('nothing was thrown')
	}
	expect(databaseProblem(thrown('insert into t values (2)'))).toMatch(/locked/)
	first.exec('rollback')
	expect(databaseProblem(thrown('insert into t values (1)'))).toBeUndefined()
	expect(databaseProblem(thrown('insert into nowhere values (1)'))).toBeUndefined()
	first.close()
	second.close()
})

it('the reason names a PostgreSQL server that is not there', async () => {
	const client = new pg.Client({ connectionString: 'postgres://me@127.0.0.1:1/none', connectionTimeoutMillis: 2_000 })
	const error = await client.connect().catch((cause: unknown) => cause)
	expect(databaseProblem(error)).toMatch(/ECONNREFUSED/)
})

it('the reason leaves faults of our own alone', () => {
	expect(databaseProblem(new TypeError('x is undefined'))).toBeUndefined()
	expect(databaseProblem('text')).toBeUndefined()
})

it.each([
	['SQLITE_FULL', 'database or disk is full', 'database or disk is full'],
	['SQLITE_BUSY_SNAPSHOT', 'locked', 'locked'],
	['SQLITE_CONSTRAINT', 'unique', undefined],
	['08006', 'connection failure', 'connection failure'],
	['28P01', 'wrong password', 'wrong password'],
	['53300', 'too many clients', 'too many clients'],
	['57P01', 'shut down', 'shut down'],
	['57014', 'canceled', undefined],
	['23505', 'unique', undefined],
	['ECONNRESET', '', 'ECONNRESET'],
	['EPIPE', 'broken', 'broken'],
	['ERR_INVALID', 'wrong', undefined],
	[undefined, 'Connection terminated unexpectedly', 'Connection terminated unexpectedly'],
	[undefined, 'timeout exceeded when trying to connect', 'timeout exceeded when trying to connect'],
	[53_300, 'a number', undefined],
])('the reason of a database error with the code %s is told or not', (code, message, reason) => {
	expect(databaseProblem(Object.assign(new Error(message), { code }))).toBe(reason)
})
