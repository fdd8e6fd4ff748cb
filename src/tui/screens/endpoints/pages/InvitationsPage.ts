import type { TeamInvitation } from '../../../../client/EndpointsClient.ts'
import { panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { acceptInvitation, declineInvitation } from '../forms/teamForms.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { ago } from '../parts/times.ts'

/** Invitations into teams and offers of projects that wait for the account's answer. */
export class InvitationsPage implements Page {
	readonly crumb = 'invitations'
	readonly isLive = true
	isRead = false
	#invitations: readonly TeamInvitation[] = []
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#invitations.length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel) {
		this.#model = model
	}

	async read(): Promise<void> {
		this.#invitations = await this.#model.client.invitations()
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const invitation = this.#invitations[this.#cursor.selected]
		const none = { can: () => 'no invitation is open', run: () => {} }
		return {
			...accountActions(model),
			invitations: { can: () => 'these are the invitations', run: () => {} },
			open:
				invitation === undefined
					? none
					: { title: 'accept', footer: 1, run: () => acceptInvitation(model, invitation) },
			delete:
				invitation === undefined
					? none
					: { title: 'decline', footer: 2, run: () => declineInvitation(model, invitation) },
		}
	}

	lines(view: View): readonly Line[] {
		const now = this.#model.app.clock()
		return panel(view, { title: `Invitations ${this.#invitations.length}`, active: true }, (inside) =>
			table(inside, {
				cursor: this.#cursor,
				count: this.#invitations.length,
				columns: [
					{ title: 'project', width: 'flex' },
					{ title: 'as', width: 10 },
					{ title: 'from', width: 'flex' },
					{ title: 'sent', width: 9, from: 60 },
				],
				row: (index) => {
					const { projectName, role, invitedBy, createdAt } = this.#invitations[index]!
					return [safeText(projectName, 100), role, safeText(invitedBy, 200), ago(createdAt, now)]
				},
				empty: ['', 'No invitation is open.', 'An admin of a project invites you by the e-mail of your account.'],
				onOpen: () => {
					const invitation = this.#invitations[this.#cursor.selected]
					if (invitation !== undefined) acceptInvitation(this.#model, invitation)
				},
			}),
		)
	}
}
