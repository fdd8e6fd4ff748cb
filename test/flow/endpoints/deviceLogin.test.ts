import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import type { EndpointsClient } from '../../../src/endpoints/client/EndpointsClient.ts'
import type { IdentityProviderConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { normalisedFetch } from '../../../src/endpoints/login/startDeviceLogin.ts'
import { startGithubLike, startGoogleLike, startOidcProvider, type TestProvider } from './support/identityProviders.ts'
import { failedLogin, person, startService, type TestService } from './support/service.ts'

let service: TestService
let oidc: TestProvider
let google: TestProvider
let github: TestProvider

function provider(name: string, kind: IdentityProviderConfig['kind'], issuer: string): IdentityProviderConfig {
	return { name, label: name, kind, issuer, clientId: 'chain-tui', clientSecret: undefined, apiUrl: issuer }
}

beforeAll(async () => {
	oidc = await startOidcProvider('user-1', 'oidc@example.com')
	google = await startGoogleLike('user-2', 'google@example.com')
	github = await startGithubLike(583_231, 'github@example.com')
	service = await startService({
		config: {
			identityProviders: [
				provider('company', 'oidc', oidc.issuer),
				provider('google', 'google', google.issuer),
				provider('github', 'github', github.issuer),
			],
		},
	})
})

afterAll(async () => {
	await service?.close()
	await Promise.all([oidc, google, github].map((one) => one?.close()))
})

/** Logs in at a provider as a person does, and waits for the end of it. */
async function logIn(client: EndpointsClient, name: string, at: TestProvider, link = false): Promise<void> {
	const started = await client.startDeviceLogin(name, { link })
	expect(started.loginId).toMatch(/^[0-9a-f]{32}$/)
	expect(started.verificationUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
	expect(await client.deviceLogin(started.loginId)).toMatchObject({ state: 'pending' })
	await at.agree(started.userCode)
	await expect
		.poll(async () => (await client.deviceLogin(started.loginId)).state, { timeout: 30_000, interval: 20 })
		.toBe('done')
	// The session is told once.
	await expect(client.deviceLogin(started.loginId)).rejects.toThrow(/no such login/)
}

/** How a login ends that is agreed to and all the same fails. */
async function failure(client: EndpointsClient, name: string, at: TestProvider, link = false): Promise<unknown> {
	const { loginId, userCode } = await client.startDeviceLogin(name, { link })
	await at.agree(userCode)
	return failedLogin(client, loginId)
}

const fresh = () => createEndpointsClient(service.endpoints.url, undefined)

describe('a login at an identity provider', () => {
	it.each([
		['company', () => oidc, 'oidc@example.com'],
		['google', () => google, 'google@example.com'],
		['github', () => github, 'github@example.com'],
	] as const)('%s opens an account the first time and finds it the second', async (name, at, email) => {
		const client = fresh()
		await logIn(client, name, at())
		const account = await client.account()
		expect(account).toMatchObject({ email, hasPassword: false })
		const again = fresh()
		await logIn(again, name, at())
		expect((await again.account()).id).toBe(account.id)
		expect((await again.sessions()).map(({ method }) => method)).toEqual([name, name])
	})

	it('a login at an identity provider is offered beside the password and the wallet', async () => {
		const methods = await service.client.loginMethods()
		expect(methods.map(({ id, available }) => [id, available])).toEqual([
			['password', true],
			['company', true],
			['google', true],
			['github', true],
			['wallet', false],
		])
	})

	it('never takes over an account with the same e-mail; its holder links it', async () => {
		const other = await startOidcProvider('user-9', 'victim@example.com')
		const victim = await startService({ config: { identityProviders: [provider('company', 'oidc', other.issuer)] } })
		try {
			const holder = createEndpointsClient(victim.endpoints.url, undefined)
			await holder.signUp('victim@example.com', 'correct horse battery')
			const thief = createEndpointsClient(victim.endpoints.url, undefined)
			const started = await thief.startDeviceLogin('company')
			await other.agree(started.userCode)
			await expect
				.poll(async () => (await thief.deviceLogin(started.loginId)).state, { timeout: 30_000, interval: 20 })
				.toBe('failed')
			expect(thief.isLoggedIn).toBe(false)
			await logIn(holder, 'company', other, true)
			const again = createEndpointsClient(victim.endpoints.url, undefined)
			await logIn(again, 'company', other)
			expect((await again.account()).id).toBe((await holder.account()).id)
		} finally {
			await victim.close()
			await other.close()
		}
	})

	it('a login at an identity provider is added to one account only, and by nobody who is not logged in', async () => {
		await expect(fresh().startDeviceLogin('github', { link: true })).rejects.toMatchObject({
			message: 'Only an account that is logged in can be linked.',
			next: 'Log in first.',
		})
		const first = fresh()
		await logIn(first, 'github', github)
		await logIn(first, 'github', github, true)
		const second = await person(service, 'second@example.com')
		expect(await failure(second, 'github', github, true)).toEqual({
			message: 'This github login belongs to another account.',
			next: 'Log in with it to use that account, or add another login.',
		})
	})

	it.each<[string, Parameters<typeof startGithubLike>[2] & { readonly address?: string }, string, string]>([
		['does not know its own token', { token: 'gho_other' }, 'hub does not tell who you are (401).', ''],
		['names nobody', { user: {} as { id: number } }, 'hub sent no identity.', ''],
		['tells what is no address', { address: 'nowhere' }, 'This is no e-mail address.', 'Write it as name@example.com.'],
		[
			'has not verified the primary address',
			{ verified: false },
			'hub says of no e-mail address that it is verified as yours.',
			'Verify one there and start again, or sign up with a password and then add hub to it: ' +
				'chain-tui endpoints login --provider hub --link, or i on the account page.',
		],
	])('nobody is let in by a GitHub that %s', async (_, { address = 'hub@example.com', ...options }, message, next) => {
		const hub = await startGithubLike(1, address, options)
		const at = await startService({ config: { identityProviders: [provider('hub', 'github', hub.issuer)] } })
		try {
			const client = createEndpointsClient(at.endpoints.url, undefined)
			expect(await failure(client, 'hub', hub)).toEqual({ message, next })
		} finally {
			await at.close()
			await hub.close()
		}
	})
})

it('a refusal of GitHub, which has status 200, has the status of the RFC', async () => {
	const init = { method: 'POST', body: 'client_id=chain-tui' }
	const waiting = await startGithubLike(1, 'x@example.com')
	try {
		const reply = await normalisedFetch(`${waiting.issuer}/login/oauth/access_token`, init)
		expect(reply.status).toBe(400)
		expect(await reply.json()).toEqual({ error: 'authorization_pending', error_description: 'not yet' })
		const started = await normalisedFetch(`${waiting.issuer}/login/device/code`, init)
		expect(started.status).toBe(200)
	} finally {
		await waiting.close()
	}
})

it('brings the replies of Google into the form of the RFC', async () => {
	const at = await startGoogleLike('x', 'x@example.com')
	try {
		const reply = await normalisedFetch(`${at.issuer}/device/auth`, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: 'client_id=chain-tui&scope=openid',
		})
		expect(await reply.json()).toHaveProperty('verification_uri')
	} finally {
		await at.close()
	}
})
