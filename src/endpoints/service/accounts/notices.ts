import type { Application, Network, NetworkInfo } from '../../../wire/management/applicationSchemas.ts'
import { monthOf } from '../../metering/price.ts'
import type { ServiceContext } from '../ServiceContext.ts'

/** Both networks and the states that the node really keeps, to show before an application is created. */
export async function readNetworks(context: ServiceContext): Promise<readonly NetworkInfo[]> {
	const { pruningWindow } = context.config
	return [
		{ id: 'archival', heights: null, notice: await networkNotice(context, 'archival') },
		{ id: 'pruning', heights: pruningWindow, notice: await networkNotice(context, 'pruning') },
	]
}

/** What the node cannot answer of a network; empty if it can answer everything, or does not report its states. */
async function networkNotice({ chain, config }: ServiceContext, network: Network): Promise<string> {
	const states = chain.upstream.states?.()
	if (states === undefined) return ''
	const { earliest, kept = Number.POSITIVE_INFINITY } = states
	const head = await chain.head()
	const has = `now ${figure(Math.max(head.earliest, earliest))} to ${figure(head.height)}`
	const remedy = 'Run it with --pruning nothing to keep all from then on.'
	const wanted = network === 'archival' ? Number.POSITIVE_INFINITY : config.pruningWindow
	if (kept < wanted) {
		const what = kept === 1 ? 'the newest height' : `the newest ${figure(kept)} heights`
		return `The node keeps the state of ${what} only (${has}); calls for older ones are refused. ${remedy}`
	}
	// It keeps all now and did not always.
	const lowest = network === 'archival' ? head.earliest : Math.max(head.earliest, head.height - wanted + 1)
	if (earliest > lowest) return `The node has dropped old states before (${has}); calls for them are refused.`
	return ''
}

/** `12,345` */
function figure(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

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
