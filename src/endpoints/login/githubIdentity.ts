import type { IdentityProviderConfig } from '../EndpointsConfig.ts'
import { ServiceFault } from '../service/ServiceFault.ts'
import type { Identity } from './identity.ts'

/**
 * GitHub speaks OAuth 2 only: there is no id_token, who it is comes from its API.
 *
 * @throws {ServiceFault}
 */
export async function readGithubIdentity(provider: IdentityProviderConfig, accessToken: string): Promise<Identity> {
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
