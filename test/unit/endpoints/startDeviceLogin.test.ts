import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import type { IdentityProviderConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { startDeviceLogin } from '../../../src/endpoints/login/startDeviceLogin.ts'
import { type DeviceProvider, type DeviceProviderOptions, startDeviceProvider } from '../../support/deviceProvider.ts'

let github: Server | undefined
let provider: DeviceProvider | undefined
/** What the provider like GitHub was asked for. */
const scopes: string[] = []
afterEach(async () => {
	github?.close()
	github?.closeAllConnections()
	await provider?.close()
})

/** What a provider like GitHub answers, by path: JSON, or a text as HTML. */
type Replies = Readonly<Record<string, unknown>>

const ok: Replies = {
	'/login/device/code': { device_code: 'd', user_code: 'u', verification_uri: 'v', expires_in: 600, interval: 0.01 },
	'/login/oauth/access_token': { access_token: 'gho', token_type: 'bearer' },
	'/user': { id: 7 },
	'/user/emails': [],
}

/** Who logs in at a provider like GitHub that answers so; what is missing has status 503. */
async function atGithub(replies: Replies): Promise<unknown> {
	github = createServer(async (request, response) => {
		scopes.push(...new URLSearchParams(await text(request)).getAll('scope'))
		const reply = { ...ok, ...replies }[request.url ?? '']
		const type = typeof reply === 'string' ? 'text/html' : 'application/json'
		response.writeHead(reply === undefined ? 503 : 200, { 'content-type': type })
		response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? {}))
	})
	await new Promise<void>((resolve) => github?.listen(0, '127.0.0.1', resolve))
	const issuer = `http://127.0.0.1:${(github.address() as AddressInfo).port}`
	const base = { name: 'hub', label: 'Hub', issuer, clientId: 'chain-tui', clientSecret: undefined, apiUrl: issuer }
	return finished({ ...base, kind: 'github' })
}

async function finished(config: IdentityProviderConfig): Promise<unknown> {
	const { finish } = await startDeviceLogin(config)
	return finish(new AbortController().signal)
}

const failed = (message: string) => ({
	status: 502,
	code: 'provider_failed',
	message,
	next: 'Start a new login, or log in another way.',
})

it.each([
	[
		'a code that is too old',
		{ error: 'expired_token' },
		{
			status: 410,
			code: 'login_expired',
			message: 'The code of Hub expired before anybody entered it.',
			next: 'Start a new login and enter its code in time.',
		},
	],
	[
		'a person who refuses',
		{ error: 'access_denied', error_description: 'no' },
		{
			status: 403,
			code: 'login_refused',
			message: 'The login was refused at Hub.',
			next: 'Start a new login and agree there, or log in another way.',
		},
	],
	[
		'an error with a description',
		{ error: 'server_error', error_description: 'off' },
		failed('Hub ended the login: off.'),
	],
	['an error without a description', { error: 'server_error' }, failed('Hub ended the login: server_error.')],
	['a page in place of a token', '<html>', failed('Hub ended the login: unexpected response content-type.')],
] as const)(
	'a login at an identity provider that answers with %s ends with what it said',
	async (_what, reply, fault) => {
		await expect(atGithub({ '/login/oauth/access_token': reply })).rejects.toMatchObject(fault)
	},
)

it.each([
	['nobody', {}, { message: 'Hub sent no identity.' }],
	['a number as text', { id: '7' }, { message: 'Hub sent no identity.' }],
	['nothing', undefined, { message: 'Hub does not tell who you are (503).' }],
] as const)('nobody is let in by an identity provider like GitHub that names %s', async (_what, user, fault) => {
	await expect(atGithub({ '/user': user })).rejects.toMatchObject({ status: 502, code: 'provider_failed', ...fault })
})

it.each([
	[
		'the primary one',
		'b@x.test',
		[
			{ email: 'a@x.test', primary: false, verified: true },
			{ email: 'b@x.test', primary: true, verified: true },
		],
	],
	[
		'none while the primary one is not verified',
		undefined,
		[
			{ email: 'a@x.test', primary: false, verified: true },
			{ email: 'b@x.test', primary: true, verified: false },
		],
	],
	['none without addresses', undefined, []],
	['none when they are no list', undefined, { email: 'a@x.test', primary: true, verified: true }],
] as const)('a person at GitHub has the address that counts: %s', async (_what, email, emails) => {
	scopes.length = 0
	expect(await atGithub({ '/user/emails': emails })).toMatchObject({ subject: '7', email })
	// Without the second one GitHub does not tell the addresses.
	expect(scopes).toEqual(['read:user user:email'])
})

it.each<[string, string | undefined, DeviceProviderOptions]>([
	['that is verified counts', 'a@x.test', { claims: { email: 'a@x.test' } }],
	['that is verified in words does not count', undefined, { claims: { email_verified: 'true' } }],
	['that is no text does not count', undefined, { claims: { email: 5 } }],
	['that nobody can be asked for is none', undefined, { claims: { email: undefined } }],
	['in the token is not asked for again', 'someone@example.com', { userInfo: { sub: 'person-1', email: 'b@x.test' } }],
])('an address of an OpenID provider %s', async (_what, email, options) => {
	provider = await startDeviceProvider({ interval: 0.01, ...options })
	provider.approve()
	expect(await finished(provider.config)).toEqual({ issuer: provider.config.issuer, subject: 'person-1', email })
})

it('an identity provider that starts no login, and one that sends no token, are named as what failed', async () => {
	await expect(atGithub({ '/login/device/code': undefined })).rejects.toMatchObject({
		status: 502,
		code: 'provider_failed',
		message: expect.stringMatching(/^Hub cannot start a login: /),
		next: 'Check issuer and clientId in endpoints.json, or log in another way.',
	})
	provider = await startDeviceProvider({ interval: 0.01, anonymous: true })
	provider.approve()
	const fault = { status: 502, code: 'provider_failed', message: 'The provider sent no identity.' }
	await expect(finished(provider.config)).rejects.toMatchObject(fault)
})
