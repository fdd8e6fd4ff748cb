import { join } from 'node:path'
import type { EndpointStatistics, EndpointsApplication } from '../../../../client/EndpointsClient.ts'
import { writeFileAtomic } from '../../../../util/writeFileAtomic.ts'
import { panel } from '../../../kit/lines/layout.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { chooseRange } from '../forms/chooseRange.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { dayRange, monthRange, rangeText, type StatisticsRange, shiftedRange } from '../parts/StatisticsRange.ts'
import { statisticsLines } from '../parts/statisticsLines.ts'

/** Counts, charts and latencies of an application in a time one chooses. */
export class StatisticsPage implements Page {
	readonly crumb = 'statistics'
	readonly isLive = true
	isRead = false
	#statistics: EndpointStatistics | undefined
	#range: StatisticsRange
	readonly #application: EndpointsApplication
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#statistics?.methods.length ?? 0)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel, application: EndpointsApplication) {
		this.#model = model
		this.#application = application
		this.#range = dayRange(model.app.clock())
	}

	async read(): Promise<void> {
		const now = this.#model.app.clock()
		const { kind } = this.#range
		if (kind !== 'custom') this.#range = kind === 'day' ? dayRange(now) : monthRange(now)
		const { from, to } = this.#range
		this.#statistics = await this.#model.client.statistics(this.#application.id, { from, to })
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const now = model.app.clock()
		return {
			...accountActions(model),
			range: { title: '24 h, month, custom', footer: 1, run: () => this.#nextRange() },
			earlier: { footer: 2, run: () => this.#show(shiftedRange(this.#range, -1)) },
			later: {
				footer: 3,
				can: () => this.#range.to < now || 'nothing is later than now',
				run: () => this.#show(shiftedRange(this.#range, 1)),
			},
			export: { footer: 4, run: () => this.#export() },
		}
	}

	lines(view: View): readonly Line[] {
		const title = `Statistics of ${safeText(this.#application.name, 60)}`
		return panel(view, { title, remark: rangeText(this.#range), active: true }, (inside) => {
			if (this.#statistics === undefined) return [view.theme.muted('…')]
			const choices = (['day', 'month', 'custom'] as const).map((kind) => {
				const name = { day: '24 h', month: 'month', custom: 'custom' }[kind]
				return kind === this.#range.kind ? view.theme.strong(`[${name}]`) : view.theme.muted(` ${name} `)
			})
			const part = inside.part(0, 1, inside.width, inside.height - 1)
			return [choices.join(' '), ...statisticsLines(this.#statistics, part, { cursor: this.#cursor })]
		})
	}

	#nextRange(): void {
		const now = this.#model.app.clock()
		if (this.#range.kind === 'day') this.#show(monthRange(now))
		else if (this.#range.kind === 'month') chooseRange(this.#model.app, this.#range, (range) => this.#show(range))
		else this.#show(dayRange(now))
	}

	#show(range: StatisticsRange): void {
		this.#range = range
		this.#model.refresh()
	}

	async #export(): Promise<void> {
		const { app, client } = this.#model
		const { from, to } = this.#range
		const csv = await client.statisticsCsv(this.#application.id, { from, to })
		const path = join(app.directory, `statistics-${this.#application.id.replaceAll(/[^\w-]/g, '')}.csv`)
		writeFileAtomic(path, csv)
		app.toast('good', `statistics saved to ${path}`)
	}
}
