import * as client from 'openid-client'
import type { IdentityProviderConfig } from '../EndpointsConfig.ts'
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
				const tokens = await client.pollDeviceAuthorizationGrant(config, started, undefined, { signal })
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
		...(insecure ? { execute: [client.allowInsecureRequests] } : {}),
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
