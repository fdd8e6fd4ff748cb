import type { Application } from '../../wire/management/applicationSchemas.ts'
import { monthOf } from '../metering/price.ts'
import { networkNotice } from './networks.ts'
import type { ServiceContext } from './ServiceContext.ts'

/**
 * Notices for everyone in an application's team: what its network cannot answer, and the highest threshold of relays
 * that it has reached this month. The account's own thresholds are on its statement, which only its holder sees.
 */
export async function applicationNotices(
	context: ServiceContext,
	{ id, network }: Application,
): Promise<readonly string[]> {
	const notice = await networkNotice(context, network)
	const month = monthOf(context.clock.now())
	const reached = await context.storage.db
		.selectFrom('application_notices')
		.select(['kind', 'percent'])
		.where('application_id', '=', id)
		.where('month', '=', month)
		.orderBy('kind')
		.orderBy('percent')
		.execute()
	const highest = new Map(reached.map(({ kind, percent }) => [kind, percent]))
	return [
		...(notice === '' ? [] : [notice]),
		...[...highest].map(([kind, percent]) => {
			const whole = kind === 'cap' ? "the account's monthly cap" : "the account's free relays"
			return `This application has used ${percent} % of ${whole} in ${month}.`
		}),
	]
}
