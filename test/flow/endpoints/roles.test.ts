import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointsClient } from '../../../src/endpoints/client/EndpointsClient.ts'
import { type Action, permissions, type Role, roles } from '../../../src/wire/management/permissions.ts'
import { joinTeam, person, startService, type TestService } from './support/service.ts'

let service: TestService
/** Whoever takes part in projects that are not theirs; each signs up once, for passwords are slow to hash. */
type Guest = Exclude<Role, 'owner'> | 'stranger' | 'second'
let guests: Readonly<Record<Guest, EndpointsClient>>
const emailOf = (guest: Guest): string => `${guest}@example.com`
beforeAll(async () => {
	service = await startService()
	const sign = async (guest: Guest) => [guest, await person(service, emailOf(guest))] as const
	const names: readonly Guest[] = ['admin', 'developer', 'viewer', 'stranger', 'second']
	guests = Object.fromEntries(await Promise.all(names.map(sign))) as typeof guests
})
afterAll(() => service.close())

/** A project of its own with somebody in every role, an application and a key. */
async function team(owner: EndpointsClient) {
	const project = await owner.createProject({ name: 'team' })
	for (const role of ['admin', 'developer', 'viewer'] as const) await joinTeam(owner, project.id, guests[role], role)
	const { application, key } = await owner.createApplication(project.id, { name: 'app', network: 'archival' })
	const viewer = (await owner.members(project.id)).find(({ role }) => role === 'viewer')
	return {
		owner,
		project: project.id,
		app: application.id,
		key: key.id,
		viewer: viewer?.accountId ?? '',
	}
}

type Team = Awaited<ReturnType<typeof team>>

const range = { from: Date.now() - 3_600_000, to: Date.now() }

/** How each action of the table is done. */
const doing: Readonly<Record<Action, (client: EndpointsClient, team: Team) => Promise<unknown>>> = {
	'project.read': async (client, { project }) => {
		const found = (await client.projects()).some(({ id }) => id === project)
		if (!found) throw new TypeError('There is no such project.')
	},
	'project.rename': (client, { project }) => client.renameProject(project, { name: 'other' }),
	'project.delete': async (client, { project, owner, app }) => {
		await owner.deleteApplication(app)
		await client.deleteProject(project)
	},
	'project.transfer': (client, { project, viewer }) => client.transferProject(project, { accountId: viewer }),
	'member.list': (client, { project }) => client.members(project),
	'member.invite': (client, { project }) =>
		client.inviteMember(project, { email: emailOf('stranger'), role: 'viewer' }),
	'member.change': (client, { project, viewer }) => client.changeMember(project, viewer, { role: 'developer' }),
	'member.remove': async (client, { project, owner }) => {
		const added = await joinTeam(owner, project, guests.second, 'viewer')
		await client.removeMember(project, added)
	},
	'application.list': (client, { project }) => client.applications(project),
	'application.create': (client, { project }) => client.createApplication(project, { name: 'b', network: 'pruning' }),
	'application.edit': (client, { app }) => client.editApplication(app, { name: 'c' }),
	'application.protect': (client, { app }) => client.setKeyRequired(app, { required: false }),
	'application.delete': (client, { app }) => client.deleteApplication(app),
	'allowlist.edit': (client, { app }) => client.setAllowlists(app, { ips: ['10.0.0.1'] }),
	'key.list': (client, { app }) => client.keys(app),
	'key.first': async (client, { project }) => {
		const made = await client.createApplication(project, { name: 'd', network: 'pruning' })
		if (!made.key.key.startsWith('ck_live_')) throw new TypeError('the first key was not told')
	},
	'key.create': (client, { app }) => client.createKey(app),
	'key.rotate': (client, { app, key }) => client.rotateKey(app, key),
	'key.revoke': (client, { app, key }) => client.revokeKey(app, key),
	'statistics.read': (client, { app }) => client.statistics(app, range),
	'audit.read': (client, { project }) => client.projectAudit(project),
}

const actions = Object.keys(permissions) as Action[]
/** Actions for which the owner changes the team first. */
const prepared: readonly Action[] = ['project.delete', 'member.remove']

describe.each(actions)('%s', (action) => {
	let owner: EndpointsClient
	/** The team of those who leave it as it is: they are refused, or only read. */
	let untouched: Team
	const teamFor = (isAllowed: boolean): Promise<Team> | Team =>
		prepared.includes(action) || (isAllowed && !/\.(read|list)$/.test(action)) ? team(owner) : untouched
	beforeAll(async () => {
		owner = await person(service, `${action}@example.com`)
		untouched = await team(owner)
	})

	it.each(roles)('the action is allowed or refused as the table says, as %s', async (role) => {
		const isAllowed = (permissions[action] as readonly Role[]).includes(role)
		const group = await teamFor(isAllowed)
		const attempt = doing[action](role === 'owner' ? owner : guests[role], group)
		if (isAllowed) await expect(attempt).resolves.not.toThrow()
		else {
			// Who may not make an application never comes as far as its first key.
			const refused = action === 'key.first' ? 'application.create' : action
			await expect(attempt).rejects.toThrow(`As ${role} of this project you may not do this (${refused})`)
		}
	})

	it('the action is refused to a stranger', async () => {
		await expect(doing[action](guests.stranger, await teamFor(false))).rejects.toThrow(
			/There is no such (project|application)/,
		)
	})
})

// The table itself, written down a second time: a change of it has to be meant.
it('the table of roles is that of docs/endpoints.md', () => {
	const marks = actions.map(
		(action) =>
			`${action} ${roles.map((role) => ((permissions[action] as readonly Role[]).includes(role) ? 'x' : '-')).join('')}`,
	)
	expect(marks).toEqual([
		'project.read xxxx',
		'project.rename xx--',
		'project.delete x---',
		'project.transfer x---',
		'member.list xxxx',
		'member.invite xx--',
		'member.change xx--',
		'member.remove xx--',
		'application.list xxxx',
		'application.create xxx-',
		'application.edit xxx-',
		'application.protect xx--',
		'application.delete xx--',
		'allowlist.edit xxx-',
		'key.list xxx-',
		'key.first xxx-',
		'key.create xx--',
		'key.rotate xx--',
		'key.revoke xx--',
		'statistics.read xxxx',
		'audit.read xx--',
	])
})

describe('a team', () => {
	let owner: EndpointsClient
	beforeAll(async () => {
		owner = await person(service, 'owner@example.com')
	})

	it('keeps its owner', async () => {
		const { project } = await team(owner)
		const [first] = await owner.members(project)
		await expect(guests.admin.changeMember(project, first?.accountId ?? '', { role: 'viewer' })).rejects.toThrow(
			/owner/,
		)
		await expect(owner.removeMember(project, first?.accountId ?? '')).rejects.toThrow(/owner/)
	})

	it('lets everybody else leave', async () => {
		const { project, viewer } = await team(owner)
		await guests.viewer.removeMember(project, viewer)
		expect((await owner.members(project)).map(({ role }) => role)).toEqual(['owner', 'admin', 'developer'])
	})

	it('writes every change into the audit log, without secrets', async () => {
		const { project, app } = await team(owner)
		const fresh = await owner.createKey(app, { label: 'ci' })
		await owner.setAllowlists(app, { origins: ['https://a.test'] })
		const log = await owner.projectAudit(project)
		expect(log.map(({ action }) => action)).toEqual(
			expect.arrayContaining([
				'allowlist.edit',
				'key.create',
				'application.create',
				'member.invite',
				'member.join',
				'project.create',
			]),
		)
		expect(JSON.stringify(log)).not.toContain(fresh.key)
	})
})
