import type { UsageStatement } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { setCap } from '../../forms/accountForms.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'

/** Usage and cost of the account in a month, by application. */
export class StatementModel implements PageModel {
	readonly crumb = 'statement'
	readonly isLive = true
	isRead = false
	statement: UsageStatement | undefined
	readonly list: ItemList<UsageStatement['applications'][number]>
	readonly #model: EndpointsModel
	/** `2026-11`; undefined is the present one. */
	#month: string | undefined

	constructor(model: EndpointsModel) {
		this.#model = model
		this.list = new ItemList({
			items: () => this.statement?.applications ?? none,
			keyOf: ({ applicationId }) => applicationId,
			texts: ({ name }) => [name],
			sorts: {
				name: (a, b) => a.name.localeCompare(b.name),
				relays: (a, b) => a.relays - b.relays,
			},
		})
	}

	async read(): Promise<void> {
		this.statement = await this.#model.client.statement({ month: this.#month })
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
				can: () => (this.statement?.month ?? present) < present || 'this is the current month',
				run: () => this.#step(1),
			},
			cap: { footer: 3, run: () => setCap(this.#model) },
		}
	}

	#step(direction: -1 | 1): void {
		const { month = '' } = this.statement ?? {}
		const [year = 0, number = 1] = month.split('-').map(Number)
		this.#month = new Date(Date.UTC(year, number - 1 + direction, 1)).toISOString().slice(0, 7)
		this.#model.refresh()
	}
}

const none: UsageStatement['applications'] = []
