import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { BugError } from '../../errors/UserError.ts'
import { BoundedCache } from '../../util/BoundedCache.ts'
import { byKey } from '../../util/order.ts'
import type { EndpointsSchema } from '../storage/schema.ts'
import { freeRelays, noticePercents } from './price.ts'
import type { AccountDelta, StatisticsDelta, UsageBatch } from './UsageBatch.ts'

/** Statements remembered: those of this many forms, and as many used before them. */
const templates = 250
/** Rows of statistics one statement adds. */
const rowsAtOnce = 100

/** Parameters of writing a batch. */
export interface UsageWrite {
	readonly processId: string
	readonly now: number
	/** Caps of accounts whose relays come out of this process's lease. */
	readonly capped: ReadonlyMap<string, bigint>
}

/**
 * Writes down how a batch is added to all counters: in one transaction, so that applications, accounts, the journal and
 * statistics agree at any time. Rows come in the order of their keys, so that several processes do not wait for each other
 * in a circle. Building a statement costs more than running it, so each form is built once and then filled.
 */
export class UsageStatements {
	readonly #db: Kysely<EndpointsSchema>
	readonly #templates = new BoundedCache<CompiledQuery>(templates)

	constructor(db: Kysely<EndpointsSchema>) {
		this.#db = db
	}

	/** The statements of a batch, in order. */
	of(batch: UsageBatch, write: UsageWrite): readonly CompiledQuery[] {
		const deltas = [...batch.accounts()].sort((a, b) => order(a.accountId, b.accountId) || order(a.day, b.day))
		return [
			...deltas.flatMap((delta) => this.#account(delta, write)),
			...this.#statistics(batch),
			...[...batch.keys].sort(byKey).map(([id, time]) => this.#keyUse(id, time)),
		]
	}

	#account(delta: AccountDelta, { processId, now, capped }: UsageWrite): readonly CompiledQuery[] {
		const { accountId, month, day } = delta
		const relays = BigInt(delta.relays)
		const cap = capped.get(accountId)
		return [
			this.#accountUsage(accountId, month, relays),
			this.#ledger(accountId, day, relays),
			this.#applicationUsage(delta),
			this.#notice(delta, 'free', freeRelays, now),
			...this.#applicationNotices(delta, 'free', freeRelays, now),
			...(cap === undefined
				? []
				: [
						this.#lease(accountId, month, processId, relays),
						this.#notice(delta, 'cap', cap, now),
						...this.#applicationNotices(delta, 'cap', cap, now),
					]),
		]
	}

	#accountUsage(account_id: string, month: string, relays: bigint): CompiledQuery {
		return this.#filled('account', [account_id, month, relays], () =>
			this.#db
				.insertInto('usage_accounts')
				.values({ account_id, month, relays })
				.onConflict((on) =>
					on.columns(['account_id', 'month']).doUpdateSet({ relays: sql`usage_accounts.relays + excluded.relays` }),
				)
				.compile(),
		)
	}

	#ledger(account_id: string, day: string, relays: bigint): CompiledQuery {
		return this.#filled('ledger', [account_id, day, relays], () =>
			this.#db
				.insertInto('ledger')
				.values({ account_id, day, relays })
				.onConflict((on) =>
					on.columns(['account_id', 'day']).doUpdateSet({ relays: sql`ledger.relays + excluded.relays` }),
				)
				.compile(),
		)
	}

	#applicationUsage({ accountId: account_id, month, applications }: AccountDelta): CompiledQuery {
		const rows = [...applications]
			.sort(byKey)
			.map(([application_id, relays]) => ({ account_id, application_id, month, relays: BigInt(relays) }))
		return this.#filled(`applications ${rows.length}`, rows.flatMap(Object.values), () =>
			this.#db
				.insertInto('usage_applications')
				.values(rows)
				.onConflict((on) =>
					on
						.columns(['account_id', 'application_id', 'month'])
						.doUpdateSet({ relays: sql`usage_applications.relays + excluded.relays` }),
				)
				.compile(),
		)
	}

	#lease(accountId: string, month: string, processId: string, relays: bigint): CompiledQuery {
		return this.#filled('lease', [relays, relays, accountId, month, processId], () =>
			this.#db
				.updateTable('leases')
				.set({ remaining: sql`case when remaining > ${relays} then remaining - ${relays} else 0 end` })
				.where('account_id', '=', accountId)
				.where('month', '=', month)
				.where('process_id', '=', processId)
				.compile(),
		)
	}

	/** Records each threshold that these relays crossed, once a month, even if one commit crosses several. */
	#notice(
		{ accountId, month, ...delta }: AccountDelta,
		kind: 'free' | 'cap',
		whole: bigint,
		now: number,
	): CompiledQuery {
		const relays = BigInt(delta.relays)
		return this.#filled(`notice ${kind} ${whole}`, [BigInt(now), accountId, month, relays], () => {
			const limit = sql.raw(String(whole))
			return sql`insert into notices (account_id, month, kind, percent, at)
				select used.account_id, used.month, ${sql.raw(`'${kind}'`)}, thresholds.percent, cast(${BigInt(now)} as bigint)
				from usage_accounts used, (${sql.raw(percentRows)}) thresholds
				where used.account_id = ${accountId} and used.month = ${month}
					and used.relays * 100 >= ${limit} * thresholds.percent
					and (used.relays - cast(${relays} as bigint)) * 100 < ${limit} * thresholds.percent
				on conflict do nothing`.compile(this.#db)
		})
	}

	/** Records the same per application, for team members who do not see the statement. */
	#applicationNotices(
		{ accountId, month, applications }: AccountDelta,
		kind: 'free' | 'cap',
		whole: bigint,
		now: number,
	): readonly CompiledQuery[] {
		const rows = [...applications].sort(byKey)
		return rows.map(([applicationId, count]) => {
			const relays = BigInt(count)
			return this.#filled(
				`application notice ${kind} ${whole}`,
				[BigInt(now), accountId, applicationId, month, relays],
				() => {
					const limit = sql.raw(String(whole))
					return sql`insert into application_notices (application_id, month, kind, percent, at)
						select used.application_id, used.month, ${sql.raw(`'${kind}'`)}, thresholds.percent,
							cast(${BigInt(now)} as bigint)
						from usage_applications used, (${sql.raw(percentRows)}) thresholds
						where used.account_id = ${accountId} and used.application_id = ${applicationId} and used.month = ${month}
							and used.relays * 100 >= ${limit} * thresholds.percent
							and (used.relays - cast(${relays} as bigint)) * 100 < ${limit} * thresholds.percent
						on conflict do nothing`.compile(this.#db)
				},
			)
		})
	}

	#statistics(batch: UsageBatch): readonly CompiledQuery[] {
		const rows = [...batch.statistics()].sort(statisticsOrder).map((row) => ({
			application_id: row.applicationId,
			hour: BigInt(row.hour),
			method: row.method,
			outcome: row.outcome,
			bucket: BigInt(row.bucket),
			calls: BigInt(row.calls),
			micros: BigInt(row.micros),
		}))
		return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => {
			const part = rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce)
			return this.#filled(`statistics ${part.length}`, part.flatMap<string | bigint>(Object.values), () =>
				this.#db
					.insertInto('statistics')
					.values(part)
					.onConflict((on) =>
						on.columns(['application_id', 'hour', 'method', 'outcome', 'bucket']).doUpdateSet({
							calls: sql`statistics.calls + excluded.calls`,
							micros: sql`statistics.micros + excluded.micros`,
						}),
					)
					.compile(),
			)
		})
	}

	#keyUse(id: string, time: number): CompiledQuery {
		return this.#filled('key', [BigInt(time), id], () =>
			this.#db
				.updateTable('api_keys')
				.set({ last_used_at: BigInt(time) })
				.where('id', '=', id)
				.compile(),
		)
	}

	/** A cached statement with these parameters, in order of appearance. */
	#filled(form: string, parameters: readonly unknown[], build: () => CompiledQuery): CompiledQuery {
		const template = this.#templates.get(form, build)
		if (template.parameters.length !== parameters.length)
			throw new BugError(`the statement ${form} has other parameters`)
		return { ...template, parameters }
	}
}

const percentRows = noticePercents.map((percent) => `select ${percent} as percent`).join(' union all ')

function statisticsOrder(a: StatisticsDelta, b: StatisticsDelta): number {
	return (
		order(a.applicationId, b.applicationId) ||
		a.hour - b.hour ||
		order(a.method, b.method) ||
		order(a.outcome, b.outcome) ||
		a.bucket - b.bucket
	)
}

function order(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0
}
