import type { EndpointsProject, Role, TeamMember } from '../../../../client/EndpointsClient.ts'
import type { FieldOptions } from '../../../kit/models/FormField.ts'
import { confirm } from '../../../kit/overlays/Confirm.ts'
import { Form } from '../../../kit/overlays/Form.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'

type GivenRole = Exclude<Role, 'owner'>

/** Adds an account to a team. */
export function addMember(model: EndpointsModel, project: EndpointsProject): void {
	model.app.show(
		new Form(model.app, {
			title: 'Add a member',
			action: 'add',
			intro: ['Who is added must have signed up at this service already.'],
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
					() => model.client.addMember(project.id, { email: email.trim(), role: role as GivenRole }),
					'member added',
				)
				form.close()
			},
		}),
	)
}

/** Gives a member another role. */
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

/** Makes another member the owner, who pays from then on. */
export function transferProject(model: EndpointsModel, project: EndpointsProject, member: TeamMember): void {
	confirm(model.app, {
		title: 'Hand the project over',
		text: [
			`Make ${safeText(member.email, 120)} the owner of ${safeText(project.name, 80)}? They pay for it from now on, and you become an admin.`,
			'Only they can give it back.',
		],
		action: 'hand it over',
		run: async () => {
			await model.client.transferProject(project.id, { accountId: member.accountId })
			model.app.toast('good', 'project handed over')
			model.restart()
		},
	})
}
