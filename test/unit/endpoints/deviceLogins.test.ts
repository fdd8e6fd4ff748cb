import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeviceLogins } from '../../../src/endpoints/login/DeviceLogins.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import type { DeviceLoginView } from '../../../src/wire/management/accountSchemas.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

let github: Server
let desk: Desk
let logins: DeviceLogins
/** Who sits in front of the provider: nobody has agreed while there is none, and `false` refuses. */
let person: { readonly id: number; readonly email?: string } | false | undefined
let asked: string[]

beforeEach(async () => {
	person = undefined
	asked = []
	github = createServer((request, response) => {
		request.resume()
		const { url = '' } = request
		asked.push(url)
		const code = { device_code: 'd', user_code: 'u', verification_uri: 'v', expires_in: 600, interval: 0.01 }
		const token = person
			? { access_token: 'gho', token_type: 'bearer' }
			: { error: person === undefined ? 'authorization_pending' : 'access_denied' }
		const { id = 0, email = undefined } = person || {}
		const replies: Readonly<Record<string, unknown>> = {
			'/login/device/code': code,
			'/login/oauth/access_token': token,
			'/user': { id },
			'/user/emails': email === undefined ? [] : [{ email, primary: true, verified: true }],
		}
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies[url]))
	})
	await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
	const issuer = `http://127.0.0.1:${(github.address() as AddressInfo).port}`
	const hub = { name: 'hub', label: 'Hub', kind: 'github', issuer, clientId: 'c', clientSecret: undefined } as const
	desk = await openDesk({ identityProviders: [{ ...hub, apiUrl: issuer }] })
	logins = new DeviceLogins(desk.context, 2)
})
afterEach(async () => {
	logins.close()
	github.close()
	github.closeAllConnections()
	await desk.context.storage.close()
})

/** How a login of `who` ends. */
async function endOf(who: typeof person, linkTo?: Actor): Promise<DeviceLoginView> {
	person = who
	const { loginId } = await logins.start('hub', linkTo)
	await expect.poll(() => logins.pending, { interval: 2 }).toBe(0)
	return logins.state(loginId)
}

async function accountOf(who: typeof person, linkTo?: Actor): Promise<string | undefined> {
	const { state, session } = await endOf(who, linkTo)
	return state === 'done' ? session?.accountId : undefined
}

const identities = async () =>
	(await desk.db.selectFrom('identities').select(['subject', 'account_id']).orderBy('subject').execute()).map(
		({ subject, account_id }) => [subject, account_id],
	)

test('a login at a provider is pending until the person agrees, and its session is told once', async () => {
	const { loginId, userCode } = await logins.start('hub', undefined)
	expect([loginId, userCode]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 'u'])
	for (let time = 0; time < 2; time++) {
		expect(logins.state(loginId)).toEqual({ state: 'pending', message: '', next: '', session: null })
	}
	expect(logins.pending).toBe(1)
	person = { id: 1, email: 'a@x.test' }
	await expect.poll(() => logins.pending, { interval: 2 }).toBe(0)
	const { session, ...rest } = logins.state(loginId)
	expect(rest).toEqual({ state: 'done', message: '', next: '' })
	expect(await identities()).toEqual([['1', session?.accountId]])
	expect(() => logins.state(loginId)).toThrow('There is no such login.')
})

test('a login that names no provider of the service is refused', async () => {
	expect(await refusalOf(logins.start('other', undefined))).toEqual([
		404,
		'not_found',
		'There is no such identity provider.',
		'See the ones you can with the list of identity providers.',
	])
	expect(asked).toEqual([])
})

test('logins under way have as many places as there are, one that still starts among them', async () => {
	const full = [429, 'too_many', 'Too many logins are under way.', 'Wait a minute.']
	const starting = logins.start('hub', undefined)
	expect(logins.pending).toBe(1)
	const second = logins.start('hub', undefined)
	expect(await refusalOf(logins.start('hub', undefined))).toEqual(full)
	await Promise.all([starting, second])
	expect(logins.pending).toBe(2)
	expect(await refusalOf(logins.start('hub', undefined))).toEqual(full)
	person = false
	await expect.poll(() => logins.pending, { interval: 2 }).toBe(0)
	await logins.start('hub', undefined)
	expect(logins.pending).toBe(1)
})

test('a provider that starts no login keeps no place', async () => {
	github.closeAllConnections()
	await new Promise((resolve) => github.close(resolve))
	for (let time = 0; time < 3; time++) expect((await refusalOf(logins.start('hub', undefined)))?.[0]).toBe(502)
	expect(logins.pending).toBe(0)
})

test('an identity opens an account the first time and finds it again, whatever its address is by then', async () => {
	const first = await accountOf({ id: 1, email: 'a@x.test' })
	const other = await accountOf({ id: 2, email: 'b@x.test' })
	expect(first).not.toBe(other)
	expect(await accountOf({ id: 1, email: 'b@x.test' })).toBe(first)
	expect(await accountOf({ id: 1 })).toBe(first)
	expect(await identities()).toEqual([
		['1', first],
		['2', other],
	])
})

test('an identity is added to the account that asks for it, once, and to no second one', async () => {
	const [holder, second] = [await desk.account('a@x.test'), await desk.account('b@x.test')]
	for (let time = 0; time < 2; time++) expect(await accountOf({ id: 1 }, holder)).toBe(holder.accountId)
	expect(await accountOf({ id: 1 })).toBe(holder.accountId)
	expect(await endOf({ id: 1 }, second)).toEqual({
		state: 'failed',
		message: 'This Hub login belongs to another account.',
		next: 'Log in with it to use that account, or add another login.',
		session: null,
	})
	expect(await identities()).toEqual([['1', holder.accountId]])
	const audits = await desk.db
		.selectFrom('audit')
		.select(['actor_id', 'action'])
		.where('action', '=', 'account.link')
		.execute()
	expect(audits).toEqual([{ actor_id: holder.accountId, action: 'account.link' }])
})

test('a login of an unknown identity fails without an address, and with one that has an account', async () => {
	await desk.account('a@x.test')
	const add = 'add Hub to it: chain-tui endpoints login --provider hub --link, or i on the account page'
	expect(await endOf({ id: 1 })).toMatchObject({
		state: 'failed',
		message: 'Hub says of no e-mail address that it is verified as yours.',
		next: `Verify one there and start again, or sign up with a password and then ${add}.`,
	})
	expect(await endOf({ id: 1, email: 'a@x.test' })).toMatchObject({
		state: 'failed',
		message: 'There is an account with the e-mail a@x.test already, and Hub is not one of its logins.',
		next: `Log in to it as before, then ${add}.`,
	})
	expect(await endOf({ id: 1, email: 'no address' })).toMatchObject({
		state: 'failed',
		message: 'This is no e-mail address.',
		next: 'Write it as name@example.com.',
	})
	expect(await endOf(false)).toMatchObject({ state: 'failed', message: 'The login was refused at Hub.' })
	expect(await identities()).toEqual([])
})

test('a login that fails by a fault of the service says to start anew', async () => {
	const nobody = { accountId: 'acc_none', sessionId: 'ses_none' }
	const { state, next, session } = await endOf({ id: 1 }, nobody)
	expect({ state, next, session }).toEqual({ state: 'failed', next: 'Start a new login.', session: null })
})

test('logins that are closed are known no more, and let nobody in', async () => {
	const { loginId } = await logins.start('hub', undefined)
	logins.close()
	expect(logins.pending).toBe(0)
	expect(() => logins.state(loginId)).toThrow('There is no such login.')
	for (let time = 0; time < 3; time++) await accountOf({ id: 1, email: 'a@x.test' })
	expect(asked.filter((path) => path === '/user')).toHaveLength(3)
})
