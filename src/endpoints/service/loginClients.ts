import type { Kysely } from 'kysely'
import { limits } from '../limits.ts'
import type { EndpointsSchema } from '../storage/schema.ts'
import type { ServiceContext } from './ServiceContext.ts'
import { clientPrefix, isSecret, newSecret, secretHash } from './secrets.ts'

/** Hash of a client token that has logged in to the account with this e-mail, or undefined for any other text. */
export async function knownClient(
	{ storage }: ServiceContext,
	emailKey: string,
	token: string | undefined,
): Promise<string | undefined> {
	if (token === undefined || !isSecret(token, clientPrefix)) return undefined
	const row = await storage.db
		.selectFrom('login_clients')
		.innerJoin('accounts', 'accounts.id', 'login_clients.account_id')
		.select('login_clients.token_hash')
		.where('login_clients.token_hash', '=', secretHash(token))
		.where('accounts.email_key', '=', emailKey)
		.executeTakeFirst()
	return row?.token_hash
}

/**
 * Remembers the program that has just logged in to an account, by the token it has shown or by a new one, which is returned:
 * the program keeps it and shows it at the next login.
 */
export async function rememberClient(
	{ storage: { db }, clock }: ServiceContext,
	accountId: string,
	given: string | undefined,
): Promise<string> {
	const token = given !== undefined && isSecret(given, clientPrefix) ? given : newSecret(clientPrefix)
	const now = BigInt(clock.now())
	await db
		.insertInto('login_clients')
		.values({ token_hash: secretHash(token), account_id: accountId, used_at: now })
		.onConflict((on) => on.columns(['token_hash', 'account_id']).doUpdateSet({ used_at: now }))
		.execute()
	const old = await db
		.selectFrom('login_clients')
		.select('token_hash')
		.where('account_id', '=', accountId)
		.orderBy('used_at', 'desc')
		.orderBy('token_hash')
		.offset(limits.loginClients)
		.limit(1_000)
		.execute()
	if (old.length > 0) {
		const hashes = old.map(({ token_hash }) => token_hash)
		await db.deleteFrom('login_clients').where('account_id', '=', accountId).where('token_hash', 'in', hashes).execute()
	}
	return token
}

/** Forgets every program that has logged in to an account, when its password changes. */
export async function forgetClients(db: Kysely<EndpointsSchema>, accountId: string): Promise<void> {
	await db.deleteFrom('login_clients').where('account_id', '=', accountId).execute()
}
