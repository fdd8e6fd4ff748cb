import type { NewSession } from '../../../wire/management/accountSchemas.ts'
import { limits } from '../../limits.ts'
import type { Actor, Operations } from '../Operation.ts'
import { newId, notFound, type ServiceContext, ServiceFault } from '../ServiceContext.ts'

import { isSecret, newSecret, secretHash, sessionPrefix } from './secrets.ts'

/** The time of last use is written at most this often. */
const touchMs = 60_000

/**
 * Opens a session. Old ones of the account that have ended are removed. With `passwordHash`, the account must still
 * have that password: one that is changed meanwhile opens nothing.
 * @throws {ServiceFault}
 */
export async function openSession(
	context: ServiceContext,
	accountId: string,
	method: string,
	passwordHash?: string,
): Promise<NewSession> {
	const now = context.clock.now()
	const token = newSecret(sessionPrefix)
	const sessionId = newId('ses')
	const expiresAt = now + limits.sessionMs
	await context.storage.db.transaction().execute(async (db) => {
		const present = await db
			.selectFrom('accounts')
			.select('password_hash')
			.where('id', '=', accountId)
			.forUpdate()
			.executeTakeFirstOrThrow()
		if (passwordHash !== undefined && present.password_hash !== passwordHash) throw wrongLogin()
		await db.deleteFrom('sessions').where('account_id', '=', accountId).where('expires_at', '<=', BigInt(now)).execute()
		await db
			.insertInto('sessions')
			.values({
				token_hash: secretHash(token),
				id: sessionId,
				account_id: accountId,
				method,
				created_at: BigInt(now),
				last_used_at: BigInt(now),
				expires_at: BigInt(expiresAt),
			})
			.execute()
	})
	return { accountId, sessionId, token, expiresAt }
}

/** 401 for a login that fits no account. */
export function wrongLogin(): ServiceFault {
	return new ServiceFault(401, 'wrong_login', 'E-mail and password do not match an account.', 'Try again or sign up.')
}

/** The caller of a session token. @throws {ServiceFault} 401 if it is invalid or has expired. */
export async function readSession(context: ServiceContext, token: string | undefined): Promise<Actor> {
	const refused = new ServiceFault(
		401,
		'not_logged_in',
		'You are not logged in, or the session has ended.',
		'Log in again.',
	)
	if (token === undefined || !isSecret(token, sessionPrefix)) throw refused
	const { db } = context.storage
	const hash = secretHash(token)
	const row = await db.selectFrom('sessions').selectAll().where('token_hash', '=', hash).executeTakeFirst()
	const now = context.clock.now()
	if (row === undefined || row.expires_at <= BigInt(now) || Number(row.last_used_at) + limits.sessionIdleMs <= now)
		throw refused
	if (Number(row.last_used_at) + touchMs <= now) {
		await db
			.updateTable('sessions')
			.set({ last_used_at: BigInt(now) })
			.where('token_hash', '=', hash)
			.execute()
	}
	return { accountId: row.account_id, sessionId: row.id }
}

/** The caller's sessions. */
export const sessionOperations: Operations<'sessions' | 'revokeSession'> = {
	/** Those that have not ended, the newest first. */
	async sessions({ context, actor }) {
		const now = context.clock.now()
		const rows = await context.storage.db
			.selectFrom('sessions')
			.selectAll()
			.where('account_id', '=', actor.accountId)
			.where('expires_at', '>', BigInt(now))
			.where('last_used_at', '>', BigInt(now - limits.sessionIdleMs))
			.orderBy('created_at', 'desc')
			.orderBy('id')
			.execute()
		return rows.map((row) => ({
			id: row.id,
			method: row.method,
			createdAt: Number(row.created_at),
			lastUsedAt: Number(row.last_used_at),
			expiresAt: Number(row.expires_at),
			current: row.id === actor.sessionId,
		}))
	},
	/** `current` is the one of the request. */
	async revokeSession({ context, actor, path: { sessionId } }) {
		const { numDeletedRows } = await context.storage.db
			.deleteFrom('sessions')
			.where('account_id', '=', actor.accountId)
			.where('id', '=', sessionId === 'current' ? actor.sessionId : sessionId)
			.executeTakeFirst()
		if (numDeletedRows === 0n) throw notFound('session')
	},
}
