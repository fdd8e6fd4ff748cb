import type { GivenRole } from '../../wire/management/projectSchemas.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'
import { endpointsCommand } from './endpointsCommand.ts'

/** `endpoints projects …` */
export const projectCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'list',
		description: 'projects of the account and of teams it is in',
		count: exactly(0),
		run: (client) => client.projects(),
	}),
	endpointsCommand({
		name: 'create',
		args: '[name]',
		count: exactly(1),
		description: 'open a project',
		run: (client, [name = '']) => client.createProject({ name }),
	}),
	endpointsCommand({
		name: 'rename',
		args: '[project] [name]',
		count: exactly(2),
		description: 'give a project another name',
		run: (client, [project = '', name = '']) => client.renameProject(project, { name }),
	}),
	endpointsCommand({
		name: 'delete',
		args: '[project]',
		count: exactly(1),
		description: 'remove a project without applications',
		run: (client, [project = '']) => client.deleteProject(project),
	}),
	endpointsCommand({
		name: 'transfer',
		args: '[project] [account]',
		count: exactly(2),
		description: 'offer a project to another member, who owns it and pays from the moment they accept',
		details: 'The member answers with: endpoints invitations accept. Until then nothing changes.',
		run: (client, [project = '', account = '']) => client.transferProject(project, { accountId: account }),
	}),
	endpointsCommand({
		name: 'leave',
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
		args: '[project]',
		count: { min: 0, max: 1 },
		description: 'open invitations and offers to the account, or those of a project',
		run: (client, [project]) => (project === undefined ? client.invitations() : client.projectInvitations(project)),
	}),
	endpointsCommand({
		name: 'accept',
		args: '[invitation]',
		count: exactly(1),
		description: 'join the team, or take the project over and pay for it from now on',
		details: 'Names an invitation by its id, or by its project where one is open.',
		run: (client, [invitation = '']) => client.acceptInvitation(invitation),
	}),
	endpointsCommand({
		name: 'decline',
		args: '[invitation]',
		count: exactly(1),
		description: 'refuse an invitation or offer',
		run: (client, [invitation = '']) => client.declineInvitation(invitation),
	}),
	endpointsCommand({
		name: 'withdraw',
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
		args: '[project]',
		count: exactly(1),
		description: 'the team of a project',
		run: (client, [project = '']) => client.members(project),
	}),
	endpointsCommand({
		name: 'invite',
		args: '[project] [email] [admin|developer|viewer]',
		count: exactly(3),
		description: 'invite whoever has an account with an e-mail into the team',
		details: 'They answer with: endpoints invitations accept. Until then they are no member.',
		run: (client, [project = '', email = '', role]) => client.inviteMember(project, { email, role: givenRole(role) }),
	}),
	endpointsCommand({
		name: 'role',
		args: '[project] [account] [admin|developer|viewer]',
		count: exactly(3),
		description: 'give a member another role',
		run: (client, [project = '', account = '', role]) =>
			client.changeMember(project, account, { role: givenRole(role) }),
	}),
	endpointsCommand({
		name: 'remove',
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
