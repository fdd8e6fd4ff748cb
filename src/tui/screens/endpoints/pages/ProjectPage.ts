import type { EndpointsApplication, EndpointsProject, UsageStatement } from '../../../../client/EndpointsClient.ts'
import { panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { deleteApplication, editApplication } from '../forms/applicationForms.ts'
import { newApplication } from '../forms/newEndpoint.ts'
import type { Page, PageAction, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { protectionText } from '../parts/protection.ts'

/** The applications of one project. */
export class ProjectPage implements Page {
	isRead = false
	#applications: readonly EndpointsApplication[] = []
	#statement: UsageStatement | undefined
	readonly #project: EndpointsProject
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#applications.length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel, project: EndpointsProject) {
		this.#model = model
		this.#project = project
	}

	get crumb(): string {
		return this.#project.name
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [applications, statement] = await Promise.all([client.applications(this.#project.id), client.statement()])
		this.#applications = applications
		this.#statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const project = this.#project
		const application = this.#applications[this.#cursor.selected]
		const on = (action: Omit<PageAction, 'run'>, run: (application: EndpointsApplication) => void): PageAction => ({
			...action,
			can: () => (application === undefined ? 'there is no application yet: n makes one' : (action.can?.() ?? true)),
			run: () => {
				if (application !== undefined) run(application)
			},
		})
		return {
			...accountActions(model),
			new: {
				title: 'new application',
				footer: this.#applications.length === 0 ? 1 : 2,
				can: () => model.may(project, 'application.create'),
				run: () => newApplication(model, project),
			},
			open: on({ footer: 1 }, () => this.#open()),
			copy: on({ title: 'copy URL', footer: 3 }, ({ url }) => model.app.copy(url, 'URL')),
			edit: on({ can: () => model.may(project, 'application.edit') }, (one) => editApplication(model, one)),
			delete: on({ can: () => model.may(project, 'application.delete') }, (one) => deleteApplication(model, one)),
			statistics: on({}, (one) => model.go(model.routes.statistics(one))),
			team: { footer: 4, run: () => model.go(model.routes.team(project)) },
			audit: {
				can: () => model.may(project, 'audit.read'),
				run: () => model.go(model.routes.audit(project)),
			},
		}
	}

	lines(view: View): readonly Line[] {
		const { theme } = view
		const mine = this.#model.account?.id === this.#project.accountId
		const relays = new Map(this.#statement?.applications.map((used) => [used.applicationId, used.relays]))
		const title = `${safeText(this.#project.name, 60)} · applications ${this.#applications.length}`
		return panel(view, { title, remark: `you are ${this.#project.role}`, active: true }, (inside) =>
			table(inside, {
				cursor: this.#cursor,
				count: this.#applications.length,
				columns: [
					{ title: 'name', width: 'flex' },
					{ title: 'network', width: 9 },
					{ title: 'callers need', width: 30 },
					...(mine ? [{ title: 'this month', width: 13, align: 'right', from: 70 } as const] : []),
					{ title: 'URL', width: 66, from: 150 },
				],
				row: (index) => {
					const application = this.#applications[index]!
					const protection = protectionText(application)
					return [
						safeText(application.name, 100),
						application.network,
						application.warnings.length === 0 ? protection : theme.warn(protection),
						...(mine ? [grouped(relays.get(application.id) ?? 0)] : []),
						theme.muted(safeText(application.url, 200)),
					]
				},
				empty: ['', 'This project has no application yet.', 'n makes one: an endpoint with its own URL and key.'],
				onOpen: () => this.#open(),
			}),
		)
	}

	#open(): void {
		const application = this.#applications[this.#cursor.selected]
		if (application !== undefined) this.#model.go(this.#model.routes.application(this.#project, application))
	}
}
