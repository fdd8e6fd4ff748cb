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
		description: 'make another member the owner, who pays from now on',
		run: (client, [project = '', account = '']) => client.transferProject(project, { accountId: account }),
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
		name: 'add',
		args: '[project] [email] [admin|developer|viewer]',
		count: exactly(3),
		description: 'add an account to the team',
		run: (client, [project = '', email = '', role]) => client.addMember(project, { email, role: givenRole(role) }),
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
		description: 'take a member out of the team, or leave it',
		run: (client, [project = '', account = '']) => client.removeMember(project, account),
	}),
]

function givenRole(text: string | undefined): GivenRole {
	if (text === 'admin' || text === 'developer' || text === 'viewer') return text
	throw new UsageError('The role is admin, developer or viewer.')
}
