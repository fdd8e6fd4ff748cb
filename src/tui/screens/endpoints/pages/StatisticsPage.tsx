import type { ReactElement } from 'react'
import type { EndpointStatistics, EndpointsApplication, Served } from '../../../../client/index.ts'
import { ServedCharts } from '../../../app/charts/ServedCharts.tsx'
import { listRemarks } from '../../../app/list/ListScreen.tsx'
import type { TuiApp } from '../../../app/TuiApp.ts'
import { saveExport } from '../../../app/userFiles.ts'
import { ListTable } from '../../../kit/components/ListTable.tsx'
import { Area } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { Rows } from '../../../kit/components/Rows.tsx'
import { useArea, useChanges, useTheme } from '../../../kit/hooks/hooks.ts'
import { ItemList } from '../../../kit/models/ItemList.ts'
import { type Form, showForm } from '../../../kit/overlays/Form.tsx'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import type { PageActions, PageModel } from '../PageModel.ts'
import { accountActions } from '../parts/accountActions.ts'
import { dayRange, monthRange, rangeText, type StatisticsRange, shiftedRange } from '../parts/StatisticsRange.ts'
import { type MethodStatistics, methodColumns, StatisticsView } from '../parts/StatisticsView.tsx'

/** Counts and latencies of an application in a time one chooses. */
export class StatisticsModel implements PageModel {
	readonly crumb = 'statistics'
	readonly isLive = true
	isRead = false
	readonly application: EndpointsApplication
	statistics: EndpointStatistics | undefined
	/** Its requests of the last hour while they are shown live; undefined where the node does not count them. */
	served: Served | undefined
	isLiveShown = false
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
			columns: methodColumns(() => 0),
		})
	}

	async read(): Promise<void> {
		if (this.isLiveShown) {
			const { client } = this.#model.app
			const { pathname } = new URL(this.application.url)
			const reply = await client?.requests.served(pathname).catch(() => undefined)
			this.served = reply?.on === true ? reply.path : undefined
		}
		const now = this.#model.app.clock()
		const { kind } = this.range
		if (kind !== 'custom') this.range = kind === 'day' ? dayRange(now) : monthRange(now)
		const { from, to } = this.range
		const statistics = await this.#model.client.statistics(this.application.id, { from, to })
		// Another range may have been chosen while this one was answered.
		if (from === this.range.from && to === this.range.to) this.statistics = statistics
		this.isRead = true
	}

	/** The key of the screen that switches counting on. */
	get keyOfRequests(): string {
		return this.#model.app.keyFor('go.requests')
	}

	actions(): PageActions {
		const model = this.#model
		const now = model.app.clock()
		return {
			...accountActions(model),
			range: { title: '24 h, live, month, custom', footer: 1, run: () => this.#nextRange() },
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
		const { app } = this.#model
		const now = app.clock()
		if (this.isLiveShown) this.#show(monthRange(now))
		else if (this.range.kind === 'day') {
			this.isLiveShown = true
			this.#model.refresh()
		} else if (this.range.kind === 'month') chooseRange(app, this.range, (range) => this.#show(range))
		else this.#show(dayRange(now))
	}

	#show(range: StatisticsRange): void {
		this.isLiveShown = false
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

const rangeWords = { day: '24 h', month: 'month', custom: 'custom', live: 'live' } as const

/** Statistics of an application in a time one chooses. */
export function StatisticsPage({ model }: { readonly model: StatisticsModel }): ReactElement {
	useChanges()
	const { application, range, list } = model
	return (
		<Panel
			title={`Statistics of ${safeText(application.name, 60)}`}
			remark={listRemarks(list, rangeText(range)).join(' · ')}
			active
		>
			<Inside model={model} />
		</Panel>
	)
}

function Inside({ model }: { readonly model: StatisticsModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { statistics, range } = model
	if (statistics === undefined) return <Rows lines={[theme.muted('…')]} />
	const shown = model.isLiveShown ? 'live' : range.kind
	const choices = (['day', 'live', 'month', 'custom'] as const).map((kind) =>
		kind === shown ? theme.strong(`[${rangeWords[kind]}]`) : theme.muted(` ${rangeWords[kind]} `),
	)
	if (model.isLiveShown) {
		return (
			<>
				<Rows lines={[choices.join(' ')]} />
				<Area width={width} height={height - 1}>
					<ServedCharts
						title="Requests"
						served={model.served}
						empty={`The node of this service does not count its requests here: the Requests screen (${model.keyOfRequests}) switches that on.`}
					/>
				</Area>
			</>
		)
	}
	return (
		<>
			<Rows lines={[choices.join(' ')]} />
			<Area width={width} height={height - 1}>
				<StatisticsView
					statistics={statistics}
					methods={
						<ListTable
							list={model.list}
							columns={methodColumns(() => statistics.total)}
							empty={['There were no calls in this period.']}
						/>
					}
				/>
			</Area>
		</>
	)
}

/** Longest range the service reads. */
const mostDays = 400
const dayMs = 86_400_000

/** Asks for the first and the last day, both included, in UTC. */
function chooseRange(app: TuiApp, present: StatisticsRange, chosen: (range: StatisticsRange) => void): void {
	const form: Form = showForm(app, {
		title: 'Statistics of which days',
		action: 'show',
		fields: [
			{ id: 'from', label: 'first day', initial: day(present.from), validate: dayProblem },
			{
				id: 'to',
				label: 'last day',
				initial: day(present.to - 1),
				validate: (value) => {
					const days = (Date.parse(value) - Date.parse(form.field('from')?.value ?? '')) / dayMs
					if (dayProblem(value) !== undefined) return dayProblem(value)
					if (days < 0) return 'not before the first day'
					return days >= mostDays ? `at most ${mostDays} days` : undefined
				},
				hint: () => 'both included, days of UTC',
			},
		],
		submit: ({ from = '', to = '' }) => {
			form.close()
			chosen({ kind: 'custom', from: Date.parse(from), to: Date.parse(to) + dayMs })
		},
	})
}

function day(at: number): string {
	return new Date(at).toISOString().slice(0, 10)
}

function dayProblem(value: string): string | undefined {
	return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : 'a day such as 2026-11-21'
}
