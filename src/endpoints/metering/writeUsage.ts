import { type Kysely, sql } from 'kysely'
import type { EndpointsSchema } from '../storage/schema.ts'
import { freeRelays, noticePercents } from './price.ts'
import type { AccountDelta, UsageBatch } from './UsageBatch.ts'

/** Rows of statistics one statement adds. */
const rowsAtOnce = 100

/**
 * Adds a batch to all counters in one transaction: applications, accounts, the journal and statistics agree at any time.
 * Rows are taken in the order of their keys, so that several processes do not wait for each other in a circle.
 *
 * `capped` names accounts whose relays come out of this process's lease.
 */
export async function writeUsage(
	db: Kysely<EndpointsSchema>,
	batch: UsageBatch,
	options: { readonly processId: string; readonly now: number; readonly capped: ReadonlyMap<string, bigint> },
): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const deltas = [...batch.accounts.values()].sort((a, b) => order(a.accountId + a.day, b.accountId + b.day))
		for (const delta of deltas) await addAccount(trx, delta, options)
		await addStatistics(trx, batch)
		for (const [id, time] of [...batch.keys].sort(([a], [b]) => order(a, b))) {
			await trx
				.updateTable('api_keys')
				.set({ last_used_at: BigInt(time) })
				.where('id', '=', id)
				.execute()
		}
	})
}

async function addAccount(
	db: Kysely<EndpointsSchema>,
	delta: AccountDelta,
	{ processId, now, capped }: Parameters<typeof writeUsage>[2],
): Promise<void> {
	const { accountId: account_id, month, day, relays } = delta
	const { relays: total } = await db
		.insertInto('usage_accounts')
		.values({ account_id, month, relays })
		.onConflict((on) =>
			on.columns(['account_id', 'month']).doUpdateSet({ relays: sql`usage_accounts.relays + excluded.relays` }),
		)
		.returning('relays')
		.executeTakeFirstOrThrow()
	await db
		.insertInto('ledger')
		.values({ account_id, day, relays })
		.onConflict((on) => on.columns(['account_id', 'day']).doUpdateSet({ relays: sql`ledger.relays + excluded.relays` }))
		.execute()
	const applications = [...delta.applications].sort(([a], [b]) => order(a, b))
	await db
		.insertInto('usage_applications')
		.values(applications.map(([application_id, count]) => ({ account_id, application_id, month, relays: count })))
		.onConflict((on) =>
			on
				.columns(['account_id', 'application_id', 'month'])
				.doUpdateSet({ relays: sql`usage_applications.relays + excluded.relays` }),
		)
		.execute()
	const cap = capped.get(account_id)
	if (cap !== undefined) {
		await db
			.updateTable('leases')
			.set({ remaining: sql`case when remaining > ${relays} then remaining - ${relays} else 0 end` })
			.where('account_id', '=', account_id)
			.where('month', '=', month)
			.where('process_id', '=', processId)
			.execute()
		await addNotices(db, delta, total, 'cap', cap, now)
	}
	await addNotices(db, delta, total, 'free', freeRelays, now)
}

/** Tells each threshold once, also when one commit jumps over several. */
async function addNotices(
	db: Kysely<EndpointsSchema>,
	{ accountId, month, relays }: AccountDelta,
	total: bigint,
	kind: string,
	whole: bigint,
	now: number,
): Promise<void> {
	const before = total - relays
	const crossed = noticePercents.filter((percent) => {
		const limit = whole * percent
		return before * 100n < limit && total * 100n >= limit
	})
	if (crossed.length === 0) return
	await db
		.insertInto('notices')
		.values(crossed.map((percent) => ({ account_id: accountId, month, kind, percent, at: BigInt(now) })))
		.onConflict((on) => on.columns(['account_id', 'month', 'kind', 'percent']).doNothing())
		.execute()
}

async function addStatistics(db: Kysely<EndpointsSchema>, batch: UsageBatch): Promise<void> {
	const rows = [...batch.statistics].sort(([a], [b]) => order(a, b)).map(([, row]) => row)
	for (let at = 0; at < rows.length; at += rowsAtOnce) {
		await db
			.insertInto('statistics')
			.values(
				rows.slice(at, at + rowsAtOnce).map((row) => ({
					application_id: row.applicationId,
					hour: BigInt(row.hour),
					method: row.method,
					outcome: row.outcome,
					bucket: BigInt(row.bucket),
					calls: BigInt(row.calls),
					micros: BigInt(row.micros),
				})),
			)
			.onConflict((on) =>
				on.columns(['application_id', 'hour', 'method', 'outcome', 'bucket']).doUpdateSet({
					calls: sql`statistics.calls + excluded.calls`,
					micros: sql`statistics.micros + excluded.micros`,
				}),
			)
			.execute()
	}
}

function order(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0
}
