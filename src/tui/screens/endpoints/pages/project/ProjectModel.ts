import type { EndpointsApplication, EndpointsProject, UsageStatement } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { deleteApplication, editApplication } from '../../forms/applicationForms.ts'
import { newApplication } from '../../forms/newEndpoint.ts'
import type { PageAction, PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'
import { protectionText } from '../../parts/protection.ts'

/** The applications of one project. */
export class ProjectModel implements PageModel {
	isRead = false
	readonly project: EndpointsProject
	readonly list: ItemList<EndpointsApplication>
	readonly #model: EndpointsModel
	#applications: readonly EndpointsApplication[] = []
	#statement: UsageStatement | undefined

	constructor(model: EndpointsModel, project: EndpointsProject) {
		this.#model = model
		this.project = project
		this.list = new ItemList({
			items: () => this.#applications,
			keyOf: ({ id }) => id,
			texts: (application) => [
				application.name,
				application.network,
				protectionText(application),
				application.description,
				application.url,
			],
			sorts: {
				name: (a, b) => a.name.localeCompare(b.name),
				network: (a, b) => a.network.localeCompare(b.network),
				...(this.isMine ? { used: (a, b) => this.relaysOf(a) - this.relaysOf(b) } : {}),
			},
		})
	}

	get crumb(): string {
		return this.project.name
	}

	/** The account in use owns the project: it sees what its applications used. */
	get isMine(): boolean {
		return this.#model.account?.id === this.project.accountId
	}

	/** Relays of an application this month. */
	relaysOf({ id }: EndpointsApplication): number {
		return this.#statement?.applications.find(({ applicationId }) => applicationId === id)?.relays ?? 0
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [applications, statement] = await Promise.all([client.applications(this.project.id), client.statement()])
		this.#applications = applications
		this.#statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const { project } = this
		const application = this.list.selected
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
			open: on({ footer: 1 }, () => this.open()),
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

	/** Opens the selected application. */
	open(): void {
		const { selected } = this.list
		if (selected !== undefined) this.#model.go(this.#model.routes.application(this.project, selected))
	}
}
