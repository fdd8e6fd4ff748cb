import type { GivenRole } from '../../wire/management/projectSchemas.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'
import { endpointsCommand } from './endpointsCommand.ts'

/** `endpoints projects …` */
export const projectCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'list',
		example: 'projects list',
		description: 'projects of the account and of teams it is in',
		count: exactly(0),
		run: (client) => client.projects(),
	}),
	endpointsCommand({
		name: 'create',
		example: 'projects create acme',
		args: '[name]',
		count: exactly(1),
		description: 'open a project',
		run: (client, [name = '']) => client.createProject({ name }),
	}),
	endpointsCommand({
		name: 'rename',
		example: 'projects rename acme "acme wallet"',
		args: '[project] [name]',
		count: exactly(2),
		description: 'give a project another name',
		run: (client, [project = '', name = '']) => client.renameProject(project, { name }),
	}),
	endpointsCommand({
		name: 'delete',
		example: 'projects delete acme',
		args: '[project]',
		count: exactly(1),
		description: 'remove a project without applications',
		run: (client, [project = '']) => client.deleteProject(project),
	}),
	endpointsCommand({
		name: 'transfer',
		example: 'projects transfer acme acc_9f86d081884c7d65',
		args: '[project] [account]',
		count: exactly(2),
		description: 'offer a project to another member, who owns it and pays from the moment they accept',
		details: 'The member answers with: endpoints invitations accept. Until then nothing changes.',
		run: (client, [project = '', account = '']) => client.transferProject(project, { accountId: account }),
	}),
	endpointsCommand({
		name: 'leave',
		example: 'projects leave acme',
		args: '[project]',
		count: exactly(1),
		description: 'leave the team of a project',
		run: (client, [project = '']) => client.leaveProject(project),
	}),
]

/** `endpoints invitations …` */
export const invitationCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'list',
		example: 'invitations list',
		args: '[project]',
		count: { min: 0, max: 1 },
		description: 'open invitations and offers to the account, or those of a project',
		run: (client, [project]) => (project === undefined ? client.invitations() : client.projectInvitations(project)),
	}),
	endpointsCommand({
		name: 'accept',
		example: 'invitations accept acme',
		args: '[invitation]',
		count: exactly(1),
		description: 'join the team, or take the project over and pay for it from now on',
		details: 'Names an invitation by its id, or by its project where one is open.',
		run: (client, [invitation = '']) => client.acceptInvitation(invitation),
	}),
	endpointsCommand({
		name: 'decline',
		example: 'invitations decline acme',
		args: '[invitation]',
		count: exactly(1),
		description: 'refuse an invitation or offer',
		run: (client, [invitation = '']) => client.declineInvitation(invitation),
	}),
	endpointsCommand({
		name: 'withdraw',
		example: 'invitations withdraw acme inv_9f86d081884c7d65',
		args: '[project] [id]',
		count: exactly(2),
		description: 'take an invitation or offer back before it is answered',
		run: (client, [project = '', id = '']) => client.withdrawInvitation(project, id),
	}),
]

/** `endpoints members …` */
export const memberCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'list',
		example: 'members list acme',
		args: '[project]',
		count: exactly(1),
		description: 'the team of a project',
		run: (client, [project = '']) => client.members(project),
	}),
	endpointsCommand({
		name: 'invite',
		example: 'members invite acme colleague@example.com developer',
		args: '[project] [email] [admin|developer|viewer]',
		count: exactly(3),
		description: 'invite the account with an e-mail into the team',
		details: 'They answer with: endpoints invitations accept. Until then they are no member.',
		run: (client, [project = '', email = '', role]) => client.inviteMember(project, { email, role: givenRole(role) }),
	}),
	endpointsCommand({
		name: 'role',
		example: 'members role acme acc_9f86d081884c7d65 admin',
		args: '[project] [account] [admin|developer|viewer]',
		count: exactly(3),
		description: 'give a member another role',
		run: (client, [project = '', account = '', role]) =>
			client.changeMember(project, account, { role: givenRole(role) }),
	}),
	endpointsCommand({
		name: 'remove',
		example: 'members remove acme acc_9f86d081884c7d65',
		args: '[project] [account]',
		count: exactly(2),
		description: 'take a member out of the team',
		run: (client, [project = '', account = '']) => client.removeMember(project, account),
	}),
]

function givenRole(text: string | undefined): GivenRole {
	if (text === 'admin' || text === 'developer' || text === 'viewer') return text
	throw new UsageError('The role is admin, developer or viewer.')
}
