import type { AuditEntry, EndpointsProject } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'
import { auditDetailText } from './auditTexts.ts'

const perPage = 100

/** Changes with actor and time, the newest first. Older entries load at the end of the list. */
export class AuditModel implements PageModel {
	readonly crumb = 'audit log'
	isRead = false
	/** Undefined for everything the account owns. */
	readonly project: EndpointsProject | undefined
	readonly list: ItemList<AuditEntry>
	readonly #model: EndpointsModel
	#entries: readonly AuditEntry[] = []
	/** All entries there are were read. */
	isWhole = false
	#reading = false

	constructor(model: EndpointsModel, project: EndpointsProject | undefined) {
		this.#model = model
		this.project = project
		this.list = new ItemList({
			items: () => this.#entries,
			keyOf: ({ id }) => id,
			texts: ({ actor, action, detail }) => [actor, action, auditDetailText(detail)],
			changed: () => this.#readOlder(),
		})
	}

	/** Current time for ages, by the machine's clock, which the service uses. */
	clock(): number {
		return this.#model.app.clock()
	}

	async read(): Promise<void> {
		this.#entries = await this.#page(undefined)
		this.isWhole = this.#entries.length < perPage
		this.isRead = true
	}

	actions(): PageActions {
		const entry = this.list.selected
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

	#readOlder(): void {
		if (this.isWhole || this.#reading || this.list.cursor.selected < this.list.shown.length - 1) return
		this.#reading = true
		this.#model.app.attempt(
			async () => {
				const older = await this.#page(this.#entries.at(-1)?.at)
				const known = new Set(this.#entries.map(({ id }) => id))
				this.#entries = [...this.#entries, ...older.filter(({ id }) => !known.has(id))]
				this.isWhole = older.length < perPage
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
		return this.project === undefined ? client.accountAudit(page) : client.projectAudit(this.project.id, page)
	}
}
