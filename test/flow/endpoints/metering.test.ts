import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import type { EndpointsClient } from '../../../src/endpoints/client/EndpointsClient.ts'
import { openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import { seededRandom } from '../../support/random.js'
import { type Cluster, postgresBinaries, startCluster } from './support/postgres.ts'
import {
	blockNumberCall,
	joinTeam,
	person,
	post,
	startService,
	type TestService,
	withApplication,
} from './support/service.ts'

let cluster: Cluster | undefined
beforeAll(async () => {
	if (postgresBinaries !== undefined) cluster = await startCluster()
	else process.stderr.write('no PostgreSQL server is installed: its tests are skipped (apt-get install postgresql)\n')
})
afterAll(() => cluster?.stop())

const monthNow = () => new Date().toISOString().slice(0, 7)

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
	const test = it.skipIf(engine === 'postgres' && postgresBinaries === undefined)
	let folder: string
	let databaseUrl: string
	const services: TestService[] = []
	const start = async () => {
		const service = await startService({ databaseUrl })
		services.push(service)
		return service
	}
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'chain-tui-meter-'))
		databaseUrl =
			engine === 'sqlite' ? `sqlite:${join(folder, 'db.sqlite')}` : ((await cluster?.database()) ?? 'postgres://none')
	})
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close()
		rmSync(folder, { recursive: true, force: true })
	})

	/** Adds relays that were made before, by all three counters. */
	async function usedBefore(accountId: string, applicationId: string, relays: bigint): Promise<void> {
		const storage = await openStorage(databaseUrl)
		const month = monthNow()
		await storage.db.insertInto('usage_accounts').values({ account_id: accountId, month, relays }).execute()
		await storage.db
			.insertInto('usage_applications')
			.values({ account_id: accountId, application_id: applicationId, month, relays })
			.execute()
		await storage.db
			.insertInto('ledger')
			.values({ account_id: accountId, day: `${month}-01`, relays })
			.execute()
		await storage.close()
	}

	async function checkSums(client: EndpointsClient): Promise<number> {
		const { relays, applications, days } = await client.statement()
		const sum = (rows: readonly { readonly relays: number }[]) => rows.reduce((total, row) => total + row.relays, 0)
		expect([sum(applications), sum(days)]).toEqual([relays, relays])
		return relays
	}

	test('applications, account and journal agree with what was called, whatever was called', async () => {
		const service = await start()
		const next = seededRandom()
		const { application, key, client, projectId } = await withApplication(service)
		const second = await client.createApplication(projectId, { name: 'second', network: 'pruning' })
		const targets = [
			{ url: application.url, key: key.key },
			{ url: second.application.url, key: second.key.key },
		]
		let relays = 0
		let calls = 0
		const kinds = [
			{ body: () => blockNumberCall, relays: () => 1, calls: () => 1 },
			{ body: () => '{"jsonrpc":"2.0","id":1,"method":"no_such"}', relays: () => 1, calls: () => 1 },
			{ body: () => '{"jsonrpc":"2.0","method":"eth_chainId"}', relays: () => 1, calls: () => 1 },
			{ body: () => 'no json', relays: () => 0, calls: () => 1 },
			{ body: () => '[]', relays: () => 0, calls: () => 1 },
			{ body: () => `[${blockNumberCall},1,${blockNumberCall}]`, relays: () => 2, calls: () => 3 },
		]
		for (let round = 0; round < 12; round++) {
			await Promise.all(
				Array.from({ length: 25 }, async () => {
					const kind = kinds[Math.floor(next() * kinds.length)]!
					const target = targets[Math.floor(next() * targets.length)]!
					const authorised = next() < 0.9
					relays += authorised ? kind.relays() : 0
					calls += authorised ? kind.calls() : 1
					await post(target.url, kind.body(), authorised ? { 'x-api-key': target.key } : {})
				}),
			)
			expect(await checkSums(client)).toBe(relays)
		}
		const range = { from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 }
		await expect
			.poll(async () => {
				const both = await Promise.all(
					[application.id, second.application.id].map((id) => client.statistics(id, range)),
				)
				return [
					both.reduce((sum, { total }) => sum + total, 0),
					both.reduce((sum, { total, invalid }) => sum + total - invalid, 0),
				]
			})
			.toEqual([calls, relays])
	})

	test('tells each quarter of the free tier once, also when a batch jumps over it, and bills beyond', async () => {
		const service = await start()
		const { application, key, client } = await withApplication(service)
		const { id } = await client.account()
		await usedBefore(id, application.id, 14_999_995n)
		const batch = `[${Array(10).fill(blockNumberCall).join()}]`
		await post(application.url, batch, { 'x-api-key': key.key })
		await post(application.url, batch, { 'x-api-key': key.key })
		const statement = await client.statement()
		expect(statement).toMatchObject({ relays: 15_000_015, billedRelays: 15, nanoUsd: '67500', usd: '0.000067500' })
		expect(statement.notices.map(({ kind, percent }) => [kind, percent])).toEqual([['free', 100]])
		await checkSums(client)
	})

	test('tells each quarter to the team of the application that reached it, whoever pays', async () => {
		const service = await start()
		const { application, key, client, projectId } = await withApplication(service)
		const other = await client.createApplication(projectId, { name: 'other', network: 'archival' })
		const { id } = await client.account()
		await usedBefore(id, application.id, 7_499_995n)
		const member = await person(service, 'viewer@example.com')
		await joinTeam(client, projectId, member, 'viewer')
		const batch = `[${Array(4).fill(blockNumberCall).join()}]`
		await post(application.url, batch, { 'x-api-key': key.key })
		expect((await member.application(application.id)).notices).toEqual([])
		await post(application.url, batch, { 'x-api-key': key.key })
		await post(other.application.url, batch, { 'x-api-key': other.key.key })
		await client.setCap({ cap: 16_000_000 })
		await post(application.url, batch, { 'x-api-key': key.key })
		const told = `This application has used 50 % of the account's free relays in ${monthNow()}.`
		expect((await member.application(application.id)).notices).toEqual([told])
		expect((await member.applications(projectId)).map(({ name, notices }) => [name, notices])).toEqual([
			['app', [told]],
			['other', []],
		])
	})

	test('never serves more than the cap, and all of it', async () => {
		const service = await start()
		const { application, key, client } = await withApplication(service)
		await client.setCap({ cap: 37 })
		const call = () => post(application.url, blockNumberCall, { 'x-api-key': key.key })
		const replies = await Promise.all(Array.from({ length: 60 }, call))
		expect(replies.filter(({ status }) => status === 200)).toHaveLength(37)
		const refused = replies.find(({ status }) => status === 402)
		expect(JSON.parse(refused?.text ?? '')).toMatchObject({ error: { code: -32005 } })
		const statement = await client.statement()
		expect(statement.relays).toBe(37)
		expect(statement.notices.map(({ kind, percent }) => [kind, percent])).toEqual([
			['cap', 25],
			['cap', 50],
			['cap', 75],
			['cap', 100],
		])
		await client.setCap({ cap: 40 })
		expect((await Promise.all([call(), call(), call()])).map(({ status }) => status)).toEqual([200, 200, 200])
		expect((await call()).status).toBe(402)
		await client.setCap({ cap: null })
		expect((await call()).status).toBe(200)
	})

	test('counts the valid calls of a batch towards the cap, and serves it whole or not at all', async () => {
		const service = await start()
		const { application, key, client } = await withApplication(service)
		await client.setCap({ cap: 5 })
		const status = async (body: string) => (await post(application.url, body, { 'x-api-key': key.key })).status
		const three = `[${blockNumberCall},1,${blockNumberCall},${blockNumberCall}]`
		expect(await status(three)).toBe(200)
		expect(await status(three)).toBe(402)
		expect(await status(`[${blockNumberCall},${blockNumberCall}]`)).toBe(200)
		expect(await status(blockNumberCall)).toBe(402)
		// What is no call costs nothing.
		expect(await status('[1]')).toBe(200)
		expect(await status('{"id":1}')).toBe(200)
		expect(await checkSums(client)).toBe(5)
	})

	test('takes changes while it counts', async () => {
		const service = await start()
		const { application, key, client } = await withApplication(service)
		let relays = 0
		let changing = true
		const load = Array.from({ length: 8 }, async () => {
			while (changing) {
				expect((await post(application.url, blockNumberCall, { 'x-api-key': key.key })).status).toBe(200)
				relays++
			}
		})
		for (let round = 0; round < 20; round++) {
			await client.editApplication(application.id, { name: `name ${round}` })
			await client.setAllowlists(application.id, { ips: ['127.0.0.0/8', `10.0.0.${round}`] })
		}
		changing = false
		await Promise.all(load)
		expect(await checkSums(client)).toBe(relays)
	})

	test('goes on with the counts when it is opened again', async () => {
		const first = await start()
		const { application, key, client } = await withApplication(first)
		for (let i = 0; i < 3; i++) await post(application.url, blockNumberCall, { 'x-api-key': key.key })
		expect(await checkSums(client)).toBe(3)
		await first.endpoints.close()
		const second = await start()
		const url = `${second.endpoints.url}/v1/${application.endpointPath}`
		expect((await post(url, blockNumberCall, { 'x-api-key': key.key })).status).toBe(200)
	})
})

describe.skipIf(postgresBinaries === undefined)('two gateways on one PostgreSQL', () => {
	let databaseUrl: string
	const services: TestService[] = []
	beforeEach(async () => {
		databaseUrl = (await cluster?.database()) ?? ''
		for (let i = 0; i < 2; i++) services.push(await startService({ databaseUrl }))
	})
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close()
	})

	async function shared() {
		const [first, second] = services as [TestService, TestService]
		const made = await withApplication(first)
		const urls = [first, second].map(({ endpoints }) => `${endpoints.url}/v1/${made.application.endpointPath}`)
		const call = (index: number, headers: Readonly<Record<string, string>> = {}) =>
			post(urls[index % 2] ?? '', blockNumberCall, { 'x-api-key': made.key.key, ...headers })
		return { ...made, first, second, call }
	}

	it('share keys and allowlists within a second', async () => {
		const { application, client, call, key } = await shared()
		expect((await call(1)).status).toBe(200)
		const within = async (change: () => Promise<unknown>, status: number) => {
			await change()
			const from = performance.now()
			await expect.poll(async () => (await call(1)).status, { interval: 20, timeout: 5_000 }).toBe(status)
			return performance.now() - from
		}
		const waits = [
			await within(() => client.setAllowlists(application.id, { ips: ['10.0.0.1'] }), 403),
			await within(() => client.setAllowlists(application.id, { ips: [] }), 200),
			await within(() => client.revokeKey(application.id, key.id), 401),
		]
		for (const wait of waits) expect(wait).toBeLessThan(1_000)
	})

	it('count together', async () => {
		const { client, second, call } = await shared()
		await Promise.all(Array.from({ length: 200 }, (_, index) => call(index)))
		const other = createEndpointsClient(second.endpoints.url, undefined)
		const { email } = await client.account()
		await other.logIn(email, 'correct horse battery')
		expect((await other.statement()).relays).toBe(200)
		expect(await client.statement()).toEqual(await other.statement())
	})

	it('keep a cap together, to the last relay', async () => {
		const { client, call } = await shared()
		await client.setCap({ cap: 250 })
		const storage = await openStorage(databaseUrl)
		const leases = () => storage.db.selectFrom('leases').select('remaining').execute()
		let served = 0
		const serve = async (index: number) => {
			const { status } = await call(index)
			if (status === 200) served++
			return status
		}
		// A gateway that has heard of the cap takes a lease: both have.
		await expect
			.poll(
				async () => {
					await Promise.all([serve(0), serve(1)])
					return (await leases()).length
				},
				{ interval: 20, timeout: 10_000 },
			)
			.toBe(2)
		await Promise.all(Array.from({ length: 400 }, (_, index) => serve(index)))
		expect(served).toBeLessThanOrEqual(250)
		expect(served).toBeGreaterThan(200)
		// What one of them holds in reserve comes back when it is not used.
		await expect
			.poll(
				async () => {
					await serve(served)
					return served
				},
				{ interval: 5, timeout: 20_000 },
			)
			.toBe(250)
		expect((await leases()).map(({ remaining }) => remaining)).toEqual([0n, 0n])
		expect([await serve(0), await serve(1)]).toEqual([402, 402])
		expect((await client.statement()).relays).toBe(250)
		await storage.close()
	})
})
