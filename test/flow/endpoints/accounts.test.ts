import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { startEndpoints } from '../../../src/endpoints/startEndpoints.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import {
	blockNumberCall,
	chainAt,
	person,
	post,
	startService,
	type TestService,
	withApplication,
} from './support/service.ts'

let service: TestService
beforeAll(async () => {
	service = await startService({ passwordCost: undefined })
})
afterAll(() => service.close())

const password = 'correct horse battery'

describe('an account', () => {
	it('an account is opened once for an e-mail, whatever its case', async () => {
		await person(service, 'One@example.com')
		await expect(person(service, 'one@EXAMPLE.com')).rejects.toThrow(/an account with this e-mail already/)
	})

	it.each(['', 'a', 'a@', '@b', 'a b@c', 'a@b\n'.concat('c')])('an account is not opened for %j', async (email) => {
		await expect(service.client.signUp(email, password)).rejects.toThrow(/no e-mail address/)
	})

	it('wants a password of ten characters', async () => {
		await expect(service.client.signUp('short@example.com', '123456789')).rejects.toMatchObject({
			message: 'The password has 9 characters.',
			next: 'Choose one of 10 to 256 characters.',
		})
	})

	it('an account is entered with its password only, and an unknown e-mail looks the same', async () => {
		await person(service, 'two@example.com')
		const client = createEndpointsClient(service.endpoints.url, undefined)
		const refusal = 'E-mail and password do not match an account.'
		await expect(client.logIn('two@example.com', 'another password')).rejects.toThrow(refusal)
		await expect(client.logIn('nobody@example.com', password)).rejects.toThrow(refusal)
		await client.logIn(' TWO@example.com', password)
		expect(await client.account()).toMatchObject({ email: 'two@example.com', plan: 'payg', cap: null })
	})

	it('an account has sessions that end when told to, and all others with a new password', async () => {
		const first = await person(service, 'three@example.com')
		const log = async () => {
			const client = createEndpointsClient(service.endpoints.url, undefined)
			await client.logIn('three@example.com', password)
			return client
		}
		const [second, third] = [await log(), await log()]
		const sessions = await first.sessions()
		expect(sessions.map(({ current }) => current).sort()).toEqual([false, false, true])
		const own = (await second.sessions()).find(({ current }) => current)
		await first.revokeSession(own?.id ?? '')
		await expect(second.account()).rejects.toThrow(/not logged in/)
		await expect(first.changePassword({ present: 'wrong password', fresh: 'a fresh password' })).rejects.toThrow(
			/another one/,
		)
		await first.changePassword({ present: password, fresh: 'a fresh password' })
		await expect(third.account()).rejects.toThrow(/not logged in/)
		await first.logOut()
		await expect(first.account()).rejects.toThrow(/not logged in/)
	})

	it('cannot be entered with a wallet yet', async () => {
		const methods = await service.client.loginMethods()
		expect(methods.find(({ id }) => id === 'wallet')).toMatchObject({ available: false })
		const response = await fetch(`${service.endpoints.url}/manage/v1/wallet-logins`, { method: 'POST' })
		expect(response.status).toBe(501)
	})

	it('changes its plan by the operator only', async () => {
		await person(service, 'four@example.com')
		await expect(service.client.setPlan({ email: 'four@example.com', plan: 'enterprise' })).rejects.toThrow(
			/token cannot be read/,
		)
		const operator = createEndpointsClient(service.endpoints.url, service.home)
		expect(await operator.setPlan({ email: 'four@example.com', plan: 'enterprise' })).toMatchObject({
			plan: 'enterprise',
		})
		await expect(operator.setPlan({ email: 'none@example.com', plan: 'enterprise' })).rejects.toThrow(
			'There is no account with this e-mail.',
		)
	})
})

describe('the token of the operator', () => {
	const change = async (spoil: (file: string) => void) => {
		const damaged = await startService()
		const file = join(damaged.home, 'endpoints-operator.token')
		await person(damaged, 'one@example.com')
		spoil(file)
		const raw = async (token: string) =>
			(
				await fetch(`${damaged.endpoints.url}/manage/v1/operator/plan`, {
					method: 'PUT',
					headers: { 'content-type': 'application/json', 'x-operator-token': token },
					body: '{"email":"one@example.com","plan":"enterprise"}',
				})
			).status
		const operator = createEndpointsClient(damaged.endpoints.url, damaged.home)
		const refused = await operator.setPlan({ email: 'one@example.com', plan: 'enterprise' }).catch((error) => error)
		const statuses = [await raw(''), await raw(' '), await raw(readFileSync(file, 'utf8').trim())]
		// The next start says so, and goes on without an operator.
		const lines: string[] = []
		const again = await startEndpoints({
			listener: { host: '127.0.0.1', port: 0 },
			databaseUrl: damaged.databaseUrl,
			upstream: chainAt(5_000),
			home: damaged.home,
			log: (_level, _source, message) => lines.push(message),
			clock: systemClock,
			eager: true,
		})
		await again.close()
		await damaged.close()
		return { refused, statuses, lines: lines.join('\n') }
	}

	it.each([
		['empty', '', 'is empty'],
		['blank', ' \n\n', 'is empty'],
		['cut', 'co_abc', 'does not hold a whole token'],
	])('gives nobody rights when its file is %s', async (_name, content, why) => {
		const { refused, statuses, lines } = await change((file) => writeFileSync(file, content))
		expect(statuses).toEqual([403, 403, 403])
		expect(refused).toMatchObject({
			message: expect.stringContaining('Nobody has the operator'),
			why: expect.stringContaining(why),
		})
		expect(lines).toContain(why)
	})

	it('gives nobody rights when others can read its file', async () => {
		const { refused, statuses, lines } = await change((file) => chmodSync(file, 0o644))
		expect(statuses).toEqual([403, 403, 403])
		expect(refused).toMatchObject({ why: expect.stringContaining('mode 644') })
		expect(lines).toContain('others may have read it')
	})
})

describe('secrets', () => {
	it('secrets are nowhere in the files of the database, the log or in errors', async () => {
		const { application, key, client } = await withApplication(service)
		await post(application.url, blockNumberCall, { 'x-api-key': key.key })
		await post(application.url, blockNumberCall, { 'x-api-key': `${key.key.slice(0, -1)}!` })
		await post(`${application.url}?apikey=${key.key}`, 'no json', { 'x-api-key': key.key })
		await expect(client.createProject({ name: `${key.key}\n${password}` })).rejects.not.toThrow(key.key)
		const stored = readdirSync(service.home)
			.filter((name) => name.startsWith('endpoints.sqlite'))
			.map((name) => readFileSync(join(service.home, name), 'latin1'))
			.join()
		expect(stored).toContain(application.endpointPath)
		for (const text of [stored, service.lines.join('\n')]) {
			expect(text).not.toContain(key.key)
			expect(text).not.toContain(key.key.slice(8, 51))
			expect(text).not.toContain(password)
		}
		expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
	})
})

describe('a client that is logged in', () => {
	it('stays so when a login or a sign-up fails', async () => {
		const client = await person(service, 'stays@example.com')
		const { id } = await client.account()
		await expect(client.logIn('stays@example.com', 'a wrong password')).rejects.toThrow(/do not match/)
		await expect(client.signUp('stays@example.com', 'correct horse battery')).rejects.toThrow(/already/)
		await expect(client.signUp('short@example.com', 'short')).rejects.toThrow(/characters/)
		expect(client.isLoggedIn).toBe(true)
		expect((await client.account()).id).toBe(id)
	})

	it('a client that is logged in is told when the service speaks another form, and nothing is guessed', async () => {
		const odd = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' })
			response.end('{"id":"acc_1","email":7}')
		}).listen(0, '127.0.0.1')
		await once(odd, 'listening')
		const { port } = odd.address() as AddressInfo
		const client = createEndpointsClient(`http://127.0.0.1:${port}`, undefined)
		await expect(client.account()).rejects.toThrow(/sent a reply of another form/)
		odd.close()
	})
})
