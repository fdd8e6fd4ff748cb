import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, Migrator, sql } from 'kysely'
import Libsql from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointsClient } from '../../../src/endpoints/client/EndpointsClient.ts'
import { limits } from '../../../src/endpoints/limits.ts'
import { migrations } from '../../../src/endpoints/storage/migrations.ts'
import { ImmediateSqliteDialect, openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import type { EndpointsSchema } from '../../../src/endpoints/storage/schema.ts'
import { type Cluster, postgresBinaries, startCluster } from './support/postgres.ts'
import { blockNumberCall, joinTeam, person, post, startService, type TestService } from './support/service.ts'

const password = 'correct horse battery'

let cluster: Cluster | undefined
beforeAll(async () => {
	if (postgresBinaries !== undefined) cluster = await startCluster()
})
afterAll(() => cluster?.stop())

describe.each(['sqlite', 'postgres'] as const)('on %s nobody', (engine) => {
	const test = it.skipIf(engine === 'postgres' && postgresBinaries === undefined)
	let service: TestService
	let owner: EndpointsClient
	let other: EndpointsClient
	let projectId: string
	let now: number
	beforeEach(async () => {
		now = Date.UTC(2026, 10, 21, 12)
		const databaseUrl = engine === 'postgres' ? await cluster?.database() : undefined
		service = await startService({
			clock: { now: () => now },
			...(databaseUrl === undefined ? {} : { databaseUrl }),
		})
		owner = await person(service, 'owner@example.com')
		other = await person(service, 'other@example.com')
		projectId = (await owner.createProject({ name: 'acme' })).id
	})
	afterEach(() => service.close())
	const rolesOf = async () => (await owner.members(projectId)).map(({ email, role }) => `${email} ${role}`).sort()

	test('nobody is in a team before they have accepted', async () => {
		const sent = await owner.inviteMember(projectId, { email: ' OTHER@example.com', role: 'admin' })
		expect(await rolesOf()).toEqual(['owner@example.com owner'])
		expect(await other.projects()).toEqual([])
		await expect(other.members(projectId)).rejects.toThrow(/no such project/)
		expect(await other.invitations()).toEqual([
			expect.objectContaining({
				kind: 'member',
				projectName: 'acme',
				role: 'admin',
				invitedBy: 'owner@example.com',
				state: 'pending',
			}),
		])
		expect(await other.acceptInvitation(sent.id)).toMatchObject({ id: projectId, role: 'admin' })
		expect(await rolesOf()).toEqual(['other@example.com admin', 'owner@example.com owner'])
		expect(await other.invitations()).toEqual([])
		await expect(other.acceptInvitation(sent.id)).rejects.toThrow('This invitation is accepted.')
		const actions = (await owner.projectAudit(projectId)).map(({ action, actor }) => `${action} ${actor}`)
		expect(actions).toEqual(
			expect.arrayContaining(['member.invite owner@example.com', 'member.join other@example.com']),
		)
	})

	test('becomes a member by an invitation that was declined, withdrawn, has expired or is another person’s', async () => {
		const invite = () => owner.inviteMember(projectId, { email: 'other@example.com', role: 'viewer' })
		const declined = await invite()
		await other.declineInvitation(declined.id)
		await expect(other.acceptInvitation(declined.id)).rejects.toThrow('This invitation is declined.')
		const withdrawn = await invite()
		await owner.withdrawInvitation(projectId, withdrawn.id)
		await expect(other.acceptInvitation(withdrawn.id)).rejects.toThrow('This invitation is withdrawn.')
		const expired = await invite()
		now += limits.invitationMs
		await owner.logIn('owner@example.com', password)
		await other.logIn('other@example.com', password)
		await expect(other.acceptInvitation(expired.id)).rejects.toThrow('This invitation has expired.')
		expect(await other.invitations()).toEqual([])
		const open = await invite()
		const third = await person(service, 'third@example.com')
		await expect(third.acceptInvitation(open.id)).rejects.toThrow('There is no such invitation.')
		await expect(third.declineInvitation(open.id)).rejects.toThrow('There is no such invitation.')
		expect(await rolesOf()).toEqual(['owner@example.com owner'])
		expect((await owner.projectInvitations(projectId)).map(({ state }) => state).sort()).toEqual([
			'declined',
			'expired',
			'pending',
			'withdrawn',
		])
	})

	test('learns from an invitation who has an account here', async () => {
		const shape = ({ id, email, ...rest }: object & { id: string; email: string }) => rest
		const known = await owner.inviteMember(projectId, { email: 'other@example.com', role: 'viewer' })
		const unknown = await owner.inviteMember(projectId, { email: 'nobody@example.com', role: 'viewer' })
		expect(shape(known)).toEqual(shape(unknown))
		const late = await person(service, 'nobody@example.com')
		expect((await late.invitations()).map(({ id }) => id)).toEqual([unknown.id])
	})

	test('pays for a project before they have accepted it', async () => {
		const { application, key } = await owner.createApplication(projectId, { name: 'app', network: 'archival' })
		const call = () => post(application.url, blockNumberCall, { 'x-api-key': key.key })
		const otherId = await joinTeam(owner, projectId, other, 'viewer')
		const third = await person(service, 'third@example.com')
		const thirdId = await joinTeam(owner, projectId, third, 'admin')
		const offer = await owner.transferProject(projectId, { accountId: otherId })
		await expect(owner.transferProject(projectId, { accountId: thirdId })).rejects.toThrow(
			/offered to somebody already/,
		)
		await expect(third.withdrawInvitation(projectId, offer.id)).rejects.toThrow(/project.transfer/)
		await call()
		expect((await other.statement()).relays).toBe(0)
		expect((await owner.statement()).relays).toBe(1)
		expect(await rolesOf()).toContain('owner@example.com owner')
		await other.acceptInvitation(offer.id)
		expect(
			(await owner.members(projectId)).filter(({ role }) => role === 'owner').map(({ accountId }) => accountId),
		).toEqual([otherId])
		await call()
		expect((await other.statement()).relays).toBe(1)
		expect((await owner.statement()).relays).toBe(1)
		const told = (client: EndpointsClient) => client.accountAudit().then((log) => log.map(({ action }) => action))
		expect(await told(owner)).toContain('project.transfer')
		expect(await told(other)).toContain('project.receive')
	})

	test('takes over a project they have left, or from one who does not own it any more', async () => {
		const otherId = await joinTeam(owner, projectId, other, 'viewer')
		const offer = await owner.transferProject(projectId, { accountId: otherId })
		await other.leaveProject(projectId)
		await expect(other.acceptInvitation(offer.id)).rejects.toThrow('This invitation is withdrawn.')
		await expect(owner.leaveProject(projectId)).rejects.toThrow(/owner of a project stays/)
		expect(await rolesOf()).toEqual(['owner@example.com owner'])
	})

	test('gets in by an invitation of one who may not invite any more', async () => {
		const admin = await person(service, 'admin@example.com')
		const adminId = await joinTeam(owner, projectId, admin, 'admin')
		const first = await admin.inviteMember(projectId, { email: 'other@example.com', role: 'admin' })
		await owner.changeMember(projectId, adminId, { role: 'developer' })
		await expect(other.acceptInvitation(first.id)).rejects.toThrow('This invitation is withdrawn.')
		await owner.changeMember(projectId, adminId, { role: 'admin' })
		const second = await admin.inviteMember(projectId, { email: 'other@example.com', role: 'admin' })
		await owner.removeMember(projectId, adminId)
		await expect(other.acceptInvitation(second.id)).rejects.toThrow('This invitation is withdrawn.')
	})

	test('nobody is invited twice, or more often than a project may', async () => {
		await owner.inviteMember(projectId, { email: 'other@example.com', role: 'viewer' })
		await expect(owner.inviteMember(projectId, { email: 'Other@example.com', role: 'admin' })).rejects.toThrow(
			/an invitation for this e-mail already/,
		)
		await Promise.all(
			Array.from({ length: limits.pendingInvitationsPerProject - 1 }, (_, index) =>
				owner.inviteMember(projectId, { email: `p${index}@example.com`, role: 'viewer' }),
			),
		)
		await expect(owner.inviteMember(projectId, { email: 'last@example.com', role: 'viewer' })).rejects.toThrow(
			/50 invitations of this project are not answered/,
		)
	})

	test('fills the list of invitations of somebody else', async () => {
		const invited = { email: 'victim@example.com', role: 'viewer' } as const
		const victim = await person(service, invited.email)
		// One stranger: a few of all their projects, also at the same time.
		const projects = [projectId]
		for (let index = 1; index < limits.invitationsFromOneInviter + 3; index++)
			projects.push((await owner.createProject({ name: `p${index}` })).id)
		const tried = await Promise.allSettled(projects.map((id) => owner.inviteMember(id, invited)))
		expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.invitationsFromOneInviter)
		const refused = tried.find((attempt) => attempt.status === 'rejected')
		expect(String(refused?.reason)).toContain('5 invitations of yours to this e-mail are not answered.')
		expect(refused?.reason).toMatchObject({ next: expect.stringContaining('withdraw one of them') })

		// Many accounts of a stranger: the list is full, and a friend's invitation still comes through and stays.
		const sent = await other.inviteMember((await other.createProject({ name: 'friends' })).id, invited)
		const storage = await openStorage(service.databaseUrl)
		const [{ id: inviter }] = (await storage.db
			.selectFrom('accounts')
			.select('id')
			.where('email_key', '=', 'owner@example.com')
			.execute()) as [{ id: string }]
		for (let index = (await victim.invitations()).length; index < limits.invitationsReceived; index++) {
			const project = `prj_filler${index}`
			await storage.db
				.insertInto('projects')
				.columns(['id', 'account_id', 'name', 'created_at'])
				.expression((from) =>
					from
						.selectFrom('projects')
						.select((select) => [select.val(project).as('id'), 'account_id', 'name', 'created_at'])
						.where('id', '=', projectId),
				)
				.execute()
			await storage.db
				.insertInto('invitations')
				.values({
					id: `inv_filler${index}`,
					project_id: project,
					kind: 'member',
					email: invited.email,
					email_key: invited.email,
					role: 'viewer',
					inviter_id: inviter,
					state: 'pending',
					created_at: BigInt(now - 1_000 + index),
					expires_at: BigInt(now + limits.invitationMs),
					answered_at: null,
				})
				.execute()
		}
		await storage.close()
		expect(await victim.invitations()).toHaveLength(limits.invitationsReceived)
		const third = await person(service, 'third@example.com')
		const late = await third.inviteMember((await third.createProject({ name: 'late' })).id, invited)
		const received = (await victim.invitations()).map(({ id }) => id)
		expect(received).toHaveLength(limits.invitationsReceived)
		expect(received).toEqual(expect.arrayContaining([sent.id, late.id]))
	})

	test('nobody is a second owner, whatever writes to the database', async () => {
		const otherId = await joinTeam(owner, projectId, other, 'viewer')
		const storage = await openStorage(service.databaseUrl)
		await expect(
			storage.db.updateTable('members').set({ role: 'owner' }).where('account_id', '=', otherId).execute(),
		).rejects.toThrow(/unique/i)
		await storage.close()
	})
})

it('a project that two people owned after a race is its payer’s again', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-owners-'))
	const url = `sqlite:${join(folder, 'db.sqlite')}`
	const db = new Kysely<EndpointsSchema>({
		dialect: new ImmediateSqliteDialect({ database: new Libsql(join(folder, 'db.sqlite')) }),
	})
	const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0003'))
	const { error } = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
	expect(error).toBeUndefined()
	for (const id of ['acc_1', 'acc_2']) {
		await sql.raw(`insert into accounts values ('${id}', '${id}@a', '${id}@a', null, 'payg', null, 0)`).execute(db)
	}
	await sql.raw("insert into projects values ('prj_1', 'acc_2', 'acme', 0), ('prj_2', 'acc_1', 'none', 0)").execute(db)
	await sql.raw("insert into members values ('prj_1', 'acc_1', 'owner', 0), ('prj_1', 'acc_2', 'owner', 0)").execute(db)
	await sql
		.raw("insert into applications values ('app_1', 'prj_gone', 'a', '', 'pruning', 'p', 1, null, 5, null)")
		.execute(db)
	await db.destroy()
	const again = await openStorage(url)
	const members = await again.db.selectFrom('members').selectAll().orderBy('project_id').orderBy('account_id').execute()
	expect(members.map(({ project_id, account_id, role }) => `${project_id} ${account_id} ${role}`)).toEqual([
		'prj_1 acc_1 admin',
		'prj_1 acc_2 owner',
		'prj_2 acc_1 owner',
	])
	const gone = await again.db.selectFrom('applications').select('deleted_at').executeTakeFirstOrThrow()
	expect(gone.deleted_at).toBe(5n)
	await again.close()
	rmSync(folder, { recursive: true, force: true })
})
