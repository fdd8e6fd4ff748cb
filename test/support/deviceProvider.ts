import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IdentityProviderConfig } from '../../../../../src/endpoints/EndpointsConfig.ts'

/** An OpenID provider that knows only the device flow and one person. */
export interface DeviceProvider {
	readonly config: IdentityProviderConfig
	/** The person entered the code. */
	approve(): void
	/** The person refused. */
	deny(): void
	close(): Promise<void>
}

/** Starts one on a free port. */
export async function startDeviceProvider(): Promise<DeviceProvider> {
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
				id_token_signing_alg_values_supported: ['RS256'],
			})
		} else if (path === '/device_authorization') {
			send(response, 200, {
				device_code: 'device-code',
				user_code: 'WDJB-MJHT',
				verification_uri: `${issuer}/device`,
				verification_uri_complete: `${issuer}/device?code=WDJB-MJHT`,
				expires_in: 600,
				interval: 1,
			})
		} else if (path === '/token' && state === 'approved') {
			send(response, 200, { access_token: 'access', token_type: 'bearer', id_token: idToken(issuer) })
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

/** Its signature is not looked at: the token comes straight from the provider. */
function idToken(issuer: string): string {
	const now = Math.floor(Date.now() / 1_000)
	const claims = {
		iss: issuer,
		aud: 'chain-tui',
		sub: 'person-1',
		iat: now,
		exp: now + 300,
		email: 'someone@example.com',
		email_verified: true,
	}
	const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
	return `${part({ alg: 'RS256' })}.${part(claims)}.${Buffer.alloc(256).toString('base64url')}`
}
