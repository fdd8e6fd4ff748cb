import { type Kysely, sql } from 'kysely'
import type { EndpointsSchema } from '../storage/schema.ts'
import type { ServiceContext } from './ServiceContext.ts'
import { ServiceFault } from './ServiceFault.ts'
import { secretHash } from './secrets.ts'

/** How long tries are counted together. */
const windowMs = 15 * 60_000

/**
 * Most wrong tries in a window: of one account, which guesses at its password would need, and from one address, which
 * guesses at many accounts would need. Services are managed from their own machine, so an address stands for all of its people.
 */
export const maxLoginTries = { account: 10, address: 100 } as const

/** What is being logged in to, and from where. */
export interface LoginTry {
	/** E-mail in lower case, whether or not it has an account. */
	readonly emailKey: string
	readonly address: string
}

/**
 * Runs a check of a password under the limit of wrong tries. A try is counted before the check and taken back when the
 * password was right, so that many at once are no way round; the counts are in the database and hold over restarts and for all
 * processes on it. An e-mail without an account is limited the same: nothing tells which ones have one.
 *
 * Throws ServiceFault 429 with Retry-After, and what `check` throws.
 */
export async function withLoginTry<Result>(
	context: ServiceContext,
	{ emailKey, address }: LoginTry,
	check: () => Promise<{ readonly right: boolean; readonly result: Result }>,
): Promise<Result> {
	const { db } = context.storage
	const subjects = { account: secretHash(emailKey), address: secretHash(address) }
	const now = context.clock.now()
	await db.transaction().execute(async (trx) => {
		await trx.deleteFrom('login_tries').where('ends_at', '<=', BigInt(now)).execute()
		// Always in this order: two processes never wait for each other in a circle.
		await take(trx, 'account', subjects.account, now)
		await take(trx, 'address', subjects.address, now)
	})
	const { right, result } = await check()
	if (right) {
		await db.deleteFrom('login_tries').where('kind', '=', 'account').where('subject', '=', subjects.account).execute()
		await db
			.updateTable('login_tries')
			.set({ tries: sql`tries - 1` })
			.where('kind', '=', 'address')
			.where('subject', '=', subjects.address)
			.where('tries', '>', 0n)
			.execute()
	}
	return result
}

/** Counts one try. Throws ServiceFault, and the transaction is undone, when there have been too many. */
async function take(
	db: Kysely<EndpointsSchema>,
	kind: keyof typeof maxLoginTries,
	subject: string,
	now: number,
): Promise<void> {
	const { tries, ends_at } = await db
		.insertInto('login_tries')
		.values({ kind, subject, tries: 1n, ends_at: BigInt(now + windowMs) })
		.onConflict((on) => on.columns(['kind', 'subject']).doUpdateSet({ tries: sql`login_tries.tries + 1` }))
		.returning(['tries', 'ends_at'])
		.executeTakeFirstOrThrow()
	if (tries <= BigInt(maxLoginTries[kind])) return
	const seconds = Math.max(1, Math.ceil((Number(ends_at) - now) / 1_000))
	throw new ServiceFault(
		429,
		'too_many_tries',
		kind === 'account'
			? 'There were too many wrong passwords for this e-mail.'
			: 'There were too many wrong passwords from this address.',
		`Try again in ${waitText(seconds)}. Sessions that are open go on.`,
		seconds,
	)
}

function waitText(seconds: number): string {
	if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
	return `${Math.ceil(seconds / 60)} minutes`
}
