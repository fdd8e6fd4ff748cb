import type { ReactElement } from 'react'
import type { UsageStatement } from '../../../../client/index.ts'
import type { Amounts } from '../../../app/format/Amounts.ts'
import { ListPanel } from '../../../app/list/ListScreen.tsx'
import { useTuiApp } from '../../../app/TuiAppContext.tsx'
import { Split, Stack } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../../kit/hooks/hooks.ts'
import { ItemList } from '../../../kit/models/ItemList.ts'
import type { ListColumn } from '../../../kit/models/List.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import { sparkline } from '../../../kit/text/sparkline.ts'
import type { RowSpace } from '../../../kit/theme/Theme.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import type { Page, PageActions, PageModel } from '../PageModel.ts'
import { accountActions } from '../parts/accountActions.ts'
import { RelaysByDay } from '../parts/RelaysByDay.tsx'
import { when } from '../parts/texts.ts'
import { freeTierText, planWords, relaysByDay } from '../parts/usage.ts'
import { capActions } from './accountPage.tsx'

/** What one application used. */
type Used = UsageStatement['applications'][number]

/** The statements of the account, month by month. */
export function statementPage(endpoints: EndpointsModel): Page {
	const model = new StatementModel(endpoints)
	return { model, view: () => <StatementView model={model} /> }
}

function columns(total: () => number): readonly ListColumn<Used>[] {
	return [
		{
			id: 'name',
			title: 'application',
			width: 'flex',
			text: ({ name }, { mark }) => mark(safeText(name, 100)),
			order: ({ name }) => name,
		},
		{ id: 'relays', width: 16, align: 'right', text: ({ relays }) => grouped(relays), order: ({ relays }) => relays },
		{
			id: 'share',
			width: 7,
			align: 'right',
			text: ({ relays }) => `${(total() === 0 ? 0 : (relays / total()) * 100).toFixed(1)} %`,
		},
	]
}

/** Usage and cost of the account in a month, by application. */
class StatementModel implements PageModel {
	readonly crumb = 'statement'
	readonly isLive = true
	isRead = false
	statement: UsageStatement | undefined
	readonly list: ItemList<Used>
	readonly #model: EndpointsModel
	/** `2026-11`; undefined is the present one. */
	#month: string | undefined

	constructor(model: EndpointsModel) {
		this.#model = model
		this.list = new ItemList({
			items: () => this.statement?.applications ?? none,
			keyOf: ({ applicationId }) => applicationId,
			texts: ({ name }) => [name],
			columns: columns(() => 0),
		})
	}

	async read(): Promise<void> {
		const month = this.#month
		const statement = await this.#model.client.statement({ month })
		// Another month may have been chosen while this one was answered.
		if (month === this.#month) this.statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const present = new Date(this.#model.app.clock()).toISOString().slice(0, 7)
		// Before any is read, one steps from the present month.
		const shown = this.statement?.month ?? present
		return {
			...accountActions(this.#model),
			statement: { can: () => 'this is the statement', run: () => {} },
			earlier: { title: 'month before', footer: 1, run: () => this.#step(shown, -1) },
			later: {
				title: 'month after',
				footer: 2,
				can: () => shown < present || 'this is the current month',
				run: () => this.#step(shown, 1),
			},
			...capActions(this.#model, 3),
		}
	}

	#step(month: string, direction: -1 | 1): void {
		const date = new Date(month)
		date.setUTCMonth(date.getUTCMonth() + direction)
		this.#month = date.toISOString().slice(0, 7)
		this.#model.refresh()
	}
}

const none: readonly Used[] = []

/** Least width that shows the days beside the applications, and least height that shows them above. */
const besideFrom = 110
const chartFrom = 24
const chartRows = 8

/** The bill of a month, the days, and which application used how much. */
function StatementView({ model }: { readonly model: StatementModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { amounts } = useTuiApp()
	const plain = usePlain()
	const { width, height } = useArea()
	const { statement } = model
	if (statement === undefined) {
		return <Panel title="Statement" rows={({ theme }) => [theme.muted('…')]} />
	}
	const beside = width >= besideFrom && !plain
	const withChart = !beside && height >= chartFrom && !plain
	// Without a chart, a line of blocks shows the days.
	const lines = detailRows(
		theme,
		billRows(statement, { theme, width: width - 4 }, { amounts: amounts, withDays: !beside && !withChart }),
		width - 4,
	)
	const bill = <Panel title={`Statement ${statement.month}`} remark="UTC" rows={() => lines} />
	const applications = <ApplicationTable model={model} statement={statement} />
	const days = <RelaysByDay statement={statement} />
	return (
		<Stack
			parts={[
				{ key: 'bill', rows: lines.length + 2, child: bill },
				...(withChart ? [{ key: 'days', rows: chartRows, child: days }] : []),
				{
					key: 'applications',
					rows: 'rest',
					child: beside ? (
						<Split at={0.5}>
							{applications}
							{days}
						</Split>
					) : (
						applications
					),
				},
			]}
		/>
	)
}

function ApplicationTable({
	model,
	statement,
}: {
	readonly model: StatementModel
	readonly statement: UsageStatement
}): ReactElement {
	return (
		<ListPanel
			list={model.list}
			title="By application"
			columns={columns(() => statement.relays)}
			empty={['There were no calls in this month.']}
		/>
	)
}

/** Rows that explain the bill of a month. @param options.withDays Whether to show the days in a line. */
function billRows(
	statement: UsageStatement,
	{ theme, width }: RowSpace,
	options: { readonly amounts: Amounts; readonly withDays: boolean },
): readonly Detail[] {
	const { amounts, withDays } = options
	const { plans, relays, usd, cap, notices } = statement
	const days = relaysByDay(statement)
	const last = notices.at(-1)
	return [
		...plans.map(
			(one, index): Detail => [
				index === 0 ? 'plan' : '',
				`${planWords[one.plan]}, ${priceOf(one)} a relay after the free ones${index === 0 ? '' : `, from ${when(one.from)}`}`,
			],
		),
		['relays', theme.strong(grouped(relays))],
		['free tier', freeTierText(statement, theme, width - 11)],
		...plans.map(
			(one, index): Detail => [
				index === 0 ? 'billed' : '',
				`${grouped(one.billedRelays)} × ${priceOf(one)} = ${amounts.usd(one.usd)}`,
			],
		),
		['bill', theme.strong(amounts.usd(usd))],
		[
			'hard cap',
			cap === null
				? 'none: after the free tier calls go on and are billed'
				: `${grouped(cap)} relays a month, then calls are refused (402)`,
		],
		...(days.length === 0 || !withDays
			? []
			: [['by day', theme.chart(sparkline(days, Math.min(days.length, Math.max(8, width - 16))))] as const]),
		...(last === undefined
			? []
			: [
					[
						'notice',
						`${last.percent} % of the ${last.kind === 'free' ? 'free tier' : 'cap'} reached ${when(last.at)}`,
					] as const,
				]),
	]
}

function priceOf({ nanoUsdPerRelay }: UsageStatement['plans'][number]): string {
	return `${grouped(BigInt(nanoUsdPerRelay))} nano-USD`
}
