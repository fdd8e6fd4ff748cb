import type { UsageStatement } from '../../../../client/EndpointsClient.ts'
import { fill, panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import { sparkline } from '../../../kit/text/sparkline.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { setCap } from '../forms/accountForms.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { when } from '../parts/times.ts'
import { freeTierLine, usdText } from '../parts/usage.ts'

/** What the account used in a month, what it costs, and which application used it. */
export class StatementPage implements Page {
	readonly crumb = 'statement'
	readonly isLive = true
	isRead = false
	#statement: UsageStatement | undefined
	/** `2026-11`; undefined is the present one. */
	#month: string | undefined
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#statement?.applications.length ?? 0)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel) {
		this.#model = model
	}

	async read(): Promise<void> {
		this.#statement = await this.#model.client.statement({ month: this.#month })
		this.isRead = true
	}

	actions(): PageActions {
		const present = new Date(this.#model.app.clock()).toISOString().slice(0, 7)
		return {
			...accountActions(this.#model),
			statement: { can: () => 'this is the statement', run: () => {} },
			earlier: { title: 'month before', footer: 1, run: () => this.#step(-1) },
			later: {
				title: 'month after',
				footer: 2,
				can: () => (this.#statement?.month ?? present) < present || 'this is the present month',
				run: () => this.#step(1),
			},
			cap: { footer: 3, run: () => setCap(this.#model) },
		}
	}

	lines(view: View): readonly Line[] {
		const { theme, width, height } = view
		const statement = this.#statement
		if (statement === undefined) return panel(view, { title: 'Statement' }, () => [theme.muted('…')])
		const rows = detailRows(theme, billRows(statement, view), width - 4)
		const top = Math.min(rows.length + 2, height)
		const head = panel(
			view.part(0, 0, width, top),
			{ title: `Statement ${statement.month}`, remark: 'UTC' },
			() => rows,
		)
		return [
			...(view.plain ? head : fill(head, width, top)),
			...(height - top < 3 && !view.plain ? [] : this.#applications(statement, view.part(0, top, width, height - top))),
		]
	}

	#applications(statement: UsageStatement, view: View): readonly Line[] {
		return panel(view, { title: 'By application', active: true }, (inside) =>
			table(inside, {
				cursor: this.#cursor,
				count: statement.applications.length,
				columns: [
					{ title: 'application', width: 'flex' },
					{ title: 'relays', width: 16, align: 'right' },
					{ title: 'share', width: 7, align: 'right' },
				],
				row: (index) => {
					const { name, relays } = statement.applications[index]!
					const share = statement.relays === 0 ? 0 : (relays / statement.relays) * 100
					return [safeText(name, 100), grouped(relays), `${share.toFixed(1)} %`]
				},
				empty: ['Nothing was called in this month.'],
			}),
		)
	}

	#step(direction: -1 | 1): void {
		const { month = '' } = this.#statement ?? {}
		const [year = 0, number = 1] = month.split('-').map(Number)
		this.#month = new Date(Date.UTC(year, number - 1 + direction, 1)).toISOString().slice(0, 7)
		this.#model.refresh()
	}
}

function billRows(statement: UsageStatement, view: View): readonly Detail[] {
	const { theme, width } = view
	const { plan, relays, billedRelays, nanoUsdPerRelay, usd, cap, days, notices } = statement
	const last = notices.at(-1)
	return [
		[
			'plan',
			`${plan === 'enterprise' ? 'enterprise' : 'pay as you go'}, ${grouped(BigInt(nanoUsdPerRelay))} nano-USD a relay after the free ones`,
		],
		['relays', theme.strong(grouped(relays))],
		['free tier', freeTierLine(statement, theme, width - 15)],
		['billed', `${grouped(billedRelays)} × ${grouped(BigInt(nanoUsdPerRelay))} nano-USD = ${usdText(usd)}`],
		['bill', theme.strong(usdText(usd))],
		[
			'hard cap',
			cap === null
				? 'none: after the free tier calls go on and are billed'
				: `${grouped(cap)} relays a month, then calls are refused (402)`,
		],
		...(days.length === 0
			? []
			: [
					[
						'by day',
						theme.chart(
							sparkline(
								days.map((day) => day.relays),
								Math.min(days.length, Math.max(8, width - 20)),
							),
						),
					] as const,
				]),
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
