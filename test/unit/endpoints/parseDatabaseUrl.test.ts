import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseDatabaseUrl, withoutPassword } from '../../../src/endpoints/storage/parseDatabaseUrl.ts'

afterEach(() => {
	vi.unstubAllEnvs()
})

const none = { PGUSER: undefined, PGHOST: undefined, PGPORT: undefined, PGDATABASE: undefined }
const all = { PGUSER: 'eve', PGHOST: 'env.example', PGPORT: '7', PGDATABASE: 'kept' }

// The order of PostgreSQL's own clients: the URL, its query, the environment, the defaults.
describe('what the URL of a PostgreSQL database leaves out', () => {
	test.each([
		['postgres://', none, { user: '', host: 'localhost', port: '5432', database: '' }],
		['postgres://', all, { user: 'eve', host: 'env.example', port: '7', database: 'kept' }],
		[
			'postgres://?user=ann&host=q.example&port=8',
			all,
			{ user: 'ann', host: 'q.example', port: '8', database: 'kept' },
		],
		[
			'postgres://bob@u.example:9/d?user=ann&host=q.example&port=8',
			all,
			{ user: 'bob', host: 'u.example', port: '9', database: 'd' },
		],
		['postgres://bob@u.example', none, { user: 'bob', host: 'u.example', port: '5432', database: 'bob' }],
		['postgres://a%zz@h/%2Fd', none, { user: 'a%zz', host: 'h', port: '5432', database: '/d' }],
	])('%s is completed by its query, the environment and the defaults', (url, environment, expected) => {
		for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
		expect(parseDatabaseUrl(url)).toMatchObject({ engine: 'postgres', ...expected })
	})

	test.each([
		['postgres:me@h/d', 'It has no // after the scheme.'],
		['postgres://me:a#b@h:x/d', 'Characters such as @ : / ? # % in a user or password have to be written as %40'],
		['sqlite://me@host/file', 'The URL names a user, a host or a password.'],
	])('%s is refused with the reason', (url, why) => {
		expect(() => parseDatabaseUrl(url)).toThrow(expect.objectContaining({ why: expect.stringContaining(why) }))
	})
})

describe('the URL of a SQLite database', () => {
	test.each([
		['data.db', 'data.db'],
		['sqlite:data.db', 'data.db'],
		['SQLite:data.db', 'data.db'],
		['sqlite:/srv/data.db', '/srv/data.db'],
		['sqlite:///srv/data.db', '/srv/data.db'],
		['sqlite://data.db', 'data.db'],
		['sqlite::memory:', ':memory:'],
		['C:\\data.db', 'C:\\data.db'],
		['sqlite:/srv/me@host/data.db', '/srv/me@host/data.db'],
	])('%s names the file %s', (url, file) => {
		expect(parseDatabaseUrl(url)).toEqual({ engine: 'sqlite', file })
	})

	test.each(['', ' ', 'sqlite:', 'sqlite:  ', 'sqlite://'])('%j names no file', (url) => {
		expect(() => parseDatabaseUrl(url)).toThrow('The database URL names no file.')
	})

	// Taken for files they would make folders that are called like the password.
	test.each([
		['mysql://me:secret@h/d', 'It knows SQLite and PostgreSQL, and not mysql://.'],
		['me:secret@h/d', 'It knows SQLite and PostgreSQL, and not what stands before the colon.'],
		['//me:secret@h/d', 'The URL names a user, a host or a password.'],
		['host=h password=secret', 'The URL names a user, a host or a password.'],
		['sqlite:password=secret', 'The URL names a user, a host or a password.'],
	])('%s is refused without its password', (url, why) => {
		expect(() => parseDatabaseUrl(url)).toThrow(expect.objectContaining({ why }))
		expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/)
	})
})

test.each([
	['postgres://me:secret@h/d', 'postgres://me:***@h/d'],
	['postgres://me:se@cret/@h/d', 'postgres://me:***@h/d'],
	['postgres://me@h/d?password=secret&x=1', 'postgres://me@h/d?password=***&x=1'],
	['postgres://me@h/d?x=1&sslpassword=secret', 'postgres://me@h/d?x=1&sslpassword=***'],
	['sqlite:/srv/data.db', 'sqlite:/srv/data.db'],
	['postgres://me@h/d', 'postgres://me@h/d'],
])('%s is shown in a log as %s', (url, shown) => {
	expect(withoutPassword(url)).toBe(shown)
})
