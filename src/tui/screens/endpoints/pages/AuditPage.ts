import type { AuditEntry, EndpointsProject } from '../../../../client/EndpointsClient.ts'
import { panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { ago, when } from '../parts/times.ts'

const perPage = 100

/** Who changed what and when, the newest first; older entries are read when one gets to the end. */
export class AuditPage implements Page {
	readonly crumb = 'audit log'
	isRead = false
	#entries: readonly AuditEntry[] = []
	#isWhole = false
	#reading = false
	readonly #project: EndpointsProject | undefined
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#entries.length)
	readonly movable = {
		move: (delta: number) => this.#moved(() => this.#cursor.move(delta)),
		page: (pages: number) => this.#moved(() => this.#cursor.page(pages)),
		edge: (end: 'first' | 'last') =>
			this.#moved(() => this.#cursor.select(end === 'first' ? 0 : this.#entries.length - 1)),
	}

	constructor(model: EndpointsModel, project: EndpointsProject | undefined) {
		this.#model = model
		this.#project = project
	}

	async read(): Promise<void> {
		this.#entries = await this.#page(undefined)
		this.#isWhole = this.#entries.length < perPage
		this.isRead = true
	}

	actions(): PageActions {
		const entry = this.#entries[this.#cursor.selected]
		return {
			...accountActions(this.#model),
			audit: { can: () => 'this is the audit log', run: () => {} },
			copy: {
				title: 'copy entry',
				footer: 1,
				can: () => entry !== undefined || 'there is no entry',
				run: () => this.#model.app.copy(JSON.stringify(entry), 'entry'),
			},
		}
	}

	lines(view: View): readonly Line[] {
		const { theme, width, height } = view
		const now = this.#model.app.clock()
		const entry = this.#entries[this.#cursor.selected]
		const rows = entry === undefined ? [] : detailRows(theme, entryRows(entry), width - 4)
		const foot = height >= 14 && rows.length > 0 ? Math.min(rows.length + 2, Math.floor(height / 2)) : 0
		const of = this.#project === undefined ? 'everything you own' : safeText(this.#project.name, 60)
		return [
			...panel(
				view.part(0, 0, width, height - foot),
				{ title: `Audit log of ${of}`, remark: `${this.#entries.length}${this.#isWhole ? '' : '+'}`, active: true },
				(inside) =>
					table(inside, {
						cursor: this.#cursor,
						count: this.#entries.length,
						columns: [
							{ title: 'when', width: 9 },
							{ title: 'who', width: 24 },
							{ title: 'what', width: 22 },
							{ title: 'detail', width: 'flex', from: 64 },
						],
						row: (index) => {
							const { at, actor, action, detail } = this.#entries[index]!
							return [ago(at, now), safeText(actor, 100), safeText(action, 60), theme.muted(detailText(detail))]
						},
						empty: this.isRead ? ['Nothing was changed yet.'] : ['…'],
					}),
			),
			...(foot === 0 ? [] : panel(view.part(0, height - foot, width, foot), { title: 'Entry' }, () => rows)),
		]
	}

	#moved(move: () => void): void {
		move()
		if (this.#isWhole || this.#reading || this.#cursor.selected < this.#entries.length - 1) return
		this.#reading = true
		this.#model.app.attempt(
			async () => {
				const older = await this.#page(this.#entries.at(-1)?.at)
				const known = new Set(this.#entries.map(({ id }) => id))
				this.#entries = [...this.#entries, ...older.filter(({ id }) => !known.has(id))]
				this.#isWhole = older.length < perPage
				this.#reading = false
			},
			() => {
				this.#reading = false
			},
		)
	}

	#page(before: number | undefined): Promise<readonly AuditEntry[]> {
		const { client } = this.#model
		const page = { limit: perPage, ...(before === undefined ? {} : { before }) }
		return this.#project === undefined ? client.accountAudit(page) : client.projectAudit(this.#project.id, page)
	}
}

function entryRows(entry: AuditEntry): readonly Detail[] {
	return [
		['when', when(entry.at)],
		['who', safeText(entry.actor, 200)],
		['what', safeText(entry.action, 60)],
		...(entry.projectId === null ? [] : [['project', safeText(entry.projectId, 60)] as const]),
		...(entry.applicationId === null ? [] : [['application', safeText(entry.applicationId, 60)] as const]),
		...Object.entries(entry.detail).map(
			([name, value]): Detail => [
				safeText(name, 30),
				safeText(typeof value === 'string' ? value : JSON.stringify(value), 1_000),
			],
		),
	]
}

function detailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).map(
		([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	)
	return safeText(parts.join('  '), 300)
}
