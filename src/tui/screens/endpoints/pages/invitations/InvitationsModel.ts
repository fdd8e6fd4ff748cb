import type { TeamInvitation } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { acceptInvitation, declineInvitation } from '../../forms/teamForms.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'

/** Invitations into teams and offers of projects that wait for the account's answer. */
export class InvitationsModel implements PageModel {
	readonly crumb = 'invitations'
	readonly isLive = true
	isRead = false
	readonly list: ItemList<TeamInvitation>
	readonly #model: EndpointsModel
	#invitations: readonly TeamInvitation[] = []

	constructor(model: EndpointsModel) {
		this.#model = model
		this.list = new ItemList({
			items: () => this.#invitations,
			keyOf: ({ id }) => id,
			texts: ({ projectName, role, invitedBy }) => [projectName, role, invitedBy],
			sorts: {
				project: (a, b) => a.projectName.localeCompare(b.projectName),
				sent: (a, b) => a.createdAt - b.createdAt,
			},
		})
	}

	/** Current time for ages, by the machine's clock, which the service uses. */
	clock(): number {
		return this.#model.app.clock()
	}

	async read(): Promise<void> {
		this.#invitations = await this.#model.client.invitations()
		this.isRead = true
	}

	actions(): PageActions {
		const invitation = this.list.selected
		const none = { can: () => 'no invitation is open', run: () => {} }
		return {
			...accountActions(this.#model),
			invitations: { can: () => 'these are the invitations', run: () => {} },
			open: invitation === undefined ? none : { title: 'accept', footer: 1, run: () => this.accept() },
			delete:
				invitation === undefined
					? none
					: { title: 'decline', footer: 2, run: () => declineInvitation(this.#model, invitation) },
		}
	}

	/** Asks whether the selected one is to be accepted. */
	accept(): void {
		const { selected } = this.list
		if (selected !== undefined) acceptInvitation(this.#model, selected)
	}
}
