import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { limits } from '../../../src/endpoints/limits.ts'
import { createAccount } from '../../../src/endpoints/service/accounts/accounts.ts'
import { rememberClient } from '../../../src/endpoints/service/accounts/loginTries.ts'
import { holdAccount } from '../../../src/endpoints/service/projects/access.ts'
import { change } from '../../../src/endpoints/service/projects/change.ts'
import type { ServiceContext } from '../../../src/endpoints/service/ServiceContext.ts'
import { openStorage, type Storage } from '../../../src/endpoints/storage/openStorage.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { managementRoutes } from '../../../src/wire/management/managementRoutes.ts'
import { until } from '../../support/until.ts'
import { postgresBinaries, startCluster } from './support/postgres.ts'
import { person, startService, type TestService } from './support/service.ts'

const password = 'correct horse battery'

let service: TestService
let storage: Storage
beforeAll(async () => {
	service = await startService({ passwordCost: undefined })
	storage = await openStorage(service.databaseUrl)
})
afterAll(async () => {
	await storage.close()
	await service.close()
})

const contextOf = (of: Storage) => ({ storage: of, clock: systemClock, changed: () => {} }) as unknown as ServiceContext

describe('an account', () => {
	it('an account with a password hashed in an older way gets today’s at the next login', async () => {
		const client = await person(service, 'old@example.com')
		const { id } = await client.account()
		const weak = await hash(password, { algorithm: 2, memoryCost: 8_192, timeCost: 2, parallelism: 1 })
		const stored = () =>
			storage.db.selectFrom('accounts').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
		await storage.db.updateTable('accounts').set({ password_hash: weak }).where('id', '=', id).execute()
		await expect(client.logIn('old@example.com', 'another password')).rejects.toThrow(/do not match/)
		expect((await stored()).password_hash).toBe(weak)
		await client.logIn('old@example.com', password)
		expect((await stored()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
		await client.logIn('old@example.com', password)
		expect(await client.account()).toMatchObject({ id })
	})

	it(`remembers the ${limits.loginClients} programs that logged in last`, async () => {
		const client = await person(service, 'many@example.com')
		const { id } = await client.account()
		const context = { storage, clock: { now: () => 1 }, changed: () => {} } as unknown as ServiceContext
		const oldest = await rememberClient(context, id, undefined)
		expect(await rememberClient(context, id, oldest)).toBe(oldest)
		for (let made = 0; made < limits.loginClients; made++) await rememberClient(contextOf(storage), id, undefined)
		const rows = await storage.db.selectFrom('login_clients').selectAll().where('account_id', '=', id).execute()
		expect(rows).toHaveLength(limits.loginClients)
		expect(rows.every(({ used_at }) => used_at > 1n)).toBe(true)
		// A text of another form is none that was told.
		expect(await rememberClient(contextOf(storage), id, 'mine')).toMatch(/^cc_/)
	})

	it('reads its audit log page by page', async () => {
		const client = await person(service, 'pages@example.com')
		const { id } = await client.account()
		const row = { actor_id: id, account_id: id, project_id: null, application_id: null, detail: '{}' }
		const rows = Array.from({ length: 5 }, (_, at) => ({
			...row,
			id: `aud_${id}_${at}`,
			at: BigInt(at),
			action: `a${at}`,
		}))
		await storage.db.insertInto('audit').values(rows).execute()
		const actions = async (page: { limit: number; before: number }) =>
			(await client.accountAudit(page)).map(({ action }) => action)
		expect(await actions({ limit: 2, before: 5 })).toEqual(['a4', 'a3'])
		expect(await actions({ limit: 2, before: 3 })).toEqual(['a2', 'a1'])
		expect(await actions({ limit: 2, before: 1 })).toEqual(['a0'])
		await expect(client.accountAudit({ limit: 0 })).rejects.toThrow(/limit/)
	})

	it('loses no entry of its audit log between two pages, also of those at the same time', async () => {
		const client = await person(service, 'moments@example.com')
		const { id } = await client.account()
		const row = { actor_id: id, account_id: id, project_id: null, application_id: null, detail: '{}' }
		const times = [9, 7, 7, 7, 7, 5, 3, 3]
		const rows = times.map((at, index) => ({ ...row, id: `aud_${id}_${index}`, at: BigInt(at), action: `a${index}` }))
		await storage.db.insertInto('audit').values(rows.toReversed()).execute()
		const seen: string[] = []
		const sizes: number[] = []
		for (let before = 100; ; ) {
			const page = await client.accountAudit({ limit: 2, before })
			if (page.length === 0) break
			seen.push(...page.map(({ action }) => action))
			sizes.push(page.length)
			before = page.at(-1)!.at
		}
		expect(seen).toEqual(times.map((_, index) => `a${index}`))
		expect(sizes).toEqual([5, 3])
	})
})

describe('the document of the management API', () => {
	it('the document of the management API has every route with its permission, parameters and schemas', async () => {
		interface Operation {
			readonly operationId: string
			readonly security?: unknown
			readonly 'x-permission'?: string
			readonly requestBody?: unknown
			readonly parameters?: readonly { readonly name: string; readonly in: string }[]
		}
		const document: unknown = await (await fetch(`${service.endpoints.url}/openapi.json`)).json()
		const { paths, openapi } = document as { openapi: string; paths: Record<string, Record<string, Operation>> }
		expect(openapi).toBe('3.1.0')
		const operations = new Map(
			Object.entries(paths).flatMap(([path, methods]) =>
				Object.entries(methods).map(
					([method, operation]) => [operation.operationId, { path, method, operation }] as const,
				),
			),
		)
		expect([...operations.keys()].sort()).toEqual(Object.keys(managementRoutes).sort())
		for (const [id, route] of Object.entries(managementRoutes)) {
			const { path, method, operation } = operations.get(id)!
			expect(path).toBe(`/manage/v1${route.path.replace(/:(\w+)/g, '{$1}')}`)
			expect(method).toBe(route.method.toLowerCase())
			expect(operation['x-permission']).toBe(route.action)
			expect(operation.security).toEqual(route.access === 'open' ? [] : [{ [route.access]: [] }])
			expect(operation.requestBody === undefined).toBe(!route.hasBody)
			const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
			expect(named).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
		}
		expect(JSON.stringify(document)).not.toContain('readOnly')
	})

	it.each([
		['GET', '/projects/prj_1/members', 401, 'not_logged_in'],
		['POST', '/accounts', 400, 'invalid'],
		['GET', '/nothing', 404, 'not_found'],
		['PUT', '/operator/plan', 403, 'operator_only'],
		['GET', '/device-logins/none', 404, 'not_found'],
	])('an operation without what it needs is refused by name: %s %s', async (method, path, status, code) => {
		const response = await fetch(`${service.endpoints.url}/manage/v1${path}`, { method })
		const { error } = (await response.json()) as { error: { code: string } }
		expect([response.status, error.code]).toEqual([status, code])
	})

	it('a body that does not fit is refused without its values', async () => {
		const send = async (body: string) => {
			const headers = { 'content-type': 'application/json' }
			const response = await fetch(`${service.endpoints.url}/manage/v1/sessions`, { method: 'POST', headers, body })
			return `${response.status} ${await response.text()}`
		}
		const bodies = [
			'{"email":"hunter2"',
			'{"email":["hunter2"],"password":7}',
			'{"email":"a","password":"b","hunter2":1}',
		]
		for (const body of bodies) expect(await send(body)).toMatch(/^400 .*"code":"invalid"/)
		for (const body of bodies.slice(0, 2)) expect(await send(body)).not.toContain('hunter2')
		expect(await send(`{"email":"${'x'.repeat(limits.managementBodyBytes)}"}`)).toMatch(/^413 /)
	})
})

it.skipIf(postgresBinaries === undefined)('changes that wait for each other in a circle are both made', async () => {
	const cluster = await startCluster()
	const database = await openStorage(await cluster.database())
	try {
		const context = contextOf(database)
		const [a, b] = [
			await createAccount(context, 'a@example.com', null),
			await createAccount(context, 'b@example.com', null),
		]
		let runs = 0
		let holding = 0
		const both = (first: string, second: string) =>
			change(context, async (db) => {
				runs++
				await holdAccount(db, first)
				holding++
				await until(() => holding >= 2)
				await holdAccount(db, second)
				const detail = { first }
				return { result: first, change: { actorId: first, accountId: first, action: 'test.circle', detail } }
			})
		expect(await Promise.all([both(a, b), both(b, a)])).toEqual([a, b])
		// Two, and one more each time that the loser takes its row again before the winner got it.
		expect(runs).toBeGreaterThanOrEqual(3)
		const made = await database.db.selectFrom('audit').select('id').where('action', '=', 'test.circle').execute()
		expect(made).toHaveLength(2)
	} finally {
		await database.close()
		cluster.stop()
	}
})

it('a client of a service that is gone says so', async () => {
	const client = createEndpointsClient('http://127.0.0.1:1', undefined)
	await expect(client.projects()).rejects.toMatchObject({
		message: 'The endpoint service at http://127.0.0.1:1 does not answer.',
		next: expect.stringContaining('chain-tui start'),
	})
	await expect(client.setPlan({ email: 'a@b', plan: 'payg' })).rejects.toThrow(/token cannot be read/)
	const call = { url: 'http://127.0.0.1:1/v1/none', method: 'eth_chainId', params: [] }
	await expect(client.tryCall(call)).rejects.toThrow(/does not answer/)
})
