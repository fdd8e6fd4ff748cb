import {
	chmodSync,
	chownSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/runCli.ts'
import { startEndpoints } from '../../../src/endpoints/startEndpoints.ts'
import { openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import { parseDatabaseUrl, withoutPassword } from '../../../src/endpoints/storage/parseDatabaseUrl.ts'
import type { UserError } from '../../../src/errors/UserError.ts'
import { createNode } from '../../../src/node/createNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { type Cluster, postgresBinaries, startCluster } from './support/postgres.ts'
import { chainAt } from './support/service.ts'

const secret = 'hunter2secret'

/** What opening a database says; nothing of it may hold the password. */
async function problemOf(url: string): Promise<string> {
	const error = await openStorage(url).then(
		() => new TypeError('it was opened'),
		(cause: UserError) => cause,
	)
	const { message, why, next } = error as UserError
	const text = [message, why, next].join(' ')
	expect(text).not.toContain(secret)
	return text
}

describe('a database URL that names nothing known', () => {
	let folder: string
	let before: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'chain-tui-database-'))
		before = process.cwd()
	})
	afterEach(() => rmSync(folder, { recursive: true, force: true }))

	it.each([
		[`mysql://root:${secret}@db.example.com/endpoints`, 'not mysql://'],
		[`mongodb+srv://root:${secret}@db.example.com/`, 'not mongodb+srv://'],
		[`postgress://me:${secret}@127.0.0.1/db`, 'not postgress://'],
		[`root:${secret}@db.example.com/endpoints`, 'what stands before the colon'],
		[`sqlite://root:${secret}@db.example.com/x`, 'a file of this machine'],
		[`host=127.0.0.1 password=${secret} dbname=x`, 'a file of this machine'],
		[`postgres://me:${secret}@[::/db`, 'cannot be read'],
		[`postgres:me:${secret}@host/db`, 'no // after the scheme'],
		['sqlite:', 'names no file'],
		['sqlite:  ', 'names no file'],
		['', 'names no file'],
	])('a database URL that names nothing known is refused before anything starts: %s', async (url, why) => {
		expect(await problemOf(url)).toContain(why)
		await expect(
			startEndpoints({
				listener: { host: '127.0.0.1', port: 0 },
				databaseUrl: url,
				upstream: chainAt(1),
				home: undefined,
				log: silentLog,
				clock: systemClock,
			}),
		).rejects.toMatchObject({ name: 'UserError' })
		if (url !== '') {
			expect(() => resolveNodeConfig({ home: folder, database: url }, {})).toThrow(/database/i)
		}
		// No folder or file named after the URL.
		expect(existsSync(join(before, url.split('/')[0] || 'none'))).toBe(false)
	})

	it('a database URL that names nothing known is told by `config` without its password', async () => {
		const printed: string[] = []
		const run = (args: readonly string[]) =>
			runCli([...args, '--home', folder], {
				stdout: (text) => printed.push(text),
				stderr: (text) => printed.push(text),
				readStdin: async () => '',
				interactive: false,
				prompt: async () => '',
				env: {},
				stopped: new AbortController().signal,
			})
		expect(await run(['config', 'database', `mysql://me:${secret}@h/d`])).toBe(1)
		expect(await run(['config', 'database', `postgres://me:${secret}@127.0.0.1/d`])).toBe(0)
		expect(await run(['config', 'database'])).toBe(0)
		expect(printed.join('')).toContain('postgres://me:***@127.0.0.1/d')
		expect(printed.join('')).not.toContain(secret)
	})
})

it('the address of a database is read as people write it', () => {
	expect(parseDatabaseUrl('sqlite:data/db.sqlite')).toEqual({ engine: 'sqlite', file: 'data/db.sqlite' })
	expect(parseDatabaseUrl('sqlite:///var/lib/db.sqlite')).toEqual({ engine: 'sqlite', file: '/var/lib/db.sqlite' })
	expect(parseDatabaseUrl('./db.sqlite')).toEqual({ engine: 'sqlite', file: './db.sqlite' })
	expect(parseDatabaseUrl('sqlite::memory:')).toEqual({ engine: 'sqlite', file: ':memory:' })
	expect(parseDatabaseUrl('PostgreSQL://a%40b@h:7/d')).toMatchObject({
		url: 'postgres://a%40b@h:7/d',
		host: 'h',
		port: '7',
		user: 'a@b',
		database: 'd',
	})
})

it.each([
	['postgres://me:se:cr@et/with@h:5/d?sslmode=require', 'postgres://me:***@h:5/d?sslmode=require'],
	['postgres://me@h/d?password=secret&x=1', 'postgres://me@h/d?password=***&x=1'],
	['postgres://me@h/d', 'postgres://me@h/d'],
	['sqlite:file', 'sqlite:file'],
])('hides the password of %s', (url, shown) => {
	expect(withoutPassword(url)).toBe(shown)
})

describe('a SQLite file that cannot be used', () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-database-'))
	afterAll(() => rmSync(folder, { recursive: true, force: true }))

	it('a SQLite file that cannot be used is told as what it is', async () => {
		const text = join(folder, 'text')
		writeFileSync(text, 'this is certainly no database file at all '.repeat(200))
		expect(await problemOf(`sqlite:${text}`)).toMatch(/is no database, or it is damaged/)
		mkdirSync(join(folder, 'folder'))
		expect(await problemOf(`sqlite:${join(folder, 'folder')}`)).toMatch(/can be written/)
		expect(await problemOf(`sqlite:${join(text, 'below')}`)).toMatch(/can be written/)
		expect(readFileSync(text, 'utf8')).toContain('no database file')
	})

	it('a SQLite file whose schema cannot be made is left without any of it', async () => {
		const file = join(folder, 'half')
		const database = new Libsql(file)
		// What the second migration makes is there, and is not ours.
		database.exec('create table login_tries (id text)')
		expect(await problemOf(`sqlite:${file}`)).toContain('login_tries')
		const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
		database.close()
		expect(tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely'))).toEqual(['login_tries'])
	})
})

const user = `me:${secret}`

describe('a PostgreSQL that is not there', () => {
	const servers: Server[] = []
	afterAll(() => {
		for (const server of servers) server.close()
	})
	const listen = async (server: Server) => {
		servers.push(server)
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		return (server.address() as AddressInfo).port
	}

	it('refuses the connection', async () => {
		expect(await problemOf(`postgres://${user}@127.0.0.1:1/d`)).toMatch(
			/No server listens at 127\.0\.0\.1:1\. Start PostgreSQL there/,
		)
		expect(await problemOf(`postgres://${user}@localhost:1/d`)).toMatch(/No server listens at localhost:1\./)
	})

	it('a PostgreSQL that is not there is told by a node that starts as what it is, and not as a port', async () => {
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-database-'))
		const off = 'off'
		const database = `postgres://${user}@127.0.0.1:1/d`
		const config = resolveNodeConfig({ home, rpc: off, rest: off, grpc: off, endpoints: '127.0.0.1:0', database }, {})
		const error = await createNode(config, { log: silentLog }).then(
			() => undefined,
			(cause: UserError) => cause,
		)
		expect(error).toMatchObject({
			message: 'The endpoint service cannot open its database postgres://me:***@127.0.0.1:1/d.',
			why: 'No server listens at 127.0.0.1:1.',
			next: 'Start PostgreSQL there, or correct host and port in --database.',
		})
		rmSync(home, { recursive: true, force: true })
	})

	it('a PostgreSQL whose name nobody knows is told as what it is', async () => {
		expect(await problemOf(`postgres://${user}@no-such-host.invalid/d`)).toMatch(
			/The host name no-such-host\.invalid is not found \(\w+\)\. Check its spelling/,
		)
	})

	it('never answers', async () => {
		const port = await listen(createServer(() => {}))
		expect(await problemOf(`postgres://${user}@127.0.0.1:${port}/d`)).toMatch(
			/does not answer within 5 seconds\. See that the server runs, that a firewall/,
		)
	}, 20_000)

	it('a program that is no PostgreSQL is told as what it is', async () => {
		const port = await listen(createHttpServer((_request, response) => response.end()))
		expect(await problemOf(`postgres://${user}@127.0.0.1:${port}/d`)).toMatch(/does not speak as PostgreSQL does/)
	})
})

describe.skipIf(postgresBinaries === undefined)('a PostgreSQL that refuses', () => {
	let cluster: Cluster
	let url: string
	/** The server's folder. */
	let data: string
	const admin = async (...statements: readonly string[]) => {
		const client = new pg.Client({ connectionString: url })
		await client.connect()
		const rows: unknown[][][] = []
		for (const statement of statements) rows.push((await client.query({ text: statement, rowMode: 'array' })).rows)
		await client.end()
		return rows
	}
	const at = (credentials: string, rest = '/test_1') => {
		const { port } = new URL(url)
		return `postgres://${credentials}@127.0.0.1:${port}${rest}`
	}
	beforeAll(async () => {
		cluster = await startCluster()
		url = await cluster.database()
		const rows = await admin(
			`create role me login password '${secret}'`,
			'create role reader login',
			'revoke create on schema public from public',
			'show hba_file',
		)
		const file = String(rows.at(-1)?.[0]?.[0])
		data = dirname(file)
		const rules = 'host all me 127.0.0.1/32 scram-sha-256\nhost all banned 127.0.0.1/32 reject\n'
		writeFileSync(file, rules + readFileSync(file, 'utf8'))
		await admin('select pg_reload_conf()')
	})
	afterAll(() => cluster?.stop())

	it('a PostgreSQL that is opened again forgets gateways that wrote last more than 30 days ago, and no others', async () => {
		const own = await cluster.database()
		await (await openStorage(own)).close()
		const day = 86_400_000
		const client = new pg.Client({ connectionString: own })
		await client.connect()
		for (const [writer, days] of [
			['gone', 31],
			['there', 29],
		] as const) {
			await client.query('insert into usage_writers (writer_id, batch, at) values ($1, 1, $2)', [
				writer,
				Date.now() - days * day,
			])
		}
		await (await openStorage(own)).close()
		const { rows } = await client.query('select writer_id from usage_writers')
		await client.end()
		expect(rows).toEqual([{ writer_id: 'there' }])
	})

	it('says which of user, password, database, right or TLS it is', async () => {
		// The server reads its rules anew a moment after it was told to.
		await expect
			.poll(() => problemOf(at('me:wrong')), { timeout: 10_000 })
			.toMatch(/refuses the password of the user me\. Correct user or password/)
		expect(await problemOf(at('me'))).toMatch(/wants a password of the user me, and none was given/)
		expect(await problemOf(at('nobody'))).toMatch(/refuses the user nobody: .*does not exist.*Make the user/)
		expect(await problemOf(at('banned'))).toMatch(/refuses the user banned: .*pg_hba\.conf|without TLS/)
		expect(await problemOf(at(user, '/nothing'))).toMatch(/has no database nothing\. Make it: createdb -h 127\.0\.0\.1/)
		expect(await problemOf(at('reader'))).toMatch(/may not make tables in the database test_1.*grant create on schema/)
		expect(await problemOf(at(user, '/test_1?sslmode=require'))).toMatch(/does not offer TLS/)
		const { uid, gid } = statSync(data)
		for (const [from, to] of [
			['cert', 'server.crt'],
			['key', 'server.key'],
		]) {
			const file = join(data, to ?? '')
			copyFileSync(`test/fixtures/endpoints/localhost.${from}.pem`, file)
			chownSync(file, uid, gid)
			chmodSync(file, 0o600)
		}
		await admin('alter system set ssl = on', 'select pg_reload_conf()')
		await expect
			.poll(() => problemOf(at(user, '/test_1?sslmode=verify-full')), { timeout: 10_000 })
			.toMatch(/certificate of the server at 127\.0\.0\.1:\d+ is not accepted: .*sslrootcert=FILE/)
	}, 30_000)
})
