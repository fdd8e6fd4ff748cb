import type { EndpointsAccount, EndpointsProject, TeamInvitation, UsageStatement } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { newEndpoint } from '../../forms/newEndpoint.ts'
import { deleteProject, renameProject } from '../../forms/projectForms.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'

/** The projects of the account, and what the account has used this month. */
export class ProjectsModel implements PageModel {
	readonly crumb = ''
	isRead = false
	readonly list: ItemList<EndpointsProject>
	statement: UsageStatement | undefined
	/** Open ones, to the account. */
	invitations: readonly TeamInvitation[] = []
	readonly #model: EndpointsModel
	#projects: readonly EndpointsProject[] = []

	constructor(model: EndpointsModel) {
		this.#model = model
		this.list = new ItemList({
			items: () => this.#projects,
			keyOf: ({ id }) => id,
			texts: ({ name, role }) => [name, role],
			sorts: {
				name: (a, b) => a.name.localeCompare(b.name),
				role: (a, b) => a.role.localeCompare(b.role),
				made: (a, b) => a.createdAt - b.createdAt,
			},
		})
	}

	get account(): EndpointsAccount | undefined {
		return this.#model.account
	}

	/** URL of the service. */
	get url(): string {
		return this.#model.client.url
	}

	/** Current time for ages, by the machine's clock, which the service uses. */
	clock(): number {
		return this.#model.app.clock()
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [projects, statement, invitations] = await Promise.all([
			client.projects(),
			client.statement(),
			client.invitations(),
		])
		this.#projects = projects
		this.invitations = invitations
		this.statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const project = this.list.selected
		const none = { can: () => 'there is no project yet: n makes one', run: () => {} }
		return {
			...accountActions(model),
			invitations: {
				...(this.invitations.length === 0 ? {} : { footer: 4 }),
				run: () => model.go(model.routes.invitations()),
			},
			new: { title: 'new project', footer: this.#projects.length === 0 ? 1 : 2, run: () => newEndpoint(model) },
			open: project === undefined ? none : { footer: 1, run: () => this.open() },
			edit:
				project === undefined
					? none
					: {
							title: 'rename',
							can: () => model.may(project, 'project.rename'),
							run: () => renameProject(model, project),
						},
			delete:
				project === undefined
					? none
					: { can: () => model.may(project, 'project.delete'), run: () => deleteProject(model, project) },
			team: project === undefined ? none : { footer: 3, run: () => model.go(model.routes.team(project)) },
		}
	}

	/** Opens the selected project. */
	open(): void {
		const { selected } = this.list
		if (selected !== undefined) this.#model.go(this.#model.routes.project(selected))
	}
}
