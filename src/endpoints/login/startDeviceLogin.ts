import * as client from 'openid-client'
import { thrownText } from '../../errors/thrownText.ts'
import type { IdentityProviderConfig } from '../EndpointsConfig.ts'
import { limits } from '../limits.ts'
import { ServiceFault } from '../service/ServiceFault.ts'
import { readGithubIdentity } from './githubIdentity.ts'
import type { DeviceAttempt, Identity } from './identity.ts'
import { normalisedFetch } from './normalisedFetch.ts'

/**
 * Starts a login by the device flow (RFC 8628) at a provider.
 *
 * @throws {ServiceFault} if it does not answer.
 */
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
			`${provider.label} cannot start a login: ${cause instanceof Error ? cause.message : 'no answer'}.`,
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
