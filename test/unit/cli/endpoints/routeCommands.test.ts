import { expect, test } from 'vitest'
import { routeCommands } from '../../../../src/cli/endpoints/routeCommands.ts'

const usage = (group?: string) => routeCommands(group).map(({ name, args }) => `${name} ${args ?? ''}`.trim())

test('the commands of the endpoint service are those of the operations, group by group', () => {
	expect(usage()).toEqual([
		...['login-methods', 'account', 'cap [relays|none]', 'plan [email] [payg|enterprise]', 'sessions'],
		...['revoke-session [session]', 'statement [month]', 'audit [project]'],
	])
	expect(usage('projects')).toEqual([
		...['list', 'create [name]', 'rename [project] [name]', 'delete [project]'],
		...['transfer [project] [account]', 'leave [project]'],
	])
	expect(usage('keys')).toEqual([
		...['list [application]', 'create [application]', 'rotate [application] [key]', 'revoke [application] [key]'],
	])
	expect(usage('nothing')).toEqual([])
})

test('a command of the endpoint service has the details, flags, defaults and choices of its operation', () => {
	const told = (group: string | undefined, name: string) =>
		routeCommands(group)
			.filter((spec) => spec.name === name)
			.map(({ run: _run, flags = [], ...spec }) => ({
				...spec,
				flags: flags.filter(({ flag }) => flag !== '--url <url>'),
			}))
	expect(told('projects', 'transfer')).toEqual([
		{
			name: 'transfer',
			args: '[project] [account]',
			count: { min: 2, max: 2 },
			description: expect.any(String),
			details: 'The member answers with: endpoints invitations accept. Until then nothing changes.',
			examples: ['endpoints projects transfer acme acc_9f86d081884c7d65'],
			flags: [],
		},
	])
	expect(told('apps', 'create')).toEqual([
		{
			name: 'create',
			args: '[project] [name]',
			count: { min: 2, max: 2 },
			description: expect.any(String),
			examples: ['endpoints apps create acme reader --network archival'],
			flags: [
				{
					flag: '--network <name>',
					description: 'archival answers for every height the node keeps, pruning for the newest',
					default: 'pruning',
					choices: ['archival', 'pruning'],
				},
				{ flag: '--description <text>', description: 'what it is for' },
			],
		},
	])
	expect(told(undefined, 'audit')).toEqual([
		{
			name: 'audit',
			args: '[project]',
			count: { min: 0, max: 1 },
			description: expect.any(String),
			examples: ['endpoints audit acme --limit 20'],
			flags: [{ flag: '--limit <n>', description: 'most changes to print', default: '100' }],
		},
	])
})
