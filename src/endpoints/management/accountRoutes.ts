import { changePassword, logIn, readAccount, setCap, setPlan, signUp } from '../service/accounts.ts'
import { readAuditLog } from '../service/auditLog.ts'
import { ServiceFault } from '../service/ServiceFault.ts'
import { listSessions, revokeSession } from '../service/sessions.ts'
import { readStatement } from '../service/statements.ts'
import { type Route, route } from './Route.ts'
import { bodies, queries, replies } from './schemas.ts'
import type { LoginMethod } from './views.ts'

const walletNote = 'Login with a wallet is not yet available.'

/** Accounts, logins and what an account pays. */
export const accountRoutes: readonly Route[] = [
	route({
		id: 'loginMethods',
		method: 'GET',
		path: '/login-methods',
		summary: 'ways to sign up and log in',
		access: 'open',
		reply: replies.loginMethods,
		run: async ({ context }) => [
			{ id: 'password', label: 'E-mail and password', kind: 'password', available: true, note: '' },
			...context.config.identityProviders.map(
				({ name, label }): LoginMethod => ({ id: name, label, kind: 'device', available: true, note: '' }),
			),
			{ id: 'wallet', label: 'Wallet', kind: 'wallet', available: false, note: walletNote },
		],
	}),
	route({
		id: 'signUp',
		method: 'POST',
		path: '/accounts',
		summary: 'open an account with a password and log in',
		access: 'open',
		body: bodies.credentials,
		reply: replies.session,
		run: ({ context, body }) => signUp(context, body.email, body.password),
	}),
	route({
		id: 'logIn',
		method: 'POST',
		path: '/sessions',
		summary: 'log in with a password',
		access: 'open',
		body: bodies.credentials,
		reply: replies.session,
		run: ({ context, body, address }) => logIn(context, body.email, body.password, address),
	}),
	route({
		id: 'startDeviceLogin',
		method: 'POST',
		path: '/device-logins',
		summary: 'start a login at an identity provider; with link, add it to the account that is logged in',
		access: 'open',
		body: bodies.deviceLogin,
		reply: replies.startedLogin,
		run: async ({ logins, body, maybeActor }) => {
			if (body.link && maybeActor === undefined) {
				throw new ServiceFault(
					401,
					'not_logged_in',
					'Only an account that is logged in can be linked.',
					'Log in first.',
				)
			}
			const { verificationUriComplete, ...started } = await logins.start(
				body.provider,
				body.link ? maybeActor : undefined,
			)
			return { ...started, verificationUriComplete: verificationUriComplete ?? null }
		},
	}),
	route({
		id: 'deviceLogin',
		method: 'GET',
		path: '/device-logins/:loginId',
		summary: 'how far such a login is',
		access: 'open',
		reply: replies.deviceLogin,
		run: async ({ logins, path }) => {
			const login = logins.state(path.loginId ?? '')
			return {
				state: login.state,
				message: login.state === 'failed' ? login.message : '',
				session: login.state === 'done' ? login.session : null,
			}
		},
	}),
	route({
		id: 'walletLogin',
		method: 'POST',
		path: '/wallet-logins',
		summary: 'log in with a wallet: not yet available',
		access: 'open',
		reply: replies.none,
		run: async () => {
			throw new ServiceFault(501, 'not_yet_available', walletNote, 'Use another way to log in.')
		},
	}),
	route({
		id: 'account',
		method: 'GET',
		path: '/account',
		summary: 'the account that is logged in',
		reply: replies.account,
		run: ({ context, actor }) => readAccount(context, actor.accountId),
	}),
	route({
		id: 'changePassword',
		method: 'PUT',
		path: '/account/password',
		summary: 'set or change the password; other sessions end',
		body: bodies.password,
		reply: replies.none,
		run: ({ context, actor, body, address }) => changePassword(context, actor, body.present, body.fresh, address),
	}),
	route({
		id: 'setCap',
		method: 'PUT',
		path: '/account/cap',
		summary: 'set or lift the hard cap of relays a month',
		body: bodies.cap,
		reply: replies.account,
		run: ({ context, actor, body }) => setCap(context, actor.accountId, body.cap),
	}),
	route({
		id: 'setPlan',
		method: 'PUT',
		path: '/operator/plan',
		summary: 'put an account on a plan (operator)',
		access: 'operator',
		body: bodies.plan,
		reply: replies.account,
		run: ({ context, body }) => setPlan(context, body.email, body.plan),
	}),
	route({
		id: 'sessions',
		method: 'GET',
		path: '/sessions',
		summary: 'sessions of the account',
		reply: replies.sessions,
		run: async ({ context, actor }) => [...(await listSessions(context, actor))],
	}),
	route({
		id: 'revokeSession',
		method: 'DELETE',
		path: '/sessions/:sessionId',
		summary: 'end a session; `current` is the one of the request',
		reply: replies.none,
		run: ({ context, actor, path }) =>
			revokeSession(context, actor, path.sessionId === 'current' ? actor.sessionId : (path.sessionId ?? '')),
	}),
	route({
		id: 'statement',
		method: 'GET',
		path: '/account/statement',
		summary: 'relays and price of a UTC month',
		query: queries.month,
		reply: replies.statement,
		run: ({ context, actor, query }) => readStatement(context, actor.accountId, query.month),
	}),
	route({
		id: 'accountAudit',
		method: 'GET',
		path: '/account/audit',
		summary: 'changes of everything the account owns, the newest first',
		query: queries.page,
		reply: replies.audit,
		run: async ({ context, actor, query }) => [...(await readAuditLog(context, actor.accountId, query))],
	}),
]
