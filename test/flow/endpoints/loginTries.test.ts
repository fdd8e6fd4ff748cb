import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { limits } from '../../../src/endpoints/limits.ts'
import { withLoginTry } from '../../../src/endpoints/service/accounts/loginTries.ts'
import type { ServiceContext } from '../../../src/endpoints/service/ServiceContext.ts'
import { openStorage, type Storage } from '../../../src/endpoints/storage/openStorage.ts'
import { type Cluster, postgresBinaries, startCluster } from './support/postgres.ts'
import { person, startService, type TestService } from './support/service.ts'

let cluster: Cluster | undefined
beforeAll(async () => {
	if (postgresBinaries !== undefined) cluster = await startCluster()
})
afterAll(() => cluster?.stop())

const password = 'correct horse battery'
const minute = 60_000

describe.each(['sqlite', 'postgres'] as const)('wrong passwords on %s', (engine) => {
	const test = it.skipIf(engine === 'postgres' && postgresBinaries === undefined)
	let folder: string
	let databaseUrl: string
	let now: number
	const clock = { now: () => now }
	const services: TestService[] = []
	const start = async () => {
		const service = await startService({ databaseUrl, clock })
		services.push(service)
		return service
	}
	/** Status, Retry-After and error of a login. */
	const logIn = async (service: TestService, email: string, given: string) => {
		const response = await fetch(`${service.endpoints.url}/manage/v1/sessions`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email, password: given }),
		})
		const { error } = (await response.json()) as { error?: { code: string; message: string; next: string } }
		return { status: response.status, retryAfter: response.headers.get('retry-after'), error }
	}
	const fail = async (service: TestService, email: string, times: number) => {
		for (let i = 0; i < times; i++) expect((await logIn(service, email, 'a wrong password')).status).toBe(401)
	}
	beforeEach(async () => {
		now = Date.UTC(2026, 10, 21, 12)
		folder = mkdtempSync(join(tmpdir(), 'chain-tui-tries-'))
		databaseUrl =
			engine === 'sqlite' ? `sqlite:${join(folder, 'db.sqlite')}` : ((await cluster?.database()) ?? 'postgres://none')
	})
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close()
		rmSync(folder, { recursive: true, force: true })
	})

	test('close the account for the rest of a quarter of an hour, to the second, whatever comes next', async () => {
		const service = await start()
		await person(service, 'one@example.com')
		await fail(service, 'ONE@example.com ', limits.wrongPasswords)
		now += 4 * minute + 1
		const refused = await logIn(service, 'one@example.com', password)
		expect(refused).toMatchObject({
			status: 429,
			retryAfter: String(11 * 60),
			error: {
				code: 'too_many_tries',
				message: 'There were too many wrong passwords for this e-mail.',
				next: 'Try again in 11 minutes. Sessions that are open go on.',
			},
		})
		now += 11 * minute - 2
		expect(await logIn(service, 'one@example.com', password)).toMatchObject({ status: 429, retryAfter: '1' })
		now += 1
		expect((await logIn(service, 'one@example.com', password)).status).toBe(200)
	})

	test('wrong passwords are forgotten with the right one, and leave other accounts alone', async () => {
		const service = await start()
		await person(service, 'one@example.com')
		await person(service, 'two@example.com')
		for (let round = 0; round < 3; round++) {
			await fail(service, 'one@example.com', limits.wrongPasswords - 1)
			expect((await logIn(service, 'one@example.com', password)).status).toBe(200)
		}
		await fail(service, 'one@example.com', limits.wrongPasswords)
		expect((await logIn(service, 'one@example.com', password)).status).toBe(429)
		expect((await logIn(service, 'two@example.com', password)).status).toBe(200)
	})

	test('wrong passwords are limited the same for an e-mail without an account', async () => {
		const service = await start()
		await fail(service, 'nobody@example.com', limits.wrongPasswords)
		expect((await logIn(service, 'nobody@example.com', password)).status).toBe(429)
	})

	test('wrong passwords are still counted after a restart, and by a second process', async () => {
		const first = await start()
		await person(first, 'one@example.com')
		await fail(first, 'one@example.com', limits.wrongPasswords - 1)
		await first.endpoints.close()
		const [second, third] = [await start(), await start()]
		await fail(second, 'one@example.com', 1)
		expect((await logIn(third, 'one@example.com', password)).status).toBe(429)
	})

	test('do not get through by being many at once', async () => {
		const service = await start()
		await person(service, 'one@example.com')
		const replies = await Promise.all(Array.from({ length: 30 }, () => logIn(service, 'one@example.com', 'wrong one')))
		expect(replies.filter(({ status }) => status === 401)).toHaveLength(limits.wrongPasswords)
		expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
	})

	test('wrong passwords are limited together when two gateways get sixty of them at once', async () => {
		const gateways = [await start(), await start()]
		await person(gateways[0]!, 'one@example.com')
		const replies = await Promise.all(
			Array.from({ length: 60 }, (_, index) => logIn(gateways[index % 2]!, 'one@example.com', 'wrong one')),
		)
		const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length
		expect([count(401), count(429)]).toEqual([limits.wrongPasswords, 60 - limits.wrongPasswords])
		for (const gateway of gateways) expect((await logIn(gateway, 'one@example.com', password)).status).toBe(429)
	})

	test('close an account for a change of its password too, while its sessions go on', async () => {
		const service = await start()
		const client = await person(service, 'one@example.com')
		for (let i = 0; i < limits.wrongPasswords; i++) {
			await expect(client.changePassword({ present: 'wrong password', fresh: 'a fresh password' })).rejects.toThrow(
				/another one/,
			)
		}
		await expect(client.changePassword({ present: password, fresh: 'a fresh password' })).rejects.toMatchObject({
			message: 'There were too many wrong passwords for this account.',
			next: 'Try again in 15 minutes. Sessions that are open go on.',
		})
		await client.logIn('one@example.com', password)
		expect(await client.account()).toMatchObject({ email: 'one@example.com' })
	})

	test('a hundred from one place lock nobody out: another account is open, with fewer tries', async () => {
		const service = await start()
		await person(service, 'good@example.com')
		// Counted as a login counts them, without a hundred hashes of passwords.
		const storage: Storage = await openStorage(databaseUrl)
		const wrong = async (email: string) =>
			withLoginTry({ storage, clock } as ServiceContext, { emailKey: email, address: '127.0.0.1' }, async () => ({
				right: false,
				result: email,
			}))
		for (let i = 1; i < limits.wrongPasswordsAtAddress; i++)
			expect(await wrong(`p${i}@example.com`)).toBeTypeOf('string')
		await storage.close()
		await fail(service, 'p0@example.com', 1)
		expect((await logIn(service, 'good@example.com', password)).status).toBe(200)
		// Guessing on is allowed less often at each account.
		const guesses: number[] = []
		for (let i = 0; i < 5; i++) guesses.push((await logIn(service, 'good@example.com', `guess ${i}`)).status)
		expect(guesses).toEqual([401, 401, 401, 429, 429])
		now += limits.triesWindowMs
		expect((await logIn(service, 'good@example.com', password)).status).toBe(200)
	})

	test('count of each place alone, but of one machine and one network together', async () => {
		await start()
		const storage: Storage = await openStorage(databaseUrl)
		const context = { storage, clock } as ServiceContext
		const attempt = (address: string, right: boolean) =>
			withLoginTry(context, { emailKey: 'good@example.com', address }, async () => ({ right, result: right }))
		for (let i = 0; i < limits.wrongPasswords; i++) await attempt(`127.0.0.${i + 1}`, false)
		for (const address of ['127.3.2.1', '::1', '::ffff:127.0.0.1']) {
			await expect(attempt(address, true)).rejects.toMatchObject({ status: 429, retryAfter: 900 })
		}
		for (let i = 0; i < limits.wrongPasswords; i++) await attempt(`2001:db8:1:2::${i}`, false)
		await expect(attempt('2001:db8:1:2:ffff::9', true)).rejects.toMatchObject({ status: 429 })
		expect(await attempt('2001:db8:1:3::9', true)).toBe(true)
		expect(await attempt('203.0.113.8', true)).toBe(true)
		// Nothing of what was typed is kept in clear.
		const rows = await storage.db.selectFrom('login_tries').selectAll().execute()
		expect(rows.length).toBeGreaterThan(0)
		for (const { subject } of rows) expect(subject).toMatch(/^[0-9a-f]{64}$/)
		await storage.close()
	})

	test('wrong passwords of a stranger do not close an account for the program its holder has logged in with', async () => {
		const service = await start()
		const holder = await person(service, 'one@example.com')
		await holder.logOut()
		await fail(service, 'one@example.com', limits.wrongPasswords)
		expect((await logIn(service, 'one@example.com', password)).status).toBe(429)
		await holder.logIn('one@example.com', password)
		// That program has its own tries, and no more of them.
		for (let i = 0; i < limits.wrongPasswords; i++) {
			await expect(holder.logIn('one@example.com', 'a wrong one')).rejects.toThrow(/do not match/)
		}
		await expect(holder.logIn('one@example.com', password)).rejects.toThrow(/too many wrong passwords/)
		// A stranger's program is not known by having an account of its own.
		const stranger = await person(service, 'two@example.com')
		await expect(stranger.logIn('one@example.com', password)).rejects.toThrow(/too many wrong passwords/)
	})

	test('wrong passwords of a program that was known are a stranger’s once the password has changed', async () => {
		const service = await start()
		const thief = await person(service, 'one@example.com')
		const holder = createEndpointsClient(service.endpoints.url, undefined)
		await holder.logIn('one@example.com', password)
		await holder.changePassword({ present: password, fresh: 'a fresh password' })
		await fail(service, 'one@example.com', limits.wrongPasswords)
		await expect(thief.logIn('one@example.com', 'a fresh password')).rejects.toThrow(/too many wrong passwords/)
	})

	test('wrong passwords are not the only way to ask: sign-ups that find an account are limited as well', async () => {
		const service = await start()
		await person(service, 'one@example.com')
		const client = createEndpointsClient(service.endpoints.url, undefined)
		await Promise.all(Array.from({ length: 5 }, (_, index) => person(service, `free${index}@example.com`)))
		for (let i = 0; i < limits.takenSignUps; i++) {
			await expect(client.signUp('one@example.com', password)).rejects.toThrow(/an account with this e-mail already/)
		}
		await expect(client.signUp('one@example.com', password)).rejects.toThrow(/too many sign-ups/)
		await expect(client.signUp('nobody@example.com', password)).rejects.toThrow(/too many sign-ups/)
		now += limits.triesWindowMs
		await client.signUp('nobody@example.com', password)
	})
})

it('tell a client what to do', async () => {
	const service = await startService()
	const client = createEndpointsClient(service.endpoints.url, undefined)
	for (let i = 0; i < limits.wrongPasswords; i++) {
		await expect(client.logIn('one@example.com', 'a wrong password')).rejects.toThrow(/do not match/)
	}
	await expect(client.logIn('one@example.com', password)).rejects.toMatchObject({
		next: expect.stringMatching(/^Try again in 15 minutes\./),
	})
	await service.close()
})
