import type { accountRoutes } from '../../wire/management/accountRoutes.ts'
import type { LoginMethod } from '../../wire/management/accountSchemas.ts'
import { accountById, changePassword, logIn, setCap, setPlan, signUp } from '../service/accounts.ts'
import { readAuditLog } from '../service/auditLog.ts'
import { ServiceFault } from '../service/ServiceFault.ts'
import { listSessions, revokeSession } from '../service/sessions.ts'
import { readStatement } from '../service/statements.ts'
import type { ManagementHandlers } from './ManagementHandlers.ts'

const walletNote = 'Login with a wallet is not yet available.'

/** Accounts, logins and what an account pays. */
export const accountHandlers: Pick<ManagementHandlers, keyof typeof accountRoutes> = {
	loginMethods: async ({ context }) => [
		{ id: 'password', label: 'E-mail and password', kind: 'password', available: true, note: '' },
		...context.config.identityProviders.map(
			({ name, label }): LoginMethod => ({ id: name, label, kind: 'device', available: true, note: '' }),
		),
		{ id: 'wallet', label: 'Wallet', kind: 'wallet', available: false, note: walletNote },
	],
	signUp: ({ context, body, address }) => signUp(context, { ...body, address }),
	logIn: ({ context, body, address }) => logIn(context, { ...body, address }),
	startDeviceLogin: async ({ logins, body, actor }) => {
		if (body.link && actor === undefined) {
			throw new ServiceFault(401, 'not_logged_in', 'Only an account that is logged in can be linked.', 'Log in first.')
		}
		const { verificationUriComplete, ...started } = await logins.start(body.provider, body.link ? actor : undefined)
		return { ...started, verificationUriComplete: verificationUriComplete ?? null }
	},
	deviceLogin: async ({ logins, path }) => {
		const login = logins.state(path.loginId)
		return {
			state: login.state,
			message: login.state === 'failed' ? login.message : '',
			next: login.state === 'failed' ? login.next : '',
			session: login.state === 'done' ? login.session : null,
		}
	},
	walletLogin: async () => {
		throw new ServiceFault(501, 'not_yet_available', walletNote, 'Use another way to log in.')
	},
	account: ({ context, actor }) => accountById(context, actor.accountId),
	changePassword: ({ context, actor, body }) => changePassword(context, actor, body.present, body.fresh),
	setCap: ({ context, actor, body }) => setCap(context, actor.accountId, body.cap),
	setPlan: ({ context, body }) => setPlan(context, body.email, body.plan),
	sessions: ({ context, actor }) => listSessions(context, actor),
	revokeSession: ({ context, actor, path }) =>
		revokeSession(context, actor, path.sessionId === 'current' ? actor.sessionId : path.sessionId),
	statement: ({ context, actor, query }) => readStatement(context, actor.accountId, query.month),
	accountAudit: ({ context, actor, query }) => readAuditLog(context, actor.accountId, query),
}
