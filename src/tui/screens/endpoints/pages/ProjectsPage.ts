import type { EndpointsProject, TeamInvitation, UsageStatement } from '../../../../client/EndpointsClient.ts'
import { beside, panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { middle } from '../../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { newEndpoint } from '../forms/newEndpoint.ts'
import { deleteProject, renameProject } from '../forms/projectForms.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { ago } from '../parts/times.ts'
import { billLine, freeTierLine } from '../parts/usage.ts'

/** The projects of the account, and what the account has used this month. */
export class ProjectsPage implements Page {
	readonly crumb = ''
	isRead = false
	#projects: readonly EndpointsProject[] = []
	#statement: UsageStatement | undefined
	#invitations: readonly TeamInvitation[] = []
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#projects.length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel) {
		this.#model = model
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [projects, statement, invitations] = await Promise.all([
			client.projects(),
			client.statement(),
			client.invitations(),
		])
		this.#projects = projects
		this.#invitations = invitations
		this.#statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const project = this.#projects[this.#cursor.selected]
		const none = { can: () => 'there is no project yet: n makes one', run: () => {} }
		return {
			...accountActions(model),
			invitations: {
				...(this.#invitations.length === 0 ? {} : { footer: 4 }),
				run: () => model.go(model.routes.invitations()),
			},
			new: { title: 'new project', footer: this.#projects.length === 0 ? 1 : 2, run: () => newEndpoint(model) },
			open: project === undefined ? none : { footer: 1, run: () => this.#open() },
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

	lines(view: View): readonly Line[] {
		const { width, height } = view
		if (view.plain) return [...this.#list(view), ...this.#account(view)]
		if (width < 104) {
			const foot = height >= 16 ? 7 : 0
			return [
				...this.#list(view.part(0, 0, width, height - foot)),
				...(foot === 0 ? [] : this.#account(view.part(0, height - foot, width, foot))),
			]
		}
		const left = Math.floor(width * 0.6)
		return beside([
			{ lines: this.#list(view.part(0, 0, left, height)), width: left },
			{
				lines: this.#account(view.part(left + 1, 0, width - left - 1, Math.min(height, 7))),
				width: width - left - 1,
			},
		])
	}

	#open(): void {
		const project = this.#projects[this.#cursor.selected]
		if (project !== undefined) this.#model.go(this.#model.routes.project(project))
	}

	#list(view: View): readonly Line[] {
		const { theme } = view
		const now = this.#model.app.clock()
		const open = this.#invitations.length
		const remark = open === 0 ? '' : `${open} invitation${open === 1 ? '' : 's'}: I answers`
		return panel(view, { title: `Projects ${this.#projects.length}`, remark, active: true }, (inside) =>
			table(inside, {
				cursor: this.#cursor,
				count: this.#projects.length,
				columns: [
					{ title: 'name', width: 'flex' },
					{ title: 'you are', width: 10 },
					{ title: 'made', width: 9, from: 50 },
				],
				row: (index) => {
					const { name, role, createdAt } = this.#projects[index]!
					return [safeText(name, 100), role, theme.muted(ago(createdAt, now))]
				},
				empty: ['', 'You have no project yet.', 'n makes one, with an endpoint and its first key.'],
				onOpen: () => this.#open(),
			}),
		)
	}

	#account(view: View): readonly Line[] {
		const { theme } = view
		const { account } = this.#model
		const statement = this.#statement
		return panel(view, { title: 'Account', remark: statement?.month ?? '' }, (inside) => {
			if (account === undefined || statement === undefined) return []
			const rows: readonly Detail[] = [
				['e-mail', safeText(account.email, 100)],
				['plan', account.plan === 'enterprise' ? 'enterprise' : 'pay as you go'],
				['free tier', freeTierLine(statement, theme, inside.width - 11)],
				['bill', billLine(statement, theme)],
				['service', middle(safeText(this.#model.client.url, 200), Math.max(8, inside.width - 11))],
			]
			return detailRows(theme, rows, inside.width)
		})
	}
}
