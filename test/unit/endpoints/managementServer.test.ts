import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { limits } from '../../../src/endpoints/limits.ts'
import { openSession } from '../../../src/endpoints/service/accounts/sessions.ts'
import type { Desk } from './support/desk.ts'
import { type Managed, startManaged } from './support/managed.ts'

let managed: Managed
let desk: Desk
let lines: string[]

beforeEach(() => start())
afterEach(() => managed.close())

async function start(config: Partial<EndpointsConfig> = {}): Promise<void> {
	managed = await startManaged(config)
	;({ desk, lines } = managed)
}

interface Sent {
	readonly body?: string
	readonly headers?: Readonly<Record<string, string>>
}

async function ask(method: string, path: string, { body, headers = {} }: Sent = {}) {
	const json = body === undefined ? undefined : { 'content-type': 'application/json' }
	const response = await fetch(`${managed.url}${path}`, {
		method,
		headers: { ...json, ...headers },
		...(body === undefined ? {} : { body }),
	})
	return { status: response.status, text: await response.text(), headers: response.headers }
}
/** Status and error of a reply. */
async function errorOf(method: string, path: string, sent: Sent = {}): Promise<readonly unknown[]> {
	const { status, text, headers } = await ask(method, `/manage/v1${path}`, sent)
	expect(headers.get('cache-control')).toBe('no-store')
	const { error } = JSON.parse(text) as { error: { code: string; message: string; next: string } }
	expect(Object.keys(error)).toEqual(['code', 'message', 'next'])
	return [status, error.code, error.message, error.next]
}
const loggedIn = async () => {
	const { accountId } = await desk.account('owner@example.com')
	const { token } = await openSession(desk.context, accountId, 'password')
	return { authorization: `Bearer ${token}` }
}
const out = [401, 'not_logged_in', 'You are not logged in, or the session has ended.', 'Log in again.']
const local = [
	403,
	'loopback_only',
	'The service is managed from its own machine only.',
	'Use chain-tui on that machine.',
]

test('an operation of the management API takes a bearer token in its one form, and an open one does without', async () => {
	const headers = await loggedIn()
	expect(await ask('GET', '/manage/v1/account', { headers })).toMatchObject({ status: 200 })
	const { authorization } = headers
	for (const wrong of [
		`${authorization} x`,
		authorization.replace('Bearer', 'bearer'),
		authorization.slice(7),
		'Bearer ',
	]) {
		expect(await errorOf('GET', '/account', { headers: { authorization: wrong } })).toEqual(out)
	}
	expect(await errorOf('GET', '/account')).toEqual(out)
	expect(await ask('GET', '/manage/v1/login-methods')).toMatchObject({ status: 200 })
	expect(await ask('GET', '/manage/v1/login-methods', { headers })).toMatchObject({ status: 200 })
	expect(await errorOf('GET', '/login-methods', { headers: { authorization: 'Bearer none' } })).toEqual(out)
	expect(await errorOf('PUT', '/operator/plan', { body: '{"email":"a@b","plan":"payg"}', headers })).toEqual([
		403,
		'operator_only',
		'Only who runs the service may do this.',
		'Use its home folder with --home.',
	])
})

test('a reply of the management API has the type of its route, and none where there is nothing to say', async () => {
	const headers = await loggedIn()
	const account = await ask('GET', '/manage/v1/account', { headers })
	expect(account.headers.get('content-type')).toBe('application/json; charset=utf-8')
	const project = JSON.parse((await ask('POST', '/manage/v1/projects', { headers, body: '{"name":"acme"}' })).text)
	const made = await ask('POST', `/manage/v1/projects/${project.id}/applications`, {
		headers,
		body: '{"name":"app","network":"pruning"}',
	})
	const { application } = JSON.parse(made.text)
	expect(application.url).toBe(`https://rpc.test/v1/${application.endpointPath}`)
	const csv = await ask('GET', `/manage/v1/applications/${application.id}/statistics.csv?from=0&to=1`, { headers })
	expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
	// A body that is announced and empty is none.
	const gone = await ask('DELETE', `/manage/v1/applications/${application.id}`, {
		headers: { ...headers, 'content-type': 'application/json' },
	})
	expect([gone.status, gone.text]).toEqual([204, ''])
	expect(await errorOf('GET', `/applications/${application.id}`, { headers })).toMatchObject({ 0: 404, 1: 'not_found' })
})

test('a request that does not fit is refused by the names of its fields', async () => {
	const see = 'See /openapi.json.'
	expect(await errorOf('GET', '/nothing')).toEqual([404, 'not_found', 'There is no such operation.', see])
	expect(await errorOf('POST', '/sessions', { body: '{"email":' })).toEqual([
		400,
		'invalid',
		'The request body is no JSON.',
		'',
	])
	const wrong = async (body: string) => (await errorOf('POST', '/sessions', { body })).slice(0, 4)
	expect(await wrong('{"email":7}')).toEqual([
		400,
		'invalid',
		expect.stringMatching(/^The request does not fit: email: [^;]+; password: [^;]+\.$/),
		see,
	])
	expect(await wrong('[]')).toEqual([
		400,
		'invalid',
		expect.stringMatching(/^The request does not fit: [^;:]+: .*\.$/),
		see,
	])
	expect(await wrong('')).toEqual([400, 'invalid', expect.stringContaining('email: '), see])
	const headers = await loggedIn()
	expect(await errorOf('GET', '/account/audit?limit=x', { headers })).toEqual([
		400,
		'invalid',
		expect.stringMatching(/^The request does not fit: limit: /),
		see,
	])
	const plain = await errorOf('POST', '/sessions', { body: 'x', headers: { 'content-type': 'text/xml' } })
	expect(plain).toEqual([415, 'invalid', expect.stringContaining('Unsupported Media Type'), ''])
	const body = (length: number) => JSON.stringify({ email: 'x'.repeat(length - 26), password: '' })
	expect(body(100)).toHaveLength(100)
	expect(await errorOf('POST', '/sessions', { body: body(limits.managementBodyBytes) })).toMatchObject({ 0: 400 })
	expect(await errorOf('POST', '/sessions', { body: body(limits.managementBodyBytes + 1) })).toEqual([
		413,
		'invalid',
		'Request body is too large',
		'',
	])
})

test('the management API offers the ways to log in that there are, and refuses those that are not', async () => {
	await managed.close()
	const provider = { kind: 'oidc', issuer: 'https://login.test', clientId: 'x', clientSecret: undefined } as const
	await start({ identityProviders: [{ ...provider, name: 'company', label: 'Company', apiUrl: undefined }] })
	expect(JSON.parse((await ask('GET', '/manage/v1/login-methods')).text)).toEqual([
		{ id: 'password', label: 'E-mail and password', kind: 'password', available: true, note: '' },
		{ id: 'company', label: 'Company', kind: 'device', available: true, note: '' },
		{
			id: 'wallet',
			label: 'Wallet',
			kind: 'wallet',
			available: false,
			note: 'Login with a wallet is not yet available.',
		},
	])
	expect(await errorOf('POST', '/wallet-logins')).toEqual([
		501,
		'not_yet_available',
		'Login with a wallet is not yet available.',
		'Use another way to log in.',
	])
	expect(await errorOf('POST', '/device-logins', { body: '{"provider":"company","link":true}' })).toEqual([
		401,
		'not_logged_in',
		'Only an account that is logged in can be linked.',
		'Log in first.',
	])
	const none = (what: string) => [
		404,
		'not_found',
		`There is no such ${what}.`,
		`See the ones you can with the list of ${what}s.`,
	]
	expect(await errorOf('POST', '/device-logins', { body: '{"provider":"other"}' })).toEqual(none('identity provider'))
	expect(await errorOf('GET', '/device-logins/x')).toEqual(none('login'))
})

test('a refusal to be tried again later says when', async () => {
	const body = '{"email":"none@example.com","password":"a wrong one"}'
	for (let tries = 0; tries < limits.wrongPasswords; tries++)
		expect(await ask('POST', '/manage/v1/sessions', { body })).toMatchObject({ status: 401 })
	const { status, headers } = await ask('POST', '/manage/v1/sessions', { body })
	expect([status, headers.get('retry-after')]).toEqual([429, '900'])
	expect((await ask('GET', '/manage/v1/account')).headers.get('retry-after')).toBeNull()
})

test('a database that cannot be written is told to who manages the service, and a fault of its own to the log alone', async () => {
	const headers = await loggedIn()
	const create = { headers, body: '{"name":"acme"}' }
	await sql`pragma query_only = on`.execute(desk.db)
	expect(await errorOf('POST', '/projects', create)).toEqual([
		503,
		'database',
		'The database of the endpoint service failed: attempt to write a readonly database.',
		'Nothing was changed. See that it runs and can be written, then try again.',
	])
	expect((await ask('POST', '/manage/v1/projects', create)).headers.get('retry-after')).toBe('1')
	expect(lines).toEqual(Array(2).fill('error endpoints the database failed: attempt to write a readonly database'))
	await sql`pragma query_only = off`.execute(desk.db)
	await desk.db.schema.alterTable('projects').renameTo('gone').execute()
	expect(await errorOf('GET', '/projects', { headers })).toEqual([
		500,
		'internal',
		'The service failed.',
		'Try again; the log of the node says more.',
	])
	expect(lines.slice(2)).toEqual(['error endpoints management request failed: no such table: projects'])
})

test('a request of another machine has no operator and no metrics, and one of a page nothing at all', async () => {
	expect(await ask('GET', '/metrics')).toMatchObject({ status: 200 })
	expect(await errorOf('GET', '/login-methods', { headers: { origin: 'http://localhost' } })).toEqual(local)
	managed.isRemote = true
	expect(await ask('GET', '/manage/v1/login-methods')).toMatchObject({ status: 200 })
	expect(await ask('GET', '/openapi.json')).toMatchObject({ status: 200 })
	const { status, text } = await ask('GET', '/metrics')
	expect([status, JSON.parse(text).error.code]).toEqual([403, 'loopback_only'])
	expect(await errorOf('PUT', '/operator/plan', { body: '{"email":"a@b","plan":"payg"}' })).toEqual(local)
	expect(await errorOf('GET', '/login-methods', { headers: { origin: 'http://localhost' } })).toMatchObject({
		1: 'no_web_pages',
	})
})

test('a management API that does not start says so, and tries again with the next request', async () => {
	await managed.close()
	const trustedProxies = ['no address']
	await start({ trustedProxies })
	const { status, text, headers } = await ask('POST', '/manage/v1/sessions', { body: '{}' })
	expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([503, 'application/json', '1'])
	expect(JSON.parse(text)).toEqual({
		error: {
			code: 'internal',
			message: 'The management of the endpoint service does not start.',
			next: 'Try again; the log of the node says more.',
		},
	})
	expect(lines).toEqual([expect.stringMatching(/^error endpoints the management API does not start: Error: /)])
	trustedProxies.pop()
	expect(await ask('GET', '/manage/v1/login-methods')).toMatchObject({ status: 200 })
})

test('the management API owns its own paths and no other', () => {
	const owned = ['/manage/v1/x', '/manage/', '/openapi.json', '/metrics', '/metrics?x=1']
	const others = ['/', '/manage', '/v1/x', '/x/manage/', '/openapi', '/healthz']
	expect(owned.map((url) => managed.management.owns(url))).toEqual(owned.map(() => true))
	expect(others.map((url) => managed.management.owns(url))).toEqual(others.map(() => false))
})
