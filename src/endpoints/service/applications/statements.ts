import type { Kysely } from 'kysely'
import { larger } from '../../../util/order.ts'
import type { Statement } from '../../../wire/management/accountSchemas.ts'
import { freeRelays, monthlyBill, monthOf, type PlanStart, planOf, pricePerRelay, usd } from '../../metering/price.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { accountById } from '../accounts/accounts.ts'
import type { OperationRequest } from '../Operation.ts'
import { invalid } from '../ServiceContext.ts'

/** The statement of a month, the present one by default, with the plans that applied. @throws {ServiceFault} */
export async function readStatement({ context, actor, query }: OperationRequest<'statement'>): Promise<Statement> {
	const { accountId } = actor
	const wanted = query.month ?? monthOf(context.clock.now())
	if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(wanted))
		throw invalid(`"${wanted.slice(0, 20)}" is no month.`, 'Write it as 2026-11.')
	const account = await accountById(context, accountId)
	// One transaction sees one state: the sums agree also while calls are counted.
	return context.storage.db
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (db) => {
			const total = await db
				.selectFrom('usage_accounts')
				.select('relays')
				.where('account_id', '=', accountId)
				.where('month', '=', wanted)
				.executeTakeFirst()
			const applications = await db
				.selectFrom('usage_applications')
				.innerJoin('applications', 'applications.id', 'usage_applications.application_id')
				.select(['applications.id', 'applications.name', 'applications.project_id', 'usage_applications.relays'])
				.where('usage_applications.account_id', '=', accountId)
				.where('usage_applications.month', '=', wanted)
				.orderBy('usage_applications.relays', 'desc')
				.orderBy('applications.id')
				.execute()
			const days = await db
				.selectFrom('ledger')
				.select(['day', 'relays'])
				.where('account_id', '=', accountId)
				.where('day', '>=', `${wanted}-01`)
				.where('day', '<=', `${wanted}-31`)
				.orderBy('day')
				.execute()
			const notices = await db
				.selectFrom('notices')
				.select(['kind', 'percent', 'at'])
				.where('account_id', '=', accountId)
				.where('month', '=', wanted)
				.orderBy('kind')
				.orderBy('percent')
				.execute()
			const relays = total?.relays ?? 0n
			const plans = monthlyBill(relays, await plansOf(db, accountId, wanted))
			const nanoUsd = plans.reduce((sum, one) => sum + one.nanoUsd, 0n)
			const { plan } = plans.at(-1)!
			return {
				month: wanted,
				plan,
				relays: Number(relays),
				freeRelays: Number(freeRelays),
				billedRelays: Number(larger(0n, relays - freeRelays)),
				nanoUsdPerRelay: String(pricePerRelay[plan]),
				nanoUsd: String(nanoUsd),
				usd: usd(nanoUsd),
				plans: plans.map((one) => ({
					plan: one.plan,
					from: one.from,
					relays: Number(one.relays),
					billedRelays: Number(one.billed),
					nanoUsdPerRelay: String(pricePerRelay[one.plan]),
					nanoUsd: String(one.nanoUsd),
					usd: usd(one.nanoUsd),
				})),
				cap: account.cap,
				applications: applications.map((row) => ({
					applicationId: row.id,
					name: row.name,
					projectId: row.project_id,
					relays: Number(row.relays),
				})),
				days: days.map((row) => ({ day: row.day, relays: Number(row.relays) })),
				notices: notices.map((row) => ({
					kind: row.kind === 'cap' ? 'cap' : 'free',
					percent: Number(row.percent),
					at: Number(row.at),
				})),
			}
		})
}

/** The plan at the start of a month, and those that began in it. */
async function plansOf(db: Kysely<EndpointsSchema>, accountId: string, month: string): Promise<readonly PlanStart[]> {
	const from = Date.parse(`${month}-01T00:00:00Z`)
	const date = new Date(from)
	const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
	const changes = await db
		.selectFrom('plan_changes')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('at', '<', BigInt(to))
		.orderBy('at')
		.execute()
	const within = changes.filter(({ at }) => Number(at) >= from)
	const earlier = changes[changes.length - within.length - 1]
	return [
		{ plan: planOf(earlier?.plan ?? ''), from, before: 0n },
		...within.map((one) => ({ plan: planOf(one.plan), from: Number(one.at), before: one.relays_before })),
	]
}
