import type { Action, EndpointsProject, TeamInvitation, TeamMember } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { changeRole, inviteMember, removeMember, transferProject, withdrawInvitation } from '../../forms/teamForms.ts'
import type { PageAction, PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'

/** A team member or an invited account. */
export type TeamRow = { readonly member: TeamMember } | { readonly invitation: TeamInvitation }

/** The team of a project, followed by its invitations. */
export class TeamModel implements PageModel {
	readonly crumb = 'team'
	isRead = false
	readonly project: EndpointsProject
	readonly list: ItemList<TeamRow>
	readonly #model: EndpointsModel
	#rows: readonly TeamRow[] = []

	constructor(model: EndpointsModel, project: EndpointsProject) {
		this.#model = model
		this.project = project
		this.list = new ItemList({
			items: () => this.#rows,
			keyOf: (row) => ('member' in row ? `member ${row.member.accountId}` : `invitation ${row.invitation.id}`),
			texts: (row) => [personOf(row).email, personOf(row).role],
			sorts: {
				email: (a, b) => personOf(a).email.localeCompare(personOf(b).email),
				role: (a, b) => personOf(a).role.localeCompare(personOf(b).role),
			},
		})
	}

	/** Whether a member is the current account. */
	isSelf({ accountId }: TeamMember): boolean {
		return accountId === this.#model.account?.id
	}

	/** Current time for ages, by the machine's clock, which the service uses. */
	clock(): number {
		return this.#model.app.clock()
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [members, invitations] = await Promise.all([
			client.members(this.project.id),
			client.projectInvitations(this.project.id),
		])
		const open = invitations.filter(({ state }) => state === 'pending')
		this.#rows = [...members.map((member) => ({ member })), ...open.map((invitation) => ({ invitation }))]
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const { project } = this
		const row = this.list.selected
		const member = row !== undefined && 'member' in row ? row.member : undefined
		const invitation = row !== undefined && 'invitation' in row ? row.invitation : undefined
		const onMember = (action: Action, run: (member: TeamMember) => void): PageAction => ({
			can: () => {
				if (member === undefined) return invitation === undefined ? 'nobody is selected' : 'they have not accepted yet'
				if (member.role === 'owner') return 'the owner stays until the project is handed over'
				// Anybody may leave.
				return action === 'member.remove' && this.isSelf(member) ? true : model.may(project, action)
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
}

/** The person of a row. */
export function personOf(row: TeamRow): { readonly email: string; readonly role: string } {
	return 'member' in row ? row.member : row.invitation
}
