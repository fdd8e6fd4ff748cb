import ipaddr from 'ipaddr.js'
import { type Kysely, sql } from 'kysely'
import { limits } from '../../limits.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { type ServiceContext, ServiceFault } from '../ServiceContext.ts'
import { clientPrefix, isSecret, newSecret, secretHash } from './secrets.ts'

/** Account, origin and program of a login. */
interface LoginTry {
	/** E-mail in lower case, whether or not it has an account. */
	readonly emailKey: string
	readonly address: string
	/** Hash of the token of a program that has logged in to this account before, where it has shown one. */
	readonly knownClient?: string | undefined
}

/** Kinds of counted tries. */
type Kind = 'account' | 'client' | 'change' | 'address' | 'sign-up'

/**
 * Runs a check of a password under the limit of wrong tries, which are counted of an account together with the place
 * they come from: nobody closes an account for others, nor a place for other accounts. Three things make that hold:
 *
 * - A place with many wrong tries at whatever accounts has fewer left at each: guessing one password at many accounts
 * is
 * no way round, and the right password of another account still goes through.
 * - A program that has logged in to the account before, and proves it, has tries of its own: strangers on the same
 * machine do
 * not close the account for its holder.
 * - An e-mail without an account is limited the same: nothing tells which ones have one.
 *
 * A try is counted before the check and taken back when the password was right, so that many at once are no way round;
 * the counts are in the database and hold over restarts and for all processes on it.
 *
 * @throws {ServiceFault} 429 with Retry-After, and what `check` throws.
 */
export async function withLoginTry<Result>(
	context: ServiceContext,
	{ emailKey, address, knownClient }: LoginTry,
	check: () => Promise<{ readonly right: boolean; readonly result: Result }>,
): Promise<Result> {
	const place = placeOf(address)
	const subject = secretHash(`${emailKey}\n${knownClient ?? place}`)
	const kind = knownClient === undefined ? 'account' : 'client'
	await counted(context, async (db, now) => {
		// Always in this order: two processes never wait for each other in a circle.
		const isSuspect =
			knownClient === undefined &&
			(await count(db, 'address', secretHash(place), now)).tries > limits.wrongPasswordsAtAddress
		const most = isSuspect ? limits.wrongPasswordsWhenSuspect : limits.wrongPasswords
		const { tries, endsAt } = await count(db, kind, subject, now)
		if (tries > most) throw tooMany('There were too many wrong passwords for this e-mail.', endsAt - now)
	})
	const { right, result } = await check()
	if (right) {
		await forget(context, kind, subject)
		if (knownClient === undefined) await takeBack(context, 'address', secretHash(place))
	}
	return result
}

/** Limits tries of the current password of a logged-in account in the same way; its logins are not affected. */
export async function withChangeTry<Result>(
	context: ServiceContext,
	accountId: string,
	check: () => Promise<{ readonly right: boolean; readonly result: Result }>,
): Promise<Result> {
	const subject = secretHash(accountId)
	await counted(context, async (db, now) => {
		const { tries, endsAt } = await count(db, 'change', subject, now)
		if (tries > limits.wrongPasswords) {
			throw tooMany('There were too many wrong passwords for this account.', endsAt - now)
		}
	})
	const { right, result } = await check()
	if (right) await forget(context, 'change', subject)
	return result
}

/**
 * Runs a sign-up. Those that find an account are counted of the place they come from, which is then closed for
 * sign-ups: asking which e-mails have an account is slow.
 * @throws {ServiceFault}
 */
export async function withSignUpTry<Result>(
	context: ServiceContext,
	address: string,
	signUp: () => Promise<Result>,
): Promise<Result> {
	const subject = secretHash(placeOf(address))
	const refuse = (tries: number, endsAt: number, now: number) => {
		if (tries <= limits.takenSignUps) return
		throw tooMany('There were too many sign-ups with e-mails that have an account already.', endsAt - now)
	}
	const before = await context.storage.db
		.selectFrom('login_tries')
		.select(['tries', 'ends_at'])
		.where('kind', '=', 'sign-up')
		.where('subject', '=', subject)
		.executeTakeFirst()
	const now = context.clock.now()
	if (before !== undefined && Number(before.ends_at) > now)
		refuse(Number(before.tries) + 1, Number(before.ends_at), now)
	try {
		return await signUp()
	} catch (fault) {
		if (fault instanceof ServiceFault && fault.code === 'conflict') {
			// Concurrent tries learn no more than consecutive ones.
			await counted(context, async (db, at) => {
				const { tries, endsAt } = await count(db, 'sign-up', subject, at)
				refuse(tries, endsAt, at)
			})
		}
		throw fault
	}
}

async function counted(
	context: ServiceContext,
	run: (db: Kysely<EndpointsSchema>, now: number) => Promise<void>,
): Promise<void> {
	const now = context.clock.now()
	const { db } = context.storage
	// A refused try is not counted: the transaction is rolled back.
	await db.transaction().execute((trx) => run(trx, now))
	// Old counts only take space. If this fails, the next login does it.
	const past = BigInt(now - limits.triesWindowMs)
	void db
		.deleteFrom('login_tries')
		.where('ends_at', '<=', past)
		.execute()
		.catch(() => {})
}

/** Counts one try more since the window began, or the first of a new one. */
async function count(
	db: Kysely<EndpointsSchema>,
	kind: Kind,
	subject: string,
	now: number,
): Promise<{ readonly tries: number; readonly endsAt: number }> {
	const { tries, ends_at } = await db
		.insertInto('login_tries')
		.values({ kind, subject, tries: 1n, ends_at: BigInt(now + limits.triesWindowMs) })
		.onConflict((on) =>
			on.columns(['kind', 'subject']).doUpdateSet({
				tries: sql`case when login_tries.ends_at <= ${BigInt(now)} then 1 else login_tries.tries + 1 end`,
				ends_at: sql`case when login_tries.ends_at <= ${BigInt(now)} then excluded.ends_at else login_tries.ends_at end`,
			}),
		)
		.returning(['tries', 'ends_at'])
		.executeTakeFirstOrThrow()
	return { tries: Number(tries), endsAt: Number(ends_at) }
}

async function forget({ storage }: ServiceContext, kind: Kind, subject: string): Promise<void> {
	await storage.db.deleteFrom('login_tries').where('kind', '=', kind).where('subject', '=', subject).execute()
}

async function takeBack({ storage }: ServiceContext, kind: Kind, subject: string): Promise<void> {
	await storage.db
		.updateTable('login_tries')
		.set({ tries: sql`tries - 1` })
		.where('kind', '=', kind)
		.where('subject', '=', subject)
		.where('tries', '>', 0n)
		.execute()
}

function tooMany(message: string, waitMs: number): ServiceFault {
	const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
	const next = `Try again in ${waitText(seconds)}. Sessions that are open go on.`
	return new ServiceFault(429, 'too_many_tries', message, next, seconds)
}

function waitText(seconds: number): string {
	if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
	return `${Math.ceil(seconds / 60)} minutes`
}

/**
 * The origin of a request for counting: an IPv4 address, a /64 network of IPv6, since one subscriber has all its
 * addresses, or this machine, whose programs can use any address of 127.0.0.0/8.
 */
export function placeOf(address: string): string {
	if (!ipaddr.isValid(address)) return 'unknown'
	const parsed = ipaddr.process(address)
	if (parsed.range() === 'loopback') return 'loopback'
	if (parsed.kind() === 'ipv4') return parsed.toString()
	return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}

/** Hash of a client token that has logged in to the account with this e-mail, or undefined for any other text. */
export async function knownClient(
	{ storage }: ServiceContext,
	emailKey: string,
	token: string | undefined,
): Promise<string | undefined> {
	if (token === undefined) return undefined
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
	const old = db
		.selectFrom('login_clients')
		.select('token_hash')
		.where('account_id', '=', accountId)
		.orderBy('used_at', 'desc')
		.orderBy('token_hash')
		.offset(limits.loginClients)
		.limit(1_000)
	await db.deleteFrom('login_clients').where('account_id', '=', accountId).where('token_hash', 'in', old).execute()
	return token
}

/** Forgets every program that has logged in to an account, when its password changes. */
export async function forgetClients(db: Kysely<EndpointsSchema>, accountId: string): Promise<void> {
	await db.deleteFrom('login_clients').where('account_id', '=', accountId).execute()
}
