import * as client from 'openid-client'
import { thrownText } from '../../errors/UserError.ts'
import { objectOf } from '../../util/jsonParts.ts'
import type { IdentityProviderConfig } from '../EndpointsConfig.ts'
import { limits } from '../limits.ts'
import { ServiceFault } from '../service/ServiceContext.ts'

/** Starts a login by the device flow (RFC 8628) at a provider. @throws {ServiceFault} if it does not answer. */
export async function startDeviceLogin(provider: IdentityProviderConfig): Promise<DeviceAttempt> {
	try {
		const config = await configurationOf(provider)
		const scope = provider.kind === 'github' ? 'read:user user:email' : 'openid email'
		const started = await client.initiateDeviceAuthorization(config, { scope })
		return {
			prompt: {
				userCode: started.user_code,
				verificationUri: started.verification_uri,
				verificationUriComplete: started.verification_uri_complete,
				expiresIn: started.expires_in,
			},
			finish: async (signal) => {
				// The library's own limit of time holds between polls only, and a provider may slow those down.
				const over = AbortSignal.timeout(Math.min(started.expires_in * 1_000, limits.deviceLoginMs))
				const options = { signal: AbortSignal.any([signal, over]) }
				const tokens = await client
					.pollDeviceAuthorizationGrant(config, started, undefined, options)
					.catch((cause: unknown) => {
						throw over.aborted ? expired(provider) : pollFault(provider, cause)
					})
				return provider.kind === 'github'
					? readGithubIdentity(provider, tokens.access_token)
					: readClaims(config, tokens)
			},
		}
	} catch (cause) {
		throw new ServiceFault(
			502,
			'provider_failed',
			`${provider.label} cannot start a login: ${thrownText(cause)}.`,
			'Check issuer and clientId in endpoints.json, or log in another way.',
		)
	}
}

function expired({ label }: IdentityProviderConfig): ServiceFault {
	const message = `The code of ${label} expired before anybody entered it.`
	return new ServiceFault(410, 'login_expired', message, 'Start a new login and enter its code in time.')
}

/** The end of a login in the words of RFC 8628 section 3.5, for a person. */
function pollFault(provider: IdentityProviderConfig, cause: unknown): ServiceFault {
	const { label } = provider
	const code = cause instanceof client.ResponseBodyError ? cause.error : undefined
	if (code === 'expired_token') return expired(provider)
	if (code === 'access_denied') {
		const next = 'Start a new login and agree there, or log in another way.'
		return new ServiceFault(403, 'login_refused', `The login was refused at ${label}.`, next)
	}
	const why = cause instanceof client.ResponseBodyError ? (cause.error_description ?? cause.error) : thrownText(cause)
	const isToken =
		cause instanceof Error && /JWT|JWS|ID Token|jwks|signature/i.test(`${cause.message} ${thrownText(cause.cause)}`)
	const message = isToken
		? `What ${label} says of you is not signed with its keys, so that it is not believed: ${why}.`
		: `${label} ended the login: ${why}.`
	return new ServiceFault(502, 'provider_failed', message, 'Start a new login, or log in another way.')
}

async function configurationOf(provider: IdentityProviderConfig): Promise<client.Configuration> {
	const { issuer, clientId, clientSecret, kind } = provider
	const authentication = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret)
	// A provider on this machine may be without TLS; every other one must not.
	const insecure = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/.test(issuer)
	const customFetch: client.CustomFetch = (url, options) => normalisedFetch(url, options as RequestInit)
	if (kind === 'github') {
		const base = issuer.replace(/\/+$/, '')
		const config = new client.Configuration(
			{
				issuer,
				device_authorization_endpoint: `${base}/login/device/code`,
				token_endpoint: `${base}/login/oauth/access_token`,
			},
			clientId,
			undefined,
			authentication,
		)
		config[client.customFetch] = customFetch
		if (insecure) client.allowInsecureRequests(config)
		return config
	}
	return client.discovery(new URL(issuer), clientId, undefined, authentication, {
		...(kind === 'google' ? { [client.customFetch]: customFetch } : {}),
		// TLS alone would do by OpenID Connect Core 3.1.3.7; with the keys a proxy in between cannot say who one is.
		execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
	})
}

async function readClaims(
	config: client.Configuration,
	tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<Identity> {
	const claims = tokens.claims()
	if (claims === undefined) throw new ServiceFault(502, 'provider_failed', 'The provider sent no identity.')
	let { email, email_verified: verified } = claims
	if (email === undefined && config.serverMetadata().userinfo_endpoint !== undefined) {
		const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
		email = info.email
		verified = info.email_verified
	}
	return {
		issuer: claims.iss,
		subject: claims.sub,
		email: typeof email === 'string' && verified === true ? email : undefined,
	}
}

/** An identity according to its provider. Accounts are found by issuer and subject, never by e-mail. */
export interface Identity {
	readonly issuer: string
	readonly subject: string
	/** E-mail the provider has verified, or undefined. */
	readonly email: string | undefined
}

/** What the user enters in a browser. */
export interface DevicePrompt {
	readonly userCode: string
	readonly verificationUri: string
	readonly verificationUriComplete: string | undefined
	/** Seconds until the code is worth nothing. */
	readonly expiresIn: number
}

/** A login that has been started at a provider. */
export interface DeviceAttempt {
	readonly prompt: DevicePrompt
	/** Resolves when the user has agreed. Rejects when they refuse, the code expires or `signal` aborts. */
	finish(signal: AbortSignal): Promise<Identity>
}

/** GitHub speaks OAuth 2 only: there is no id_token, who it is comes from its API. @throws {ServiceFault} */
async function readGithubIdentity(provider: IdentityProviderConfig, accessToken: string): Promise<Identity> {
	const api = (provider.apiUrl ?? 'https://api.github.com').replace(/\/+$/, '')
	const get = async (path: string): Promise<unknown> => {
		const response = await fetch(`${api}${path}`, {
			headers: {
				accept: 'application/vnd.github+json',
				authorization: `Bearer ${accessToken}`,
				'user-agent': 'chain-tui',
			},
			signal: AbortSignal.timeout(10_000),
		})
		if (response.ok) return response.json()
		throw new ServiceFault(502, 'provider_failed', `${provider.label} does not tell who you are (${response.status}).`)
	}
	const user = (await get('/user')) as { id?: unknown }
	if (typeof user.id !== 'number') throw new ServiceFault(502, 'provider_failed', `${provider.label} sent no identity.`)
	const emails = (await get('/user/emails')) as readonly { email: string; primary: boolean; verified: boolean }[]
	const email = Array.isArray(emails) ? emails.find(({ primary, verified }) => primary && verified)?.email : undefined
	return { issuer: provider.issuer, subject: String(user.id), email }
}

/**
 * Brings replies of providers that deviate from RFC 8628 into its form:
 *
 * - Google names the address `verification_url` and answers errors of the token endpoint with 403 and 428.
 * - GitHub answers in form encoding unless asked for JSON, and errors with status 200.
 */
export async function normalisedFetch(url: string, init: RequestInit): Promise<Response> {
	const headers = new Headers(init.headers)
	headers.set('accept', 'application/json')
	const response = await fetch(url, { ...init, headers })
	if (!(response.headers.get('content-type') ?? '').includes('json')) return response
	const body: unknown = await response.json()
	const fields = objectOf(body)
	const failed = typeof fields.error === 'string'
	const uri = fields.verification_uri ?? fields.verification_url
	const json = uri === undefined ? body : { ...fields, verification_uri: uri }
	return new Response(JSON.stringify(json), {
		status: failed ? 400 : response.status,
		headers: { 'content-type': 'application/json' },
	})
}
