import { hash, verify } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import type { Account } from '../../../wire/management/accountSchemas.ts'
import { limits } from '../../limits.ts'
import { monthOf, planOf } from '../../metering/price.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import type { Operations } from '../Operation.ts'
import { holdAccount } from '../projects/access.ts'
import { change } from '../projects/change.ts'
import { conflict, invalid, newId, type PasswordCost, type ServiceContext, ServiceFault } from '../ServiceContext.ts'
import { emailKeyOf } from '../texts.ts'
import { forgetClients, knownClient, rememberClient, withChangeTry, withLoginTry, withSignUpTry } from './loginTries.ts'

import { openSession, wrongLogin } from './sessions.ts'

/** Accounts with a password, their plan and cap. */
export const accountOperations: Operations<'signUp' | 'logIn' | 'account' | 'changePassword' | 'setCap' | 'setPlan'> = {
	/** Opens an account with a password and logs it in. */
	signUp: ({ context, body, address }) =>
		withSignUpTry(context, address, async () => {
			const passwordHash = await hashPassword(context, body.password)
			const accountId = await createAccount(context, body.email, passwordHash)
			const session = await openSession(context, accountId, 'password')
			return { ...session, clientToken: await rememberClient(context, accountId, body.clientToken) }
		}),
	/** Refuses an unknown e-mail as a wrong password, after the same work, and with 429 after too many of either. */
	async logIn({ context, body: { email, password, clientToken }, address }) {
		const { db } = context.storage
		const emailKey = email.trim().toLowerCase()
		const known = await knownClient(context, emailKey, clientToken)
		const row = await withLoginTry(context, { emailKey, address, knownClient: known }, async () => {
			const found = await db
				.selectFrom('accounts')
				.select(['id', 'password_hash'])
				.where('email_key', '=', emailKey)
				.executeTakeFirst()
			const right = await checkPassword(context, found?.password_hash, password)
			return { right, result: right ? found : undefined }
		})
		if (row?.password_hash == null) throw wrongLogin()
		let passwordHash = row.password_hash
		if (needsRehash(context, passwordHash)) {
			const fresh = await hashPassword(context, password)
			const { numUpdatedRows } = await db
				.updateTable('accounts')
				.set({ password_hash: fresh })
				.where('id', '=', row.id)
				.where('password_hash', '=', passwordHash)
				.executeTakeFirst()
			if (numUpdatedRows === 1n) passwordHash = fresh
		}
		const session = await openSession(context, row.id, 'password', passwordHash)
		return { ...session, clientToken: await rememberClient(context, row.id, clientToken) }
	},
	account: ({ context, actor }) => accountById(context, actor.accountId),
	/** Sets or changes it and ends every other session; 429 after too many wrong ones. */
	async changePassword({ context, actor: { accountId, sessionId }, body }) {
		const { db } = context.storage
		const stored = await passwordOf(db, accountId)
		const matches =
			stored === null ||
			(await withChangeTry(context, accountId, async () => {
				const right = await checkPassword(context, stored, body.present)
				return { right, result: right }
			}))
		const wrong = () => new ServiceFault(403, 'wrong_password', 'The present password is another one.', 'Try again.')
		if (!matches) throw wrong()
		const passwordHash = await hashPassword(context, body.fresh)
		await change(context, async (trx) => {
			await holdAccount(trx, accountId)
			// Another request may have changed it after the check.
			if ((await passwordOf(trx, accountId)) !== stored) throw wrong()
			await trx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
			await forgetClients(trx, accountId)
			await trx.deleteFrom('sessions').where('account_id', '=', accountId).where('id', '!=', sessionId).execute()
			return { result: undefined, change: { actorId: accountId, accountId, action: 'account.password' } }
		})
	},
	/** The most relays a UTC month may count, or none. */
	async setCap({ context, actor: { accountId }, body: { cap } }) {
		await change(context, async (db) => {
			await db
				.updateTable('accounts')
				.set({ cap: cap === null ? null : BigInt(cap) })
				.where('id', '=', accountId)
				.execute()
			return { result: undefined, change: { actorId: accountId, accountId, action: 'account.cap', detail: { cap } } }
		})
		return accountById(context, accountId)
	},
	/** From now on: relays counted before keep their price. */
	async setPlan({ context, body: { email, plan } }) {
		const row = await context.storage.db
			.selectFrom('accounts')
			.select('id')
			.where('email_key', '=', email.trim().toLowerCase())
			.executeTakeFirst()
		if (row === undefined) throw new ServiceFault(404, 'not_found', 'There is no account with this e-mail.')
		const { id } = row
		await change(context, async (db) => {
			await holdAccount(db, id)
			const present = await db.selectFrom('accounts').select('plan').where('id', '=', id).executeTakeFirstOrThrow()
			if (present.plan !== plan) {
				const now = context.clock.now()
				const used = await db
					.selectFrom('usage_accounts')
					.select('relays')
					.where('account_id', '=', id)
					.where('month', '=', monthOf(now))
					.executeTakeFirst()
				const relays_before = used?.relays ?? 0n
				await db
					.insertInto('plan_changes')
					.values({ account_id: id, at: BigInt(now), plan, relays_before })
					.execute()
				await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute()
			}
			return {
				result: undefined,
				change: { actorId: 'operator', accountId: id, action: 'account.plan', detail: { plan } },
			}
		})
		return accountById(context, id)
	},
}

async function passwordOf(db: Kysely<EndpointsSchema>, accountId: string): Promise<string | null> {
	const row = await db
		.selectFrom('accounts')
		.select('password_hash')
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow()
	return row.password_hash
}

/** Creates an account. @throws {ServiceFault} for an e-mail that is invalid or taken. */
export async function createAccount(
	context: ServiceContext,
	email: string,
	passwordHash: string | null,
	alsoWrite: (db: Kysely<EndpointsSchema>, accountId: string) => Promise<void> = async () => {},
): Promise<string> {
	const shown = email.trim()
	const emailKey = emailKeyOf(email)
	return change(context, async (db) => {
		const id = newId('acc')
		const inserted = await db
			.insertInto('accounts')
			.values({
				id,
				email: shown,
				email_key: emailKey,
				password_hash: passwordHash,
				plan: 'payg',
				cap: null,
				created_at: BigInt(context.clock.now()),
			})
			.onConflict((on) => on.column('email_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (inserted === undefined) throw conflict('There is an account with this e-mail already.', 'Log in instead.')
		await alsoWrite(db, id)
		return { result: id, change: { actorId: id, accountId: id, action: 'account.create' } }
	})
}

/** An account by its id. */
export async function accountById(context: ServiceContext, accountId: string): Promise<Account> {
	const row = await context.storage.db
		.selectFrom('accounts')
		.selectAll()
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow()
	return {
		id: row.id,
		email: row.email,
		plan: planOf(row.plan),
		cap: row.cap === null ? null : Number(row.cap),
		hasPassword: row.password_hash !== null,
		createdAt: Number(row.created_at),
	}
}

/** The package's number for argon2id; its own name for it is an enum that is gone at run time. */
const argon2id = 2
/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const usualCost: PasswordCost = { memoryKiB: 19_456, passes: 2 }

function argon2Options({ passwordCost: { memoryKiB, passes } = usualCost }: ServiceContext) {
	return { algorithm: argon2id, memoryCost: memoryKiB, timeCost: passes, parallelism: 1 }
}

/** Shortest and longest password, in characters. */
const passwordLength = { min: limits.passwordMinimum, max: limits.passwordMaximum } as const

/** argon2id string of a password. @throws {ServiceFault} if it is too short or too long. */
async function hashPassword(context: ServiceContext, password: string): Promise<string> {
	if (password.length < passwordLength.min || password.length > passwordLength.max) {
		throw invalid(
			`The password has ${password.length} characters.`,
			`Choose one of ${passwordLength.min} to ${passwordLength.max} characters.`,
		)
	}
	return hash(password, argon2Options(context))
}

const dummies = new WeakMap<PasswordCost, Promise<string>>()

/** Whether a password matches the stored hash. The work is the same without one: time does not tell who exists. */
async function checkPassword(
	context: ServiceContext,
	stored: string | null | undefined,
	password: string,
): Promise<boolean> {
	const dummy = getOrInsert(dummies, context.passwordCost ?? usualCost, () =>
		hash('no account has this password', argon2Options(context)),
	)
	const matches = await verify(stored ?? (await dummy), password.slice(0, passwordLength.max))
	return matches && stored != null
}

/** Whether a stored hash has outdated parameters. */
function needsRehash(context: ServiceContext, stored: string): boolean {
	const { memoryCost, timeCost, parallelism } = argon2Options(context)
	return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
