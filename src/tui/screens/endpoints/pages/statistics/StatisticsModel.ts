import type { EndpointStatistics, EndpointsApplication } from '../../../../../client/index.ts'
import { saveExport } from '../../../../app/saveExport.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { chooseRange } from '../../forms/chooseRange.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'
import { dayRange, monthRange, type StatisticsRange, shiftedRange } from '../../parts/StatisticsRange.ts'

/** Calls of one method. */
export type MethodStatistics = EndpointStatistics['methods'][number]

/** Counts and latencies of an application in a time one chooses. */
export class StatisticsModel implements PageModel {
	readonly crumb = 'statistics'
	readonly isLive = true
	isRead = false
	readonly application: EndpointsApplication
	statistics: EndpointStatistics | undefined
	range: StatisticsRange
	/** The methods called. */
	readonly list: ItemList<MethodStatistics>
	readonly #model: EndpointsModel

	constructor(model: EndpointsModel, application: EndpointsApplication) {
		this.#model = model
		this.application = application
		this.range = dayRange(model.app.clock())
		this.list = new ItemList({
			items: () => this.statistics?.methods ?? none,
			keyOf: ({ method }) => method,
			texts: ({ method }) => [method],
			sorts: {
				method: (a, b) => a.method.localeCompare(b.method),
				requests: (a, b) => a.total - b.total,
				clientErrors: (a, b) => a.clientErrors - b.clientErrors,
				serverErrors: (a, b) => a.serverErrors - b.serverErrors,
				p95: (a, b) => a.latency.p95 - b.latency.p95,
			},
		})
	}

	async read(): Promise<void> {
		const now = this.#model.app.clock()
		const { kind } = this.range
		if (kind !== 'custom') this.range = kind === 'day' ? dayRange(now) : monthRange(now)
		const { from, to } = this.range
		this.statistics = await this.#model.client.statistics(this.application.id, { from, to })
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const now = model.app.clock()
		return {
			...accountActions(model),
			range: { title: '24 h, month, custom', footer: 1, run: () => this.#nextRange() },
			earlier: { footer: 2, run: () => this.#show(shiftedRange(this.range, -1)) },
			later: {
				footer: 3,
				can: () => this.range.to < now || 'nothing is later than now',
				run: () => this.#show(shiftedRange(this.range, 1)),
			},
			export: { footer: 4, run: () => this.#export() },
		}
	}

	#nextRange(): void {
		const now = this.#model.app.clock()
		if (this.range.kind === 'day') this.#show(monthRange(now))
		else if (this.range.kind === 'month') chooseRange(this.#model.app, this.range, (range) => this.#show(range))
		else this.#show(dayRange(now))
	}

	#show(range: StatisticsRange): void {
		this.range = range
		this.#model.refresh()
	}

	async #export(): Promise<void> {
		const { app, client } = this.#model
		const { id } = this.application
		const { from, to } = this.range
		const csv = await client.statisticsCsv(id, { from, to })
		saveExport(app, `statistics-${id.replaceAll(/[^\w-]/g, '')}.csv`, csv, 'statistics')
	}
}

const none: EndpointStatistics['methods'] = []
