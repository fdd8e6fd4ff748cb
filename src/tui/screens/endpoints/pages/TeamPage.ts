import {
	type Action,
	allows,
	type EndpointsProject,
	permissions,
	type Role,
	roles,
	type TeamInvitation,
	type TeamMember,
} from '../../../../client/EndpointsClient.ts'
import { beside, panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { fitCells, wrapCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { Theme } from '../../../kit/theme/Theme.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { changeRole, inviteMember, removeMember, transferProject, withdrawInvitation } from '../forms/teamForms.ts'
import type { Page, PageAction, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { ago } from '../parts/times.ts'

/** The team of a project, and what each role may do. */
export class TeamPage implements Page {
	readonly crumb = 'team'
	isRead = false
	#members: readonly TeamMember[] = []
	/** Open ones; they stand below the members. */
	#invitations: readonly TeamInvitation[] = []
	readonly #project: EndpointsProject
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#members.length + this.#invitations.length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel, project: EndpointsProject) {
		this.#model = model
		this.#project = project
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [members, invitations] = await Promise.all([
			client.members(this.#project.id),
			client.projectInvitations(this.#project.id),
		])
		this.#members = members
		this.#invitations = invitations.filter(({ state }) => state === 'pending')
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const project = this.#project
		const member = this.#members[this.#cursor.selected]
		const invitation = this.#invitations[this.#cursor.selected - this.#members.length]
		const onMember = (action: Action, run: (member: TeamMember) => void): PageAction => ({
			can: () => {
				if (member === undefined) return invitation === undefined ? 'nobody is selected' : 'they have not accepted yet'
				if (member.role === 'owner') return 'the owner stays until the project is handed over'
				// Anybody may leave.
				return action === 'member.remove' && member.accountId === model.account?.id ? true : model.may(project, action)
			},
			run: () => {
				if (member !== undefined) run(member)
			},
		})
		return {
			...accountActions(model),
			new: {
				title: 'invite member',
				footer: 1,
				can: () => model.may(project, 'member.invite'),
				run: () => inviteMember(model, project),
			},
			edit: { ...onMember('member.change', (one) => changeRole(model, project, one)), title: 'change role', footer: 2 },
			delete:
				invitation === undefined
					? { ...onMember('member.remove', (one) => removeMember(model, project, one)), title: 'remove', footer: 3 }
					: {
							title: 'withdraw',
							footer: 3,
							can: () => model.may(project, invitation.kind === 'transfer' ? 'project.transfer' : 'member.invite'),
							run: () => withdrawInvitation(model, project, invitation),
						},
			transfer: onMember('project.transfer', (one) => transferProject(model, project, one)),
			team: { can: () => 'this is the team', run: () => {} },
		}
	}

	lines(view: View): readonly Line[] {
		const { width, height } = view
		if (view.plain) return [...this.#team(view), ...rolesPanel(view)]
		if (width >= 130) {
			const left = Math.floor(width * 0.5)
			return beside([
				{ lines: this.#team(view.part(0, 0, left, height)), width: left },
				{ lines: rolesPanel(view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
			])
		}
		const top = Math.max(6, Math.min(this.#members.length + this.#invitations.length + 3, Math.floor(height / 2)))
		return [...this.#team(view.part(0, 0, width, top)), ...rolesPanel(view.part(0, top, width, height - top))]
	}

	#team(view: View): readonly Line[] {
		const now = this.#model.app.clock()
		return panel(view, { title: `Team of ${safeText(this.#project.name, 60)}`, active: true }, (inside) =>
			table(inside, {
				cursor: this.#cursor,
				count: this.#members.length + this.#invitations.length,
				columns: [
					{ title: 'e-mail', width: 'flex' },
					{ title: 'role', width: 10 },
					{ title: 'added', width: 9 },
					{ title: '', width: 9 },
				],
				row: (index) => {
					const member = this.#members[index]
					if (member === undefined) {
						const { email, role, createdAt, kind } = this.#invitations[index - this.#members.length]!
						return [safeText(email, 200), role, ago(createdAt, now), kind === 'transfer' ? 'offered' : 'invited']
					}
					const { email, role, addedAt, accountId } = member
					return [safeText(email, 200), role, ago(addedAt, now), accountId === this.#model.account?.id ? '● you' : '']
				},
				empty: ['…'],
			}),
		)
	}
}

const actionWords: Readonly<Record<Action, string>> = {
	'project.read': 'see the project',
	'project.rename': 'rename the project',
	'project.delete': 'delete the project',
	'project.transfer': 'hand the project over',
	'member.list': 'see the team',
	'member.invite': 'invite members',
	'member.change': 'change roles',
	'member.remove': 'remove members',
	'application.list': 'see applications',
	'application.create': 'make applications',
	'application.edit': 'edit applications',
	'application.protect': 'switch the key requirement',
	'application.delete': 'delete applications',
	'allowlist.edit': 'edit allowlists',
	'key.list': 'see keys',
	'key.first': 'get the first key',
	'key.create': 'make more keys',
	'key.rotate': 'rotate keys',
	'key.revoke': 'revoke keys',
	'statistics.read': 'see statistics',
	'audit.read': 'read the audit log',
}

/** The permission table of the service; rows in which the same roles may do several things share a line when room is short. */
function rolesPanel(view: View): readonly Line[] {
	const { theme } = view
	return panel(view, { title: 'What roles may do' }, (inside) => {
		const actions = Object.keys(permissions) as Action[]
		const single = inside.height > actions.length
		const rows = single
			? actions.map((action) => ({ text: actionWords[action], action }))
			: groupedActions(actions).map((same) => ({
					text: same.map((action) => actionWords[action]).join(', '),
					action: same[0]!,
				}))
		// Each role takes its name and a gap; what is left is for the words.
		const label = Math.max(12, inside.width - roles.reduce((sum, role) => sum + columnOf(role), 0))
		const head = theme.muted(fitCells('', label) + roles.map((role) => fitCells(role, columnOf(role))).join(''))
		return [
			head,
			...rows.flatMap(({ text, action }) =>
				wrapCells(text, label - 1).map(
					(line, index) => fitCells(line, label) + (index === 0 ? marks(action, view.theme) : ''),
				),
			),
		]
	})
}

/** Actions that the same roles may do. */
function groupedActions(actions: readonly Action[]): readonly (readonly Action[])[] {
	const groups = new Map<string, Action[]>()
	for (const action of actions) {
		const key = permissions[action].join()
		groups.set(key, [...(groups.get(key) ?? []), action])
	}
	return [...groups.values()]
}

function marks(action: Action, theme: Theme): string {
	return roles
		.map((role) => {
			const cells = columnOf(role)
			return allows(role, action) ? theme.good(fitCells('✓', cells)) : theme.muted(fitCells('–', cells))
		})
		.join('')
}

function columnOf(role: Role): number {
	return role.length + 2
}
