import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import type { GivenRole } from '../../../src/wire/management/projectSchemas.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

let desk: Desk
let owner: Actor
let other: Actor

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
	other = await desk.account('other@example.com')
})
afterEach(() => desk.context.storage.close())

const create = async (name: string, by = owner) => (await desk.run('createProject', by, { body: { name } })).id
/** Adds an account to a team. */
const join = async (projectId: string, member: Actor, role: GivenRole) =>
	desk.db
		.insertInto('members')
		.values({ project_id: projectId, account_id: member.accountId, role, added_at: BigInt(desk.clock.ms) })
		.execute()
const roles = async (projectId: string) =>
	(await desk.run('members', owner, { path: { projectId } })).map(({ email, role }) => `${email} ${role}`)
const offer = (projectId: string, to: Actor, by = owner) =>
	desk.run('transferProject', by, { path: { projectId }, body: { accountId: to.accountId } })
const accept = (invitationId: string, by = other) => desk.run('acceptInvitation', by, { path: { invitationId } })
/** Rows of projects of an account beside those it made. */
const fill = (account: Actor, count: number) =>
	desk.db
		.insertInto('projects')
		.values(
			Array.from({ length: count }, (_, index) => ({
				id: `prj_${index}`,
				account_id: account.accountId,
				name: `filler ${index}`,
				created_at: 0n,
			})),
		)
		.execute()

test('a project is listed by name for every member, with their role and who pays', async () => {
	const b = await create('b')
	desk.clock.ms += 1
	const a = await create(' a ')
	await join(b, other, 'viewer')
	const { accountId } = owner
	const shown = (id: string, name: string, role: string, createdAt: number) => ({
		id,
		name,
		role,
		accountId,
		createdAt,
	})
	expect(await desk.run('projects', owner)).toEqual([
		shown(a, 'a', 'owner', desk.clock.ms),
		shown(b, 'b', 'owner', desk.clock.ms - 1),
	])
	expect(await desk.run('projects', other)).toEqual([shown(b, 'b', 'viewer', desk.clock.ms - 1)])
	await desk.run('renameProject', owner, { path: { projectId: b }, body: { name: '0' } })
	expect((await desk.run('projects', owner)).map(({ name }) => name)).toEqual(['0', 'a'])
})

test('an account owns so many projects and no more, however it comes to them', async () => {
	const given = await create('given')
	await join(given, other, 'admin')
	await fill(other, limits.projectsPerAccount - 1)
	const { id } = await offer(given, other)
	const last = await create('last', other)
	const full = [409, 'conflict', 'This account owns 100 projects.', 'Delete those nobody uses.']
	expect(await refusalOf(desk.run('createProject', other, { body: { name: 'more' } }))).toEqual(full)
	expect(await refusalOf(accept(id))).toEqual(full)
	expect(await roles(given)).toEqual(['other@example.com admin', 'owner@example.com owner'])
	await desk.run('deleteProject', other, { path: { projectId: last } })
	expect(await accept(id)).toMatchObject({ id: given, role: 'owner', accountId: other.accountId })
	expect(await roles(given)).toEqual(['other@example.com owner', 'owner@example.com admin'])
})

test('a project ends with its team and its invitations, once it has no application left', async () => {
	const projectId = await create('acme')
	const kept = await create('kept')
	const path = { projectId }
	const invite = (id: string) =>
		desk.run('inviteMember', owner, { path: { projectId: id }, body: { email: 'new@example.com', role: 'viewer' } })
	await join(projectId, other, 'viewer')
	await invite(projectId)
	await invite(kept)
	const made = await desk.run('createApplication', owner, { path, body: { name: 'app', network: 'pruning' } })
	const remove = () => desk.run('deleteProject', owner, { path })
	expect(await refusalOf(remove())).toEqual([
		409,
		'conflict',
		'The project still has 1 application(s).',
		'Delete them first: their endpoints end with them.',
	])
	await desk.run('deleteApplication', owner, { path: { applicationId: made.application.id } })
	await remove()
	const count = async (table: 'projects' | 'members' | 'invitations') =>
		(await desk.db.selectFrom(table).selectAll().execute()).length
	expect([await count('projects'), await count('members'), await count('invitations')]).toEqual([1, 1, 1])
	const gone = [404, 'not_found', 'There is no such project.', 'See the ones you can with the list of projects.']
	expect(await refusalOf(remove())).toEqual(gone)
})

test('a team is listed in order of joining, and its owner stays', async () => {
	const projectId = await create('acme')
	const path = { projectId }
	desk.clock.ms += 1
	await join(projectId, other, 'viewer')
	expect(await desk.run('members', owner, { path })).toEqual([
		{ accountId: owner.accountId, email: 'owner@example.com', role: 'owner', addedAt: desk.clock.ms - 1 },
		{ accountId: other.accountId, email: 'other@example.com', role: 'viewer', addedAt: desk.clock.ms },
	])
	const change = (accountId: string, role: GivenRole) =>
		desk.run('changeMember', owner, { path: { projectId, accountId }, body: { role } })
	const remove = (accountId: string) => desk.run('removeMember', owner, { path: { projectId, accountId } })
	const stays = [
		409,
		'conflict',
		'The owner of a project stays until it is transferred.',
		'Transfer the project to another member first.',
	]
	const none = [404, 'not_found', 'There is no such member.', 'See the ones you can with the list of members.']
	expect(await refusalOf(change(owner.accountId, 'admin'))).toEqual(stays)
	expect(await refusalOf(remove(owner.accountId))).toEqual(stays)
	expect(await refusalOf(desk.run('leaveProject', owner, { path }))).toEqual(stays)
	expect(await refusalOf(change('acc_none', 'admin'))).toEqual(none)
	expect(await refusalOf(remove('acc_none'))).toEqual(none)
	await change(other.accountId, 'developer')
	expect(await roles(projectId)).toEqual(['owner@example.com owner', 'other@example.com developer'])
	await remove(other.accountId)
	expect(await roles(projectId)).toEqual(['owner@example.com owner'])
	await join(projectId, other, 'viewer')
	await desk.run('leaveProject', other, { path })
	const log = await desk.run('projectAudit', owner, { path, query: { limit: 3 } })
	expect(log.map(({ action }) => action)).toEqual(
		expect.arrayContaining(['member.change', 'member.remove', 'member.leave']),
	)
	expect(log.find(({ action }) => action === 'member.leave')).toMatchObject({
		actor: 'other@example.com',
		detail: { member: other.accountId },
	})
})

test('what a member has sent out is withdrawn with their right to invite, and what is offered to them with their leave', async () => {
	const projectId = await create('acme')
	const path = { projectId }
	const third = await desk.account('third@example.com')
	await join(projectId, other, 'admin')
	await join(projectId, third, 'viewer')
	const invite = (by: Actor, email: string) => desk.run('inviteMember', by, { path, body: { email, role: 'viewer' } })
	const states = async () =>
		Object.fromEntries(
			(await desk.run('projectInvitations', owner, { path })).map(({ email, state }) => [email, state]),
		)
	await invite(owner, 'a@example.com')
	await invite(other, 'b@example.com')
	const change = (role: GivenRole) =>
		desk.run('changeMember', owner, { path: { ...path, accountId: other.accountId }, body: { role } })
	await change('admin')
	expect(await states()).toEqual({ 'a@example.com': 'pending', 'b@example.com': 'pending' })
	await change('developer')
	expect(await states()).toEqual({ 'a@example.com': 'pending', 'b@example.com': 'withdrawn' })
	await change('admin')
	await invite(other, 'c@example.com')
	await offer(projectId, third)
	await desk.run('removeMember', owner, { path: { ...path, accountId: other.accountId } })
	expect(await states()).toMatchObject({ 'c@example.com': 'withdrawn', 'third@example.com': 'pending' })
	await desk.run('leaveProject', third, { path })
	expect(await states()).toEqual({
		'a@example.com': 'pending',
		'b@example.com': 'withdrawn',
		'c@example.com': 'withdrawn',
		'third@example.com': 'withdrawn',
	})
})

test('a project is handed over to another member, whose account pays from then on', async () => {
	const projectId = await create('acme')
	await join(projectId, other, 'viewer')
	const stranger = await desk.account('stranger@example.com')
	const nobody = [400, 'invalid', 'The new owner has to be another member of the project.', 'Invite them first.']
	expect(await refusalOf(offer(projectId, owner))).toEqual(nobody)
	expect(await refusalOf(offer(projectId, stranger))).toEqual(nobody)
	const sent = await offer(projectId, other)
	expect(sent).toMatchObject({ kind: 'transfer', role: 'owner', email: 'other@example.com', state: 'pending' })
	expect(await refusalOf(offer(projectId, other))).toEqual([
		409,
		'conflict',
		'The project is offered to somebody already.',
		'Withdraw that first.',
	])
	desk.clock.ms += 1
	expect(await accept(sent.id)).toEqual({
		id: projectId,
		name: 'acme',
		role: 'owner',
		accountId: other.accountId,
		createdAt: desk.clock.ms - 1,
	})
	const paid = await desk.db.selectFrom('projects').select('account_id').executeTakeFirstOrThrow()
	expect(paid.account_id).toBe(other.accountId)
	const newest = async (by: Actor) => (await desk.run('accountAudit', by, { query: { limit: 1 } }))[0]
	expect(await newest(owner)).toMatchObject({
		action: 'project.transfer',
		actor: 'other@example.com',
		detail: { invitation: sent.id, to: other.accountId },
	})
	expect(await newest(other)).toMatchObject({
		action: 'project.receive',
		detail: { invitation: sent.id, role: 'owner' },
	})
})

test('an offer does not hold where the project has another owner by then, or the member has gone', async () => {
	const projectId = await create('acme')
	await join(projectId, other, 'viewer')
	const { id } = await offer(projectId, other)
	const over = [409, 'conflict', 'This offer does not hold any more.', 'Ask the owner of the project for another one.']
	const set = (account: Actor, role: string) =>
		desk.db.updateTable('members').set({ role }).where('account_id', '=', account.accountId).execute()
	await set(owner, 'admin')
	expect(await refusalOf(accept(id))).toEqual(over)
	await set(owner, 'owner')
	await desk.db.deleteFrom('members').where('account_id', '=', other.accountId).execute()
	expect(await refusalOf(accept(id))).toEqual(over)
	expect(await roles(projectId)).toEqual(['owner@example.com owner'])
})
