import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IdentityProviderConfig } from '../../src/endpoints/EndpointsConfig.ts'

/** An OpenID provider that knows only the device flow and one person. */
export interface DeviceProvider {
	readonly config: IdentityProviderConfig
	/** The person entered the code. */
	approve(): void
	/** The person refused. */
	deny(): void
	close(): Promise<void>
}

/** What differs from a provider that does everything right. */
export interface DeviceProviderOptions {
	/** Seconds until the code expires (default 600). */
	readonly expiresIn?: number
	/** Seconds between polls (default 0.05, which no real provider says). */
	readonly interval?: number
	/** Claims in place of those of someone@example.com, whose address is verified. */
	readonly claims?: Readonly<Record<string, unknown>>
	/** Whether the token is signed with a key that is not the provider's. */
	readonly forged?: boolean
	/** What it tells beside the token, when it is asked; no such thing when it is left out. */
	readonly userInfo?: Readonly<Record<string, unknown>>
	/** Whether there is no token. */
	readonly anonymous?: boolean
}

/** Starts one on a free port. */
export async function startDeviceProvider(options: DeviceProviderOptions = {}): Promise<DeviceProvider> {
	const { expiresIn = 600, interval = 0.05, claims = {}, forged = false, userInfo, anonymous = false } = options
	const [own, foreign] = keys()
	let state: 'pending' | 'approved' | 'denied' = 'pending'
	let issuer = ''
	const server = createServer((request, response) => {
		request.resume()
		const path = (request.url ?? '').split('?')[0]
		if (path === '/.well-known/openid-configuration') {
			send(response, 200, {
				issuer,
				device_authorization_endpoint: `${issuer}/device_authorization`,
				token_endpoint: `${issuer}/token`,
				jwks_uri: `${issuer}/jwks`,
				...(userInfo === undefined ? {} : { userinfo_endpoint: `${issuer}/me` }),
				id_token_signing_alg_values_supported: ['RS256'],
			})
		} else if (path === '/device_authorization') {
			send(response, 200, {
				device_code: 'device-code',
				user_code: 'WDJB-MJHT',
				verification_uri: `${issuer}/device`,
				verification_uri_complete: `${issuer}/device?code=WDJB-MJHT`,
				expires_in: expiresIn,
				interval,
			})
		} else if (path === '/jwks') {
			send(response, 200, { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] })
		} else if (path === '/token' && state === 'approved') {
			const token = idToken(issuer, claims, (forged ? foreign : own).privateKey)
			send(response, 200, { access_token: 'access', token_type: 'bearer', ...(anonymous ? {} : { id_token: token }) })
		} else if (path === '/me' && request.headers.authorization === 'Bearer access') {
			send(response, 200, userInfo)
		} else if (path === '/token') {
			send(response, 400, { error: state === 'denied' ? 'access_denied' : 'authorization_pending' })
		} else send(response, 404, {})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		config: {
			name: 'example',
			label: 'Example',
			kind: 'oidc',
			issuer,
			clientId: 'chain-tui',
			clientSecret: undefined,
			apiUrl: undefined,
		},
		approve: () => {
			state = 'approved'
		},
		deny: () => {
			state = 'denied'
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

function send(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' })
	response.end(JSON.stringify(body))
}

interface KeyPair {
	readonly publicKey: KeyObject
	readonly privateKey: KeyObject
}
let made: readonly [own: KeyPair, foreign: KeyPair] | undefined

/** The keys of every provider and those of nobody: each pair takes a good part of a second. */
function keys(): readonly [own: KeyPair, foreign: KeyPair] {
	const pair = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2_048 })
	made ??= [pair(), pair()]
	return made
}

function idToken(issuer: string, differing: Readonly<Record<string, unknown>>, key: KeyObject): string {
	const now = Math.floor(Date.now() / 1_000)
	const claims = {
		iss: issuer,
		aud: 'chain-tui',
		sub: 'person-1',
		iat: now,
		exp: now + 300,
		email: 'someone@example.com',
		email_verified: true,
		...differing,
	}
	const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
	const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
	return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
