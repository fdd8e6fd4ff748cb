import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DeviceCode, Provider } from 'oidc-provider'

/** A provider under test: its issuer, and how its person agrees to a code. */
export interface TestProvider {
	readonly issuer: string
	agree(userCode: string): Promise<void>
	close(): Promise<void>
}

async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(server: Server): Promise<void> {
	server.closeAllConnections()
	return new Promise((resolve) => server.close(() => resolve()))
}

/** A real OpenID provider (oidc-provider) with the device flow; whoever agrees is `subject`. */
export function startOidcProvider(subject: string, email: string): Promise<TestProvider> {
	return startProvider(subject, email, () => undefined)
}

/** The same with the names and statuses that Google's device flow has. */
export function startGoogleLike(subject: string, email: string): Promise<TestProvider> {
	return startProvider(subject, email, (response, text) => {
		if (/"authorization_pending"|"slow_down"/.test(text)) response.statusCode = 428
		return text.replace('"verification_uri"', '"verification_url"')
	})
}

/** `change` may rewrite a reply before it is sent. */
async function startProvider(
	subject: string,
	email: string,
	change: (response: ServerResponse, text: string) => string | undefined,
): Promise<TestProvider> {
	let provider: Provider | undefined
	const server = createServer((request, response) => {
		const end = response.end.bind(response)
		response.end = (chunk?: unknown) => {
			const text = chunk === undefined || typeof chunk === 'function' ? '' : String(chunk)
			// Its default of five seconds between polls would be the tests' time.
			const quick = text.replace('{"device_code"', '{"interval":0.05,"device_code"')
			response.removeHeader('content-length')
			return end(change(response, quick) ?? quick)
		}
		provider?.callback()(request, response)
	})
	const issuer = await listen(server)
	provider = new Provider(issuer, {
		clients: [
			{
				client_id: 'chain-tui',
				token_endpoint_auth_method: 'none',
				grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
				redirect_uris: [],
				response_types: [],
			},
		],
		features: { deviceFlow: { enabled: true }, devInteractions: { enabled: false } },
		claims: { openid: ['sub'], email: ['email', 'email_verified'] },
		conformIdTokenClaims: false,
		findAccount: async (_context: unknown, id: string) => ({
			accountId: id,
			claims: async () => ({ sub: id, email, email_verified: true }),
		}),
	})
	const { Grant } = provider
	const codes = new Map<string, DeviceCode>()
	provider.on('device_code.saved', (code) => {
		if (code.userCode !== undefined) codes.set(code.userCode.replace(/\W/g, ''), code)
	})
	return {
		issuer,
		// What the provider's pages do when its person logs in and agrees.
		async agree(userCode) {
			const code = codes.get(userCode.replace(/\W/g, ''))
			if (code === undefined) throw new TypeError(`there is no code ${userCode}`)
			const grant = new Grant({ accountId: subject, clientId: 'chain-tui' })
			grant.addOIDCScope('openid email')
			code.grantId = await grant.save()
			code.accountId = subject
			code.scope = 'openid email'
			code.authTime = Math.floor(Date.now() / 1_000)
			await code.save(600)
		},
		close: () => close(server),
	}
}

/** Speaks OAuth as GitHub does: form encoding unless asked for JSON, errors with 200, an API for who it is. */
export async function startGithubLike(
	id: number,
	email: string,
	/** What differs from an API that does everything right. */
	{ token = 'gho_secret', user = { id }, verified = true } = {},
): Promise<TestProvider> {
	let agreed = false
	const server = createServer(async (request, response) => {
		const send = (body: unknown) => {
			const json = (request.headers.accept ?? '').includes('json')
			response.writeHead(200, { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' })
			response.end(json ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>).toString())
		}
		await bodyOf(request)
		switch (request.url) {
			case '/login/device/code':
				agreed = false
				return send({
					device_code: 'device',
					user_code: 'WDJB-MJHT',
					verification_uri: `${issuer}/login/device`,
					expires_in: 900,
					interval: 0.05,
				})
			case '/login/oauth/access_token':
				return send(
					agreed
						? { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
						: { error: 'authorization_pending', error_description: 'not yet' },
				)
			case '/user':
			case '/user/emails':
				if (request.headers.authorization !== 'Bearer gho_secret') {
					response.writeHead(401).end()
					return
				}
				if (request.url === '/user') return send({ ...user, login: 'octocat' })
				return send([
					{ email: 'old@example.com', primary: false, verified: true },
					{ email, primary: true, verified },
				])
			default:
				response.writeHead(404).end()
		}
	})
	const issuer = await listen(server)
	return {
		issuer,
		async agree() {
			agreed = true
		},
		close: () => close(server),
	}
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	let text = ''
	for await (const chunk of request) text += chunk
	return text
}
