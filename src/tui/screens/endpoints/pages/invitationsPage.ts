import type { TeamInvitation } from '../../../../client/index.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { listPage } from '../ListPage.tsx'
import { operationActions, type Subject } from '../operations.ts'
import type { Page } from '../PageModel.ts'
import { ago } from '../parts/texts.ts'

/** Invitations into teams and offers of projects that wait for the account's answer. */
export function invitationsPage(model: EndpointsModel): Page {
	const subject = (row: TeamInvitation | undefined): Subject => ({
		row,
		values: { invitationId: row?.id },
		none: 'no invitation is open',
	})
	return listPage<TeamInvitation>(model, {
		crumb: 'invitations',
		operation: 'invitations',
		isLive: true,
		read: () => model.client.invitations(),
		keyOf: ({ id }) => id,
		texts: ({ projectName, role, invitedBy }) => [projectName, role, invitedBy],
		columns: () => [
			{
				id: 'project',
				width: 'flex',
				text: ({ projectName }, { mark }) => mark(safeText(projectName, 100)),
				order: ({ projectName }) => projectName,
			},
			{ id: 'role', title: 'as', width: 10, text: ({ role }, { mark }) => mark(role) },
			{ id: 'from', width: 'flex', text: ({ invitedBy }, { mark }) => mark(safeText(invitedBy, 200)) },
			{
				id: 'sent',
				width: 9,
				from: 60,
				text: ({ createdAt }, { now }) => ago(createdAt, now),
				order: ({ createdAt }) => createdAt,
			},
		],
		title: (rows) => `Invitations ${rows.length}`,
		empty: ['', 'No invitation is open.', 'An admin of a project invites you by the e-mail of your account.'],
		subject,
		actions: () => ({ invitations: { can: () => 'these are the invitations', run: () => {} } }),
		open: (row) => void operationActions(model, 'invitations', subject(row)).open?.run(),
	})
}
