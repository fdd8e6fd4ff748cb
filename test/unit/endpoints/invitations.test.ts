import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import type { GivenRole } from '../../../src/wire/management/projectSchemas.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

const day = 86_400_000
let desk: Desk
let owner: Actor
let other: Actor
let projectId: string

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
	other = await desk.account('other@example.com')
	projectId = (await desk.run('createProject', owner, { body: { name: 'acme' } })).id
})
afterEach(() => desk.context.storage.close())

const invite = (email: string, role: GivenRole = 'viewer', by = owner, id = projectId) =>
	desk.run('inviteMember', by, { path: { projectId: id }, body: { email, role } })
const accept = (invitationId: string, by = other) => desk.run('acceptInvitation', by, { path: { invitationId } })
const decline = (invitationId: string, by = other) => desk.run('declineInvitation', by, { path: { invitationId } })
const withdraw = (invitationId: string, by = owner) =>
	desk.run('withdrawInvitation', by, { path: { projectId, invitationId } })
const sent = () => desk.run('projectInvitations', owner, { path: { projectId } })
const none = [404, 'not_found', 'There is no such invitation.', 'See the ones you can with the list of invitations.']

/** Rows of open invitations of an account, each a millisecond younger than the one before. */
const fill = async (count: number, email: (index: number) => string, inviter = owner, project?: string) => {
	for (let index = 0; index < count; index++) {
		const id = project ?? `prj_${inviter.accountId}_${index}`
		if (project === undefined)
			await desk.db
				.insertInto('projects')
				.values({ id, account_id: inviter.accountId, name: 'filler', created_at: 0n })
				.execute()
		await desk.db
			.insertInto('invitations')
			.values({
				id: `inv_${inviter.accountId}_${index}`,
				project_id: id,
				kind: 'member',
				email: email(index),
				email_key: email(index),
				role: 'viewer',
				inviter_id: inviter.accountId,
				state: 'pending',
				created_at: BigInt(desk.clock.ms - 10_000 + index),
				expires_at: BigInt(desk.clock.ms + day),
				answered_at: null,
			})
			.execute()
	}
}

test('an invitation is shown to who sent it and to who gets it, open for a week', async () => {
	const made = await invite(' Other@example.com ', 'developer')
	const shown = {
		id: made.id,
		kind: 'member',
		projectId,
		projectName: 'acme',
		role: 'developer',
		email: 'Other@example.com',
		invitedBy: 'owner@example.com',
		state: 'pending',
		createdAt: desk.clock.ms,
		expiresAt: desk.clock.ms + 7 * day,
		answeredAt: null,
	}
	expect(made).toEqual(shown)
	expect(await sent()).toEqual([shown])
	expect(await desk.run('invitations', other)).toEqual([shown])
	desk.clock.ms += 7 * day - 1
	expect(await desk.run('invitations', other)).toEqual([shown])
	desk.clock.ms += 1
	expect(await desk.run('invitations', other)).toEqual([])
	expect(await sent()).toEqual([{ ...shown, state: 'expired' }])
	expect(await refusalOf(accept(made.id))).toEqual([
		409,
		'conflict',
		'This invitation has expired.',
		'Ask for another one.',
	])
})

test('an invitation stays on the list of its project for thirty days beyond its week', async () => {
	await accept((await invite('other@example.com')).id)
	desk.clock.ms += 37 * day - 1
	expect(await sent()).toMatchObject([{ state: 'accepted' }])
	desk.clock.ms += 1
	expect(await sent()).toHaveLength(0)
})

test('who accepts an invitation is in the team, and who declines it is not', async () => {
	const first = await invite('other@example.com', 'admin')
	const gone = await desk.account('gone@example.com')
	const second = await invite('gone@example.com')
	desk.clock.ms += 5
	expect(await accept(first.id)).toEqual({
		id: projectId,
		name: 'acme',
		role: 'admin',
		accountId: owner.accountId,
		createdAt: desk.clock.ms - 5,
	})
	await decline(second.id, gone)
	const members = await desk.run('members', owner, { path: { projectId } })
	expect(members.map(({ email, role, addedAt }) => [email, role, desk.clock.ms - addedAt])).toEqual([
		['owner@example.com', 'owner', 5],
		['other@example.com', 'admin', 0],
	])
	const ends = (await sent()).map(({ id, state, answeredAt }) => [id, state, answeredAt])
	expect(ends).toHaveLength(2)
	expect(ends).toEqual(
		expect.arrayContaining([
			[first.id, 'accepted', desk.clock.ms],
			[second.id, 'declined', desk.clock.ms],
		]),
	)
	const log = await desk.run('projectAudit', owner, { path: { projectId }, query: { limit: 2 } })
	expect(log.map(({ action, actor, detail }) => [action, actor, detail]).sort()).toEqual([
		['member.decline', 'gone@example.com', { invitation: second.id }],
		['member.join', 'other@example.com', { invitation: first.id, role: 'admin' }],
	])
	for (const [{ id, state }, by] of [
		[{ ...first, state: 'accepted' }, other],
		[{ ...second, state: 'declined' }, gone],
	] as const) {
		const over = [409, 'conflict', `This invitation is ${state}.`, 'Ask for another one.']
		expect(await refusalOf(accept(id, by))).toEqual(over)
		expect(await refusalOf(decline(id, by))).toEqual(over)
		expect(await refusalOf(withdraw(id))).toEqual(none)
	}
	expect(await refusalOf(invite('OTHER@example.com'))).toEqual([
		409,
		'conflict',
		'This account is a member already.',
		'Change its role instead.',
	])
})

test('an invitation is there for the invited alone, and for its own project', async () => {
	const { id } = await invite('other@example.com')
	const stranger = await desk.account('stranger@example.com')
	expect(await refusalOf(accept(id, stranger))).toEqual(none)
	expect(await refusalOf(decline(id, owner))).toEqual(none)
	expect(await refusalOf(accept('inv_none'))).toEqual(none)
	const own = await desk.run('createProject', owner, { body: { name: 'own' } })
	const elsewhere = { projectId: own.id, invitationId: id }
	expect(await refusalOf(desk.run('withdrawInvitation', owner, { path: elsewhere }))).toEqual(none)
	await withdraw(id)
	expect(await desk.run('invitations', other)).toEqual([])
	expect(await sent()).toMatchObject([{ id, state: 'withdrawn', answeredAt: desk.clock.ms }])
})

test('who is a member by another way cannot accept an invitation any more, but decline it', async () => {
	const { id } = await invite('other@example.com')
	await desk.db
		.insertInto('members')
		.values({ project_id: projectId, account_id: other.accountId, role: 'viewer', added_at: 0n })
		.execute()
	expect(await refusalOf(accept(id))).toEqual([409, 'conflict', 'You are a member already.', 'Decline the invitation.'])
	await decline(id)
	expect(await sent()).toMatchObject([{ state: 'declined' }])
})

test('only the owner takes an offer of the project back, and any admin an invitation', async () => {
	const { id: first } = await invite('other@example.com', 'admin')
	await accept(first)
	const path = { projectId }
	const offered = await desk.run('transferProject', owner, { path, body: { accountId: other.accountId } })
	const { id: third } = await invite('third@example.com')
	expect(await refusalOf(withdraw(offered.id, other))).toEqual([
		403,
		'forbidden',
		'As admin of this project you may not do this (project.transfer).',
		'Ask its owner.',
	])
	await withdraw(third, other)
	await withdraw(offered.id)
	const log = await desk.run('projectAudit', owner, { path, query: { limit: 50 } })
	expect(log.map(({ action, actor }) => `${action} ${actor}`)).toEqual(
		expect.arrayContaining(['member.withdraw other@example.com', 'transfer.withdraw owner@example.com']),
	)
})

test('a project is offered again once an offer of it has expired', async () => {
	await accept((await invite('other@example.com')).id)
	const offer = () => desk.run('transferProject', owner, { path: { projectId }, body: { accountId: other.accountId } })
	const first = await offer()
	desk.clock.ms += 7 * day - 1
	expect(await refusalOf(offer())).toMatchObject({ 1: 'conflict' })
	desk.clock.ms += 1
	const second = await offer()
	expect((await sent()).map(({ id, state }) => [id, state])).toEqual(
		expect.arrayContaining([
			[first.id, 'expired'],
			[second.id, 'pending'],
		]),
	)
})

test('an e-mail has one open invitation of a project, and a new one once that has expired', async () => {
	await invite('other@example.com')
	expect(await refusalOf(invite('Other@example.com', 'admin'))).toEqual([
		409,
		'conflict',
		'There is an invitation for this e-mail already.',
		'Withdraw it first to change the role.',
	])
	desk.clock.ms += 7 * day
	await invite('other@example.com', 'admin')
	expect((await sent()).map(({ state, answeredAt }) => [state, answeredAt])).toEqual([
		['pending', null],
		['expired', desk.clock.ms],
	])
})

test('a project has so many open invitations, and so many members with them', async () => {
	const email = (index: number) => `p${index}@example.com`
	await fill(limits.pendingInvitationsPerProject - 1, email, owner, projectId)
	await invite('last@example.com')
	expect(await refusalOf(invite('more@example.com'))).toEqual([
		409,
		'conflict',
		'50 invitations of this project are not answered.',
		'Withdraw those that nobody needs.',
	])
	// The owner, 149 members and 50 invitations.
	await desk.db.deleteFrom('invitations').where('email_key', '=', 'last@example.com').execute()
	for (let index = 0; index < limits.membersPerProject - 51; index++) {
		const { accountId } = await desk.account(`m${index}@example.com`)
		await desk.db
			.insertInto('members')
			.values({ project_id: projectId, account_id: accountId, role: 'viewer', added_at: 0n })
			.execute()
	}
	await invite('last@example.com')
	await withdraw((await sent()).find(({ email: to }) => to === 'last@example.com')!.id)
	const { accountId } = await desk.account('one-more@example.com')
	await desk.db
		.insertInto('members')
		.values({ project_id: projectId, account_id: accountId, role: 'viewer', added_at: 0n })
		.execute()
	expect(await refusalOf(invite('last@example.com'))).toEqual([
		409,
		'conflict',
		'A project has at most 200 members.',
		'Remove those who are gone.',
	])
})

test('an account has so many open invitations for one e-mail, of all its projects', async () => {
	await fill(limits.invitationsFromOneInviter - 1, () => 'victim@example.com')
	await invite('victim@example.com')
	const own = await desk.run('createProject', owner, { body: { name: 'own' } })
	expect(await refusalOf(invite('victim@example.com', 'viewer', owner, own.id))).toEqual([
		409,
		'conflict',
		'5 invitations of yours to this e-mail are not answered.',
		'Wait for the answers, or withdraw one of them in its project.',
	])
	await invite('somebody@example.com', 'viewer', owner, own.id)
})

test('a list of invitations that is full loses the oldest one of who has sent the most', async () => {
	const victim = await desk.account('victim@example.com')
	const to = () => 'victim@example.com'
	const busy = await desk.account('busy@example.com')
	await fill(3, to, other)
	await fill(limits.invitationsReceived - 4, to, busy)
	const first = await invite(to())
	const received = async () => (await desk.run('invitations', victim)).map(({ id }) => id)
	const full = await received()
	expect(full).toHaveLength(limits.invitationsReceived)
	const third = await desk.account('third@example.com')
	const own = await desk.run('createProject', third, { body: { name: 'own' } })
	const late = await invite(to(), 'viewer', third, own.id)
	const now = await received()
	const oldest = `inv_${busy.accountId}_0`
	expect([...now].sort()).toEqual([...full.filter((id) => id !== oldest), late.id].sort())
	expect(now).toContain(first.id)
	const ended = await desk.db.selectFrom('invitations').selectAll().where('state', '=', 'expired').execute()
	expect(ended.map(({ id, answered_at }) => [id, answered_at])).toEqual([[oldest, BigInt(desk.clock.ms)]])
})

test('a list of invitations that is more than full, as many at once make it, loses all that are too many', async () => {
	const victim = await desk.account('victim@example.com')
	const to = () => 'victim@example.com'
	const busy = await desk.account('busy@example.com')
	await fill(1, to, other)
	await fill(limits.invitationsReceived + 1, to, busy)
	const late = await invite(to())
	const received = (await desk.run('invitations', victim)).map(({ id }) => id)
	expect(received).toHaveLength(limits.invitationsReceived)
	expect(received).toEqual(expect.arrayContaining([late.id, `inv_${other.accountId}_0`]))
	const ended = await desk.db.selectFrom('invitations').select('id').where('state', '=', 'expired').execute()
	expect(ended.map(({ id }) => id).sort()).toEqual([0, 1, 2].map((index) => `inv_${busy.accountId}_${index}`))
})
