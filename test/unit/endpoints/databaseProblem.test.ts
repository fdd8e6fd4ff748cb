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
