import type { EndpointsProject, Role, TeamInvitation, TeamMember } from '../../../../client/index.ts'
import type { FieldOptions } from '../../../kit/models/FormField.ts'
import { confirm } from '../../../kit/overlays/Confirm.tsx'
import { Form } from '../../../kit/overlays/Form.tsx'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'

type GivenRole = Exclude<Role, 'owner'>

/** Invites somebody into a team. */
export function inviteMember(model: EndpointsModel, project: EndpointsProject): void {
	model.app.show(
		new Form(model.app, {
			title: 'Invite a member',
			action: 'invite',
			intro: ['They become a member when they accept; until then nothing changes.'],
			fields: [
				{
					id: 'email',
					label: 'e-mail',
					kind: 'text',
					placeholder: 'colleague@example.com',
					validate: (value) => (/^\s*\S+@\S+\s*$/.test(value) ? undefined : 'the e-mail of their account'),
				},
				roleField('viewer'),
			],
			submit: async ({ email = '', role = '' }, form) => {
				await model.act(
					() => model.client.inviteMember(project.id, { email: email.trim(), role: role as GivenRole }),
					'invitation sent',
				)
				form.close()
			},
		}),
	)
}

/** Changes the role of a member. */
export function changeRole(model: EndpointsModel, project: EndpointsProject, member: TeamMember): void {
	model.app.show(
		new Form(model.app, {
			title: `Role of ${safeText(member.email, 60)}`,
			action: 'save',
			fields: [roleField(member.role)],
			submit: async ({ role = '' }, form) => {
				await model.act(
					() => model.client.changeMember(project.id, member.accountId, { role: role as GivenRole }),
					`${member.email} is ${role} now`,
				)
				form.close()
			},
		}),
	)
}

function roleField(initial: string): FieldOptions {
	return {
		id: 'role',
		label: 'role',
		kind: 'choice',
		initial,
		choices: [
			{ value: 'viewer', label: 'viewer: sees applications and statistics' },
			{ value: 'developer', label: 'developer: makes and edits applications' },
			{ value: 'admin', label: 'admin: team and keys too' },
		],
	}
}

/** Takes a member out of a team; oneself leaves it. */
export function removeMember(model: EndpointsModel, project: EndpointsProject, member: TeamMember): void {
	const self = member.accountId === model.account?.id
	confirm(model.app, {
		title: self ? 'Leave the team' : 'Remove member',
		text: [
			self
				? `Leave ${safeText(project.name, 80)}? Only its owner or an admin can take you in again.`
				: `Remove ${safeText(member.email, 120)} from ${safeText(project.name, 80)}? Keys they know keep working: rotate them.`,
		],
		action: self ? 'leave' : 'remove',
		run: async () => {
			await model.client.removeMember(project.id, member.accountId)
			model.app.toast('good', self ? 'you left the team' : 'member removed')
			if (self) model.restart()
			else model.refresh()
		},
	})
}

/** Takes an invitation or offer back. */
export function withdrawInvitation(
	model: EndpointsModel,
	project: EndpointsProject,
	{ id, kind, email }: TeamInvitation,
): void {
	const what = kind === 'transfer' ? 'offer' : 'invitation'
	confirm(model.app, {
		title: `Withdraw the ${what}`,
		text: [`Withdraw the ${what} to ${safeText(email, 120)}? They cannot accept it any more.`],
		action: 'withdraw',
		run: () => model.act(() => model.client.withdrawInvitation(project.id, id), `${what} withdrawn`),
	})
}

/** Joins a team, or takes a project over. */
export function acceptInvitation(model: EndpointsModel, { id, kind, projectName, role }: TeamInvitation): void {
	const name = safeText(projectName, 80)
	const takesOver = kind === 'transfer'
	confirm(model.app, {
		title: takesOver ? 'Take the project over' : 'Join the team',
		text: takesOver
			? [`Own ${name}? From now on its relays count on your account and you pay for those over your free tier.`]
			: [`Join ${name} as ${role}? Its owner pays for its relays.`],
		action: takesOver ? 'take it over' : 'join',
		run: async () => {
			await model.client.acceptInvitation(id)
			model.app.toast('good', takesOver ? `you own ${projectName} now` : `you are in the team of ${projectName} now`)
			model.restart()
		},
	})
}

/** Refuses an invitation or offer. */
export function declineInvitation(model: EndpointsModel, { id, projectName }: TeamInvitation): void {
	confirm(model.app, {
		title: 'Decline',
		text: [`Decline ${safeText(projectName, 80)}? The member who invited you sees that.`],
		action: 'decline',
		run: () => model.act(() => model.client.declineInvitation(id), 'invitation declined'),
	})
}

/** Offers the project to another member, who owns it and pays once they accept. */
export function transferProject(model: EndpointsModel, project: EndpointsProject, member: TeamMember): void {
	confirm(model.app, {
		title: 'Hand the project over',
		text: [
			`Offer ${safeText(project.name, 80)} to ${safeText(member.email, 120)}? Once they accept they own it and pay for it, and you become an admin.`,
			'Until then nothing changes, and you can withdraw the offer.',
		],
		action: 'offer it',
		run: async () => {
			await model.client.transferProject(project.id, { accountId: member.accountId })
			model.app.toast('good', 'offer sent')
			model.refresh()
		},
	})
}
