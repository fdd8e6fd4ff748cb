import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { type Endpoints, type EndpointsOptions, startEndpoints } from '../../../src/endpoints/startEndpoints.ts'
import { openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import { type Gate, minHeightHeader } from '../../../src/serve/Gate.ts'
import type { RequestJournal } from '../../../src/serve/requests/RequestJournal.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { postgresBinaries, startCluster } from './support/postgres.ts'
import { blockNumberCall, chainAt, post } from './support/service.ts'

let home: string
let endpoints: Endpoints | undefined
const lines: string[] = []

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-start-'))
	lines.length = 0
})

afterEach(async () => {
	await endpoints?.close()
	endpoints = undefined
	rmSync(home, { recursive: true, force: true })
})

function options(more: Partial<EndpointsOptions> = {}): EndpointsOptions {
	return {
		listener: { host: '127.0.0.1', port: 0 },
		databaseUrl: `sqlite:${join(home, 'db.sqlite')}`,
		upstream: chainAt(9),
		home,
		log: (level, _source, message) => lines.push(`${level} ${message}`),
		clock: systemClock,
		...more,
	}
}

const settings = (value: unknown) => writeFileSync(join(home, 'endpoints.json'), JSON.stringify(value))

const health = async (url: string) => {
	const response = await fetch(`${url}/healthz`)
	return [response.status, await response.json()]
}

describe('a service that is started', () => {
	it('tells a load balancer whether it answers, and nothing else', async () => {
		endpoints = await startEndpoints(options())
		const { url } = endpoints
		expect(await health(url)).toEqual([200, { status: 'ok', height: 9 }])
		expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200)
		expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(405)
		await endpoints.close()
		await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
		// The gate of other requests does not stand before it.
		const gate: Gate = async () => ({ status: 504, headers: [], body: 'not yet' })
		endpoints = await startEndpoints(options({ isFresh: async () => false, gate }))
		expect(await health(endpoints.url)).toEqual([503, { status: 'unavailable', missing: ['new blocks'] }])
		expect((await fetch(`${endpoints.url}/manage/v1/login-methods`)).status).toBe(504)
		await endpoints.close()
		const broken = { ...chainAt(9), call: () => Promise.reject(new TypeError('the node is gone')) }
		endpoints = await startEndpoints(options({ upstream: broken }))
		expect(await health(endpoints.url)).toEqual([503, { status: 'unavailable', missing: ['node'] }])
	})

	it('opens its database at the first request, and tries again when that failed', async () => {
		const databaseUrl = `sqlite:${join(home, 'taken')}`
		mkdirSync(join(home, 'taken'))
		endpoints = await startEndpoints(options({ databaseUrl }))
		const ask = () => fetch(`${endpoints?.url}/v1/${'0'.repeat(32)}`, { method: 'POST' })
		const refused = await ask()
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
		expect(lines.join()).toContain('cannot open its database')
		// Who manages it hears which file it is, a caller does not, nor does one that a proxy carries in.
		expect(await refused.text()).not.toContain('taken')
		const client = createEndpointsClient(endpoints.url, undefined)
		await expect(client.loginMethods()).rejects.toMatchObject({
			message: expect.stringContaining(`cannot open its database ${databaseUrl}`),
			next: expect.stringContaining('--database'),
		})
		const headers = { 'x-forwarded-for': '203.0.113.7' }
		expect(await (await fetch(`${endpoints.url}/manage/v1/login-methods`, { headers })).text()).not.toContain('taken')
		rmSync(join(home, 'taken'), { recursive: true })
		expect((await ask()).status).toBe(404)
	})

	it('answers a request once when its gate does, without its database', async () => {
		mkdirSync(join(home, 'taken'))
		const gate: Gate = ({ headers }) =>
			headers[minHeightHeader] === undefined
				? undefined
				: Promise.resolve({ status: 504, headers: [['Content-Type', 'text/plain']], body: 'not yet' })
		endpoints = await startEndpoints(options({ databaseUrl: `sqlite:${join(home, 'taken')}`, gate }))
		const ask = (headers: Record<string, string>) =>
			fetch(`${endpoints?.url}/v1/${'0'.repeat(32)}`, { method: 'POST', headers })
		const waiting = await ask({ [minHeightHeader]: '10' })
		expect([waiting.status, await waiting.text()]).toEqual([504, 'not yet'])
		// Only this one needs the database that cannot be opened.
		expect((await ask({})).status).toBe(503)
		expect(lines).toHaveLength(1)
	})

	it('tells of a database it cannot open before it listens, when it is asked to, and hides the password', async () => {
		const databaseUrl = 'postgres://me:topsecret@127.0.0.1:1/none'
		const failure = await startEndpoints(options({ databaseUrl, eager: true })).catch((error: unknown) => error)
		expect(String(failure)).toContain('postgres://me:***@127.0.0.1:1/none')
		expect(JSON.stringify(failure)).not.toContain('topsecret')
	})

	it('a service that is closed has written what it has counted', async () => {
		endpoints = await startEndpoints(options())
		const client = createEndpointsClient(endpoints.url, undefined)
		await client.signUp('a@example.com', 'correct horse battery')
		const project = await client.createProject({ name: 'p' })
		const { application, key } = await client.createApplication(project.id, { name: 'a', network: 'pruning' })
		// Refused calls wait for others.
		expect((await post(application.url, 'no JSON', { 'x-api-key': key.key })).status).toBe(200)
		await endpoints.close()
		const storage = await openStorage(options().databaseUrl)
		const rows = await storage.db.selectFrom('statistics').select(['method', 'calls']).execute()
		await storage.close()
		expect(rows).toEqual([{ method: 'invalid', calls: 1n }])
	})

	it('a database that is none is refused before the service listens', async () => {
		const failure = await startEndpoints(options({ databaseUrl: 'mysql://me@127.0.0.1/x' })).catch(
			(error: unknown) => error,
		)
		expect(failure).toMatchObject({
			message: 'The endpoint service cannot use this database.',
			why: 'It knows SQLite and PostgreSQL, and not mysql://.',
		})
	})

	it('refuses a database of a newer program', async () => {
		const databaseUrl = `sqlite:${join(home, 'db.sqlite')}`
		const storage = await openStorage(databaseUrl)
		const { sql } = await import('kysely')
		await sql`insert into kysely_migration values ('9999_later', '2030-01-01')`.execute(storage.db)
		await storage.close()
		await expect(openStorage(databaseUrl)).rejects.toThrow(/written by a newer chain-tui/)
	})

	it('answers a taken port with the reason', async () => {
		endpoints = await startEndpoints(options())
		await expect(startEndpoints(options({ listener: endpoints.address }))).rejects.toMatchObject({ code: 'EADDRINUSE' })
		// A listener that was opened before the one that is taken is closed.
		const servers: Server[] = []
		const journal = { watch: (server: Server) => servers.push(server) } as unknown as RequestJournal
		const manage = { on: true, ...endpoints.address } as const
		await expect(startEndpoints(options({ manage, journal }))).rejects.toMatchObject({ code: 'EADDRINUSE' })
		expect(servers.map(({ listening }) => listening)).toEqual([false, false])
		for (const { headersTimeout, requestTimeout, keepAliveTimeout } of servers)
			expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([15_000, 30_000, 120_000])
	})

	it.each([
		[{ pruningWindow: 0 }, /pruningWindow/],
		[{ tls: { certFile: 'x' } }, /tls.keyFile/],
		[{ trustedProxies: ['here'] }, /trustedProxies.0/],
		[{ nonsense: true }, /nonsense/],
	])('refuses the settings %j', async (value, why) => {
		settings(value)
		const failure = await startEndpoints(options()).catch((error: unknown) => error)
		expect(failure).toMatchObject({ why: expect.stringMatching(why) })
	})

	it('serves TLS with the certificate of its settings', async () => {
		const folder = join(import.meta.dirname, '../../fixtures/endpoints')
		const [certFile, keyFile] = [join(folder, 'localhost.cert.pem'), join(folder, 'localhost.key.pem')]
		settings({ tls: { certFile, keyFile } })
		endpoints = await startEndpoints(options())
		expect(endpoints.url).toMatch(/^https:/)
		const status = await new Promise<number | undefined>((resolve, reject) => {
			request(`${endpoints?.url}/v1/${'0'.repeat(32)}`, { method: 'POST', ca: readFileSync(certFile) }, (response) => {
				response.resume()
				resolve(response.statusCode)
			})
				.on('error', reject)
				.end()
		})
		expect(status).toBe(404)
	})

	it('goes on without an operator when their token cannot be written', async () => {
		const file = join(home, 'endpoints-operator.token')
		symlinkSync(join(home, 'no', 'such'), file)
		writeFileSync(join(home, 'no'), '')
		endpoints = await startEndpoints(options({ eager: true }))
		expect(lines.filter((line) => line.includes('token'))).toEqual([
			// A link to what is below a file is missing for Node 20, and cannot be read for Node 24.
			expect.stringMatching(`^warn (${file} cannot be written|The operator's token cannot be read)\\.\n`),
		])
	})

	it('tells who manages it of a fault of its own, and the log what it was', async () => {
		endpoints = await startEndpoints(options({ eager: true }))
		const client = createEndpointsClient(endpoints.url, undefined)
		await client.signUp('a@example.com', 'correct horse battery')
		const storage = await openStorage(options().databaseUrl)
		await storage.db.schema.alterTable('projects').renameTo('gone').execute()
		await storage.close()
		await expect(client.projects()).rejects.toMatchObject({
			message: 'The service failed.',
			next: 'Try again; the log of the node says more.',
		})
		expect(lines.at(-1)).toBe('error management request failed: no such table: projects')
	})

	it('looks an endpoint up again that it could not read', async () => {
		endpoints = await startEndpoints(options({ eager: true }))
		const client = createEndpointsClient(endpoints.url, undefined)
		await client.signUp('a@example.com', 'correct horse battery')
		const project = await client.createProject({ name: 'p' })
		const { application, key } = await client.createApplication(project.id, { name: 'a', network: 'pruning' })
		const call = async () => (await post(application.url, blockNumberCall, { 'x-api-key': key.key })).status
		const storage = await openStorage(options().databaseUrl)
		await storage.db.schema.alterTable('applications').renameTo('away').execute()
		expect(await call()).toBe(503)
		await storage.db.schema.alterTable('away').renameTo('applications').execute()
		expect(await call()).toBe(200)
		await storage.close()
	})

	it('shows the URL it is reached at from outside', async () => {
		settings({ publicUrl: 'https://rpc.example.com/' })
		endpoints = await startEndpoints(options())
		const client = createEndpointsClient(endpoints.url, undefined)
		await client.signUp('a@example.com', 'correct horse battery')
		const project = await client.createProject({ name: 'p' })
		const { application } = await client.createApplication(project.id, { name: 'a', network: 'pruning' })
		expect(application.url).toBe(`https://rpc.example.com/v1/${application.endpointPath}`)
	})
})

it.skipIf(postgresBinaries === undefined)(
	'a service says that its database is gone, to who manages it and to callers',
	async () => {
		const cluster = await startCluster()
		let running = true
		try {
			endpoints = await startEndpoints(options({ databaseUrl: await cluster.database(), eager: true }))
			const client = createEndpointsClient(endpoints.url, undefined)
			await client.signUp('a@example.com', 'correct horse battery')
			const project = await client.createProject({ name: 'p' })
			const { application, key } = await client.createApplication(project.id, { name: 'a', network: 'pruning' })
			const call = () => post(application.url, blockNumberCall, { 'x-api-key': key.key })
			expect((await call()).status).toBe(200)
			cluster.stop()
			running = false
			await expect(client.createProject({ name: 'q' })).rejects.toMatchObject({
				message: expect.stringMatching(/^The database of the endpoint service failed: .+\.$/),
				next: 'Nothing was changed. See that it runs and can be written, then try again.',
			})
			// What cannot be counted is not answered.
			const refused = await call()
			expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
			expect(refused.text).not.toContain('result')
			expect(lines.join('\n')).toContain('the database failed: ')
			const { url } = endpoints
			await expect
				.poll(() => health(url), { timeout: 10_000 })
				.toEqual([503, { status: 'unavailable', missing: ['database'] }])
		} finally {
			if (running) cluster.stop()
		}
	},
)
