import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseDatabaseUrl } from '../../../src/endpoints/storage/parseDatabaseUrl.ts'

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
