import type { Statement } from '../../wire/management/accountSchemas.ts'
import { freeRelays, monthlyPrice, monthOf, pricePerRelay, usd } from '../metering/price.ts'
import { accountById } from './accounts.ts'
import type { ServiceContext } from './ServiceContext.ts'
import { invalid } from './ServiceFault.ts'

/**
 * The statement of a month, of the present one when left out.
 *
 * @throws {ServiceFault}
 */
export async function readStatement(context: ServiceContext, accountId: string, month?: string): Promise<Statement> {
	const wanted = month ?? monthOf(context.clock.now())
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
			const price = monthlyPrice(relays, account.plan)
			return {
				month: wanted,
				plan: account.plan,
				relays: Number(relays),
				freeRelays: Number(freeRelays),
				billedRelays: Number(relays > freeRelays ? relays - freeRelays : 0n),
				nanoUsdPerRelay: String(pricePerRelay[account.plan]),
				nanoUsd: String(price),
				usd: usd(price),
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
