import { readFileSync } from 'node:fs'
import { UserError } from '../../errors/UserError.ts'
import { operatorTokenFile } from '../management/operatorToken.ts'
import type { DeviceLoginView } from '../management/views.ts'
import type { NewSession } from '../service/sessions.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import { isLoggedOut, type ManagementCall, managementCall } from './managementCall.ts'
import { SessionFile } from './SessionFile.ts'
import { tryCall } from './tryCall.ts'

/**
 * A client of the service at a URL. `home` holds the session and the operator's token; undefined keeps the session in
 * memory.
 */
export function createEndpointsClient(url: string, home: string | undefined): EndpointsClient {
	const session = new SessionFile(home)
	const send: ManagementCall = async (method, path, options = {}) => {
		const token = session.read()
		const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers }
		try {
			return await managementCall(url, method, path, { ...options, headers })
		} catch (error) {
			// The session has ended: it is forgotten, unless somebody logged in meanwhile.
			if (isLoggedOut(error) && session.read() === token) session.remove()
			throw error
		}
	}
	const keep = ({ token, accountId, expiresAt }: NewSession) => {
		session.write(token)
		return { accountId, expiresAt }
	}
	const logInAt = async (path: string, email: string, password: string) => {
		session.remove()
		return keep(await send<NewSession>('POST', path, { body: { email, password } }))
	}
	const project = (id: string) => `/projects/${encodeURIComponent(id)}`
	const application = (id: string) => `/applications/${encodeURIComponent(id)}`
	return {
		url,
		get isLoggedIn() {
			return session.read() !== undefined
		},
		loginMethods: () => managementCall(url, 'GET', '/login-methods'),
		signUp: (email, password) => logInAt('/accounts', email, password),
		logIn: (email, password) => logInAt('/sessions', email, password),
		startDeviceLogin: (provider, { link = false } = {}) => {
			if (!link) return managementCall(url, 'POST', '/device-logins', { body: { provider, link } })
			return send('POST', '/device-logins', { body: { provider, link } })
		},
		deviceLogin: async (loginId) => {
			const path = `/device-logins/${encodeURIComponent(loginId)}`
			const { session: opened, ...view } = await managementCall<DeviceLoginView>(url, 'GET', path)
			if (opened !== null) keep(opened)
			return view
		},
		walletLogin: () => managementCall<never>(url, 'POST', '/wallet-logins'),
		logOut: async () => {
			try {
				if (session.read() !== undefined) await send('DELETE', '/sessions/current')
			} finally {
				session.remove()
			}
		},
		account: () => send('GET', '/account'),
		changePassword: (present, fresh) => send('PUT', '/account/password', { body: { present, fresh } }),
		setCap: (cap) => send('PUT', '/account/cap', { body: { cap } }),
		setPlan: async (email, plan) =>
			managementCall(url, 'PUT', '/operator/plan', {
				body: { email, plan },
				headers: { 'x-operator-token': readOperatorToken(home) },
			}),
		sessions: () => send('GET', '/sessions'),
		revokeSession: (id) => send('DELETE', `/sessions/${encodeURIComponent(id)}`),
		statement: (month) => send('GET', '/account/statement', { query: { month } }),
		accountAudit: (page = {}) => send('GET', '/account/audit', { query: { ...page } }),
		projects: () => send('GET', '/projects'),
		createProject: (name) => send('POST', '/projects', { body: { name } }),
		renameProject: (id, name) => send('PATCH', project(id), { body: { name } }),
		deleteProject: (id) => send('DELETE', project(id)),
		transferProject: (id, accountId) => send('POST', `${project(id)}/transfer`, { body: { accountId } }),
		projectAudit: (id, page = {}) => send('GET', `${project(id)}/audit`, { query: { ...page } }),
		members: (id) => send('GET', `${project(id)}/members`),
		addMember: (id, email, role) => send('POST', `${project(id)}/members`, { body: { email, role } }),
		changeMember: (id, accountId, role) =>
			send('PATCH', `${project(id)}/members/${encodeURIComponent(accountId)}`, { body: { role } }),
		removeMember: (id, accountId) => send('DELETE', `${project(id)}/members/${encodeURIComponent(accountId)}`),
		networks: () => send('GET', '/networks'),
		applications: (id) => send('GET', `${project(id)}/applications`),
		application: (id) => send('GET', application(id)),
		createApplication: (id, body) => send('POST', `${project(id)}/applications`, { body }),
		editApplication: (id, body) => send('PATCH', application(id), { body }),
		deleteApplication: (id) => send('DELETE', application(id)),
		setKeyRequired: (id, required) => send('PUT', `${application(id)}/key-required`, { body: { required } }),
		setAllowlists: (id, body) => send('PUT', `${application(id)}/allowlists`, { body }),
		keys: (id) => send('GET', `${application(id)}/keys`),
		createKey: (id, body = {}) => send('POST', `${application(id)}/keys`, { body }),
		rotateKey: (id, keyId, body = {}) =>
			send('POST', `${application(id)}/keys/${encodeURIComponent(keyId)}/rotate`, { body }),
		revokeKey: (id, keyId) => send('DELETE', `${application(id)}/keys/${encodeURIComponent(keyId)}`),
		statistics: (id, range) => send('GET', `${application(id)}/statistics`, { query: { ...range } }),
		statisticsCsv: (id, range) => send('GET', `${application(id)}/statistics.csv`, { query: { ...range } }),
		tryCall,
	}
}

function readOperatorToken(home: string | undefined): string {
	try {
		return readFileSync(operatorTokenFile(home ?? '/nonexistent'), 'utf8').trim()
	} catch (cause) {
		throw new UserError("The operator's token cannot be read.", {
			why: 'Only who runs the service may do this.',
			next: 'Run the command on the machine of the service, with its --home.',
			cause,
		})
	}
}
