import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { EndpointsSchema } from '../storage/schema.ts'
import { freeRelays, noticePercents } from './price.ts'
import type { AccountDelta, UsageBatch } from './UsageBatch.ts'

/** Rows of statistics one statement adds. */
const rowsAtOnce = 100

/** What a batch is written with. */
export interface UsageWrite {
	readonly processId: string
	readonly now: number
	/** Caps of accounts whose relays come out of this process's lease. */
	readonly capped: ReadonlyMap<string, bigint>
}

/**
 * The statements that add a batch to all counters; in one transaction, so that applications, accounts, the journal and
 * statistics agree at any time. Rows come in the order of their keys, so that several processes do not wait for each other
 * in a circle.
 */
export function usageStatements(
	db: Kysely<EndpointsSchema>,
	batch: UsageBatch,
	write: UsageWrite,
): readonly CompiledQuery[] {
	const deltas = [...batch.accounts.values()].sort((a, b) => order(a.accountId + a.day, b.accountId + b.day))
	return [
		...deltas.flatMap((delta) => accountStatements(db, delta, write)),
		...statisticsStatements(db, batch),
		...[...batch.keys]
			.sort(([a], [b]) => order(a, b))
			.map(([id, time]) =>
				db
					.updateTable('api_keys')
					.set({ last_used_at: BigInt(time) })
					.where('id', '=', id)
					.compile(),
			),
	]
}

function accountStatements(
	db: Kysely<EndpointsSchema>,
	delta: AccountDelta,
	{ processId, now, capped }: UsageWrite,
): readonly CompiledQuery[] {
	const { accountId: account_id, month, day, relays } = delta
	const applications = [...delta.applications].sort(([a], [b]) => order(a, b))
	const cap = capped.get(account_id)
	return [
		db
			.insertInto('usage_accounts')
			.values({ account_id, month, relays })
			.onConflict((on) =>
				on.columns(['account_id', 'month']).doUpdateSet({ relays: sql`usage_accounts.relays + excluded.relays` }),
			)
			.compile(),
		db
			.insertInto('ledger')
			.values({ account_id, day, relays })
			.onConflict((on) =>
				on.columns(['account_id', 'day']).doUpdateSet({ relays: sql`ledger.relays + excluded.relays` }),
			)
			.compile(),
		db
			.insertInto('usage_applications')
			.values(applications.map(([application_id, count]) => ({ account_id, application_id, month, relays: count })))
			.onConflict((on) =>
				on
					.columns(['account_id', 'application_id', 'month'])
					.doUpdateSet({ relays: sql`usage_applications.relays + excluded.relays` }),
			)
			.compile(),
		noticeStatement(db, delta, 'free', freeRelays, now),
		...(cap === undefined
			? []
			: [
					db
						.updateTable('leases')
						.set({ remaining: sql`case when remaining > ${relays} then remaining - ${relays} else 0 end` })
						.where('account_id', '=', account_id)
						.where('month', '=', month)
						.where('process_id', '=', processId)
						.compile(),
					noticeStatement(db, delta, 'cap', cap, now),
				]),
	]
}

const percentRows = noticePercents.map((percent) => `select ${percent} as percent`).join(' union all ')

/** Tells each threshold that these relays crossed, once a month, also when one commit jumps over several. */
function noticeStatement(
	db: Kysely<EndpointsSchema>,
	{ accountId, month, relays }: AccountDelta,
	kind: 'free' | 'cap',
	whole: bigint,
	now: number,
): CompiledQuery {
	const limit = sql.raw(String(whole))
	return sql`insert into notices (account_id, month, kind, percent, at)
		select used.account_id, used.month, ${sql.raw(`'${kind}'`)}, thresholds.percent, cast(${BigInt(now)} as bigint)
		from usage_accounts used, (${sql.raw(percentRows)}) thresholds
		where used.account_id = ${accountId} and used.month = ${month}
			and used.relays * 100 >= ${limit} * thresholds.percent
			and (used.relays - cast(${relays} as bigint)) * 100 < ${limit} * thresholds.percent
		on conflict do nothing`.compile(db)
}

function statisticsStatements(db: Kysely<EndpointsSchema>, batch: UsageBatch): readonly CompiledQuery[] {
	const rows = [...batch.statistics]
		.sort(([a], [b]) => order(a, b))
		.map(([, row]) => ({
			application_id: row.applicationId,
			hour: BigInt(row.hour),
			method: row.method,
			outcome: row.outcome,
			bucket: BigInt(row.bucket),
			calls: BigInt(row.calls),
			micros: BigInt(row.micros),
		}))
	return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
		db
			.insertInto('statistics')
			.values(rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce))
			.onConflict((on) =>
				on.columns(['application_id', 'hour', 'method', 'outcome', 'bucket']).doUpdateSet({
					calls: sql`statistics.calls + excluded.calls`,
					micros: sql`statistics.micros + excluded.micros`,
				}),
			)
			.compile(),
	)
}

function order(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0
}
