import { createEndpointsClient } from '../../../../src/endpoints/client/createEndpointsClient.ts'
import { limits } from '../../../../src/endpoints/limits.ts'
import type { GivenRole } from '../../../../src/wire/management/projectSchemas.ts'
import { type Racer, type RaceWorld, racePassword } from './RaceWorld.ts'

/** A pair that is about to race. */
export interface Race {
	/** Runs at the first gateway, and at the second. */
	readonly runs: readonly [() => Promise<unknown>, () => Promise<unknown>]
	/** What must hold afterwards besides the invariants of the whole database: a text says what does not. */
	readonly check?: (done: readonly [boolean, boolean]) => Promise<string | undefined>
}

/** Two operations that may stand in each other's way. */
export interface RacePair {
	readonly name: string
	/** How many of the two succeed, where it is certain. */
	readonly succeed?: 1 | 2
	prepare(world: RaceWorld): Promise<Race>
}

async function team(world: RaceWorld, ...roles: readonly GivenRole[]) {
	const owner = await world.person()
	const { id: projectId } = await owner.at[0].createProject({ name: 'race' })
	const members: Racer[] = []
	for (const role of roles) {
		const member = await world.person()
		const invitation = await owner.at[0].inviteMember(projectId, { email: member.email, role })
		await member.at[0].acceptInvitation(invitation.id)
		members.push(member)
	}
	return { owner, projectId, members }
}

async function offer(world: RaceWorld) {
	const { owner, projectId, members } = await team(world, 'viewer', 'viewer')
	const [receiver, third] = members as [Racer, Racer]
	const { id } = await owner.at[0].transferProject(projectId, { accountId: receiver.accountId })
	return { owner, projectId, receiver, third, id, accept: () => receiver.at[0].acceptInvitation(id) }
}

async function invited(world: RaceWorld) {
	const { owner, projectId, members } = await team(world, 'admin')
	const [admin] = members as [Racer]
	const guest = await world.person()
	const { id } = await admin.at[0].inviteMember(projectId, { email: guest.email, role: 'admin' })
	return { owner, projectId, admin, guest, id, accept: () => guest.at[0].acceptInvitation(id) }
}

async function endpoint(world: RaceWorld) {
	const { owner, projectId } = await team(world)
	const { application, key } = await owner.at[0].createApplication(projectId, { name: 'app', network: 'pruning' })
	return { owner, projectId, app: application.id, key: key.id }
}

/** Every pair of operations of the service that rest on the same rows. */
export const racePairs: readonly RacePair[] = [
	{
		name: 'offer to one × offer to another',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, members } = await team(world, 'viewer', 'admin')
			const [one, two] = members as [Racer, Racer]
			return {
				runs: [
					() => owner.at[0].transferProject(projectId, { accountId: one.accountId }),
					() => owner.at[1].transferProject(projectId, { accountId: two.accountId }),
				],
			}
		},
	},
	{
		name: 'accept offer × accept it again',
		succeed: 1,
		async prepare(world) {
			const { receiver, id, accept } = await offer(world)
			return { runs: [accept, () => receiver.at[1].acceptInvitation(id)] }
		},
	},
	{
		name: 'accept offer × withdraw it',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, id, accept } = await offer(world)
			return { runs: [accept, () => owner.at[1].withdrawInvitation(projectId, id)] }
		},
	},
	{
		name: 'accept offer × decline it',
		succeed: 1,
		async prepare(world) {
			const { receiver, id, accept } = await offer(world)
			return { runs: [accept, () => receiver.at[1].declineInvitation(id)] }
		},
	},
	{
		name: 'accept offer × remove receiver',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, receiver, accept } = await offer(world)
			return { runs: [accept, () => owner.at[1].removeMember(projectId, receiver.accountId)] }
		},
	},
	{
		name: 'accept offer × receiver leaves',
		succeed: 1,
		async prepare(world) {
			const { projectId, receiver, accept } = await offer(world)
			return { runs: [accept, () => receiver.at[1].leaveProject(projectId)] }
		},
	},
	{
		name: 'accept offer × delete project',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, accept } = await offer(world)
			return { runs: [accept, () => owner.at[1].deleteProject(projectId)] }
		},
	},
	{
		name: 'accept offer × offer to another',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, third, accept } = await offer(world)
			return { runs: [accept, () => owner.at[1].transferProject(projectId, { accountId: third.accountId })] }
		},
	},
	{
		name: 'accept invitation × accept it again',
		succeed: 1,
		async prepare(world) {
			const { guest, id, accept } = await invited(world)
			return { runs: [accept, () => guest.at[1].acceptInvitation(id)] }
		},
	},
	{
		name: 'accept invitation × withdraw it',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, id, accept } = await invited(world)
			return { runs: [accept, () => owner.at[1].withdrawInvitation(projectId, id)] }
		},
	},
	{
		name: 'accept invitation × remove who invited',
		async prepare(world) {
			const { owner, projectId, admin, accept } = await invited(world)
			return { runs: [accept, () => owner.at[1].removeMember(projectId, admin.accountId)] }
		},
	},
	{
		name: 'accept invitation × delete project',
		async prepare(world) {
			const { owner, projectId, accept } = await invited(world)
			return { runs: [accept, () => owner.at[1].deleteProject(projectId)] }
		},
	},
	{
		name: 'invite × invite the same',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, admin } = await invited(world)
			return {
				runs: [
					() => owner.at[0].inviteMember(projectId, { email: 'twice@example.com', role: 'viewer' }),
					() => admin.at[1].inviteMember(projectId, { email: 'Twice@example.com', role: 'admin' }),
				],
			}
		},
	},
	{
		name: 'invite × invite another, one below the limit',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId, admin } = await invited(world)
			await world.storage.db
				.insertInto('invitations')
				.values(
					Array.from({ length: limits.pendingInvitationsPerProject - 2 }, (_, index) => ({
						id: `inv_${projectId}_${index}`,
						project_id: projectId,
						kind: 'member',
						email: `filler${index}@example.com`,
						email_key: `filler${index}@example.com`,
						role: 'viewer',
						inviter_id: owner.accountId,
						state: 'pending',
						created_at: BigInt(Date.now()),
						expires_at: BigInt(Date.now() + limits.invitationMs),
						answered_at: null,
					})),
				)
				.execute()
			return {
				runs: [
					() => owner.at[0].inviteMember(projectId, { email: 'one@example.com', role: 'viewer' }),
					() => admin.at[1].inviteMember(projectId, { email: 'two@example.com', role: 'viewer' }),
				],
			}
		},
	},
	{
		name: 'invite a stranger × invite again from another project, one below the limit',
		succeed: 1,
		async prepare(world) {
			const owner = await world.person()
			const guest = await world.person()
			const count = limits.invitationsFromOneInviter + 1
			const projects = await Promise.all(
				Array.from({ length: count }, (_, index) => owner.at[0].createProject({ name: `race ${index}` })),
			)
			const invite = (side: 0 | 1, index: number) => () =>
				owner.at[side].inviteMember(projects[index]!.id, { email: guest.email, role: 'viewer' })
			for (let index = 0; index < count - 2; index++) await invite(0, index)()
			return {
				runs: [invite(0, count - 2), invite(1, count - 1)],
				async check() {
					const open = await guest.at[0].invitations()
					return open.length === limits.invitationsFromOneInviter
						? undefined
						: `${open.length} invitations of one account are open`
				},
			}
		},
	},
	{
		name: 'invite × take the right to',
		async prepare(world) {
			const { owner, projectId, admin } = await invited(world)
			return {
				runs: [
					() => admin.at[0].inviteMember(projectId, { email: 'late@example.com', role: 'admin' }),
					() => owner.at[1].changeMember(projectId, admin.accountId, { role: 'viewer' }),
				],
			}
		},
	},
	{
		name: 'invite × delete project',
		async prepare(world) {
			const { owner, projectId, admin } = await invited(world)
			return {
				runs: [
					() => admin.at[0].inviteMember(projectId, { email: 'late@example.com', role: 'admin' }),
					() => owner.at[1].deleteProject(projectId),
				],
			}
		},
	},
	{
		name: 'change role × remove member',
		async prepare(world) {
			const { owner, projectId, admin } = await invited(world)
			return {
				runs: [
					() => owner.at[0].changeMember(projectId, admin.accountId, { role: 'viewer' }),
					() => owner.at[1].removeMember(projectId, admin.accountId),
				],
			}
		},
	},
	{
		name: 'delete project × create application',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId } = await team(world)
			return {
				runs: [
					() => owner.at[0].deleteProject(projectId),
					() => owner.at[1].createApplication(projectId, { name: 'late', network: 'pruning' }),
				],
			}
		},
	},
	{
		name: 'delete application × create key',
		async prepare(world) {
			const { owner, app } = await endpoint(world)
			return { runs: [() => owner.at[0].deleteApplication(app), () => owner.at[1].createKey(app)] }
		},
	},
	{
		name: 'create key × create key, one below the limit',
		succeed: 1,
		async prepare(world) {
			const { owner, app } = await endpoint(world)
			await world.storage.db
				.insertInto('api_keys')
				.values(
					Array.from({ length: limits.keysPerApplication - 2 }, (_, index) => ({
						id: `key_${app}_${index}`,
						application_id: app,
						hash: `${app}_${index}`,
						label: '',
						last4: 'none',
						created_at: 0n,
						expires_at: null,
						last_used_at: null,
						revoked_at: null,
						successor_id: null,
					})),
				)
				.execute()
			return { runs: [() => owner.at[0].createKey(app), () => owner.at[1].createKey(app)] }
		},
	},
	{
		name: 'rotate key × rotate it again',
		succeed: 1,
		async prepare(world) {
			const { owner, app, key } = await endpoint(world)
			return { runs: [() => owner.at[0].rotateKey(app, key), () => owner.at[1].rotateKey(app, key)] }
		},
	},
	{
		name: 'rotate key × revoke it',
		async prepare(world) {
			const { owner, app, key } = await endpoint(world)
			return { runs: [() => owner.at[0].rotateKey(app, key), () => owner.at[1].revokeKey(app, key)] }
		},
	},
	{
		name: 'set allowlist × set another',
		succeed: 2,
		async prepare(world) {
			const { owner, app } = await endpoint(world)
			const lists = [
				['10.0.0.1', '10.0.0.2'],
				['10.0.0.2', '10.0.0.3'],
			] as const
			return {
				runs: [
					() => owner.at[0].setAllowlists(app, { ips: lists[0] }),
					() => owner.at[1].setAllowlists(app, { ips: lists[1] }),
				],
				async check() {
					const { ips } = await owner.at[0].application(app)
					return lists.some((list) => list.join() === ips.join()) ? undefined : `a mixture of both: ${ips.join()}`
				},
			}
		},
	},
	{
		name: 'create application × create one, one below the limit',
		succeed: 1,
		async prepare(world) {
			const { owner, projectId } = await team(world)
			await world.storage.db
				.insertInto('applications')
				.values(
					Array.from({ length: limits.applicationsPerProject - 1 }, (_, index) => ({
						id: `app_${projectId}_${index}`,
						project_id: projectId,
						name: 'filler',
						description: '',
						network: 'pruning',
						path: `${projectId}_${index}`,
						key_required: 1n,
						rate_limit: null,
						created_at: 0n,
						deleted_at: null,
					})),
				)
				.execute()
			const make = (side: 0 | 1) => () => owner.at[side].createApplication(projectId, { name: 'n', network: 'pruning' })
			return { runs: [make(0), make(1)] }
		},
	},
	{
		name: 'create project × create one, one below the limit',
		succeed: 1,
		async prepare(world) {
			const owner = await world.person()
			const projects = Array.from({ length: limits.projectsPerAccount - 1 }, (_, index) => ({
				id: `prj_${owner.accountId}_${index}`,
				account_id: owner.accountId,
				name: 'filler',
				created_at: 0n,
			}))
			const { db } = world.storage
			await db.insertInto('projects').values(projects).execute()
			await db
				.insertInto('members')
				.values(projects.map(({ id, account_id }) => ({ project_id: id, account_id, role: 'owner', added_at: 0n })))
				.execute()
			return {
				runs: [() => owner.at[0].createProject({ name: 'a' }), () => owner.at[1].createProject({ name: 'b' })],
			}
		},
	},
	{
		name: 'sign up × sign up with the same e-mail',
		succeed: 1,
		async prepare({ urls, person, storage }) {
			// Sign-ups that find an account are limited; here they are meant.
			await storage.db.deleteFrom('login_tries').execute()
			const { email } = await person()
			const signUp = (side: 0 | 1) => () =>
				createEndpointsClient(urls[side], undefined).signUp(`twin-${email}`, racePassword)
			return { runs: [signUp(0), signUp(1)] }
		},
	},
	{
		name: 'change password × change it again',
		succeed: 1,
		async prepare(world) {
			const { at } = await world.person()
			const set = (side: 0 | 1) => () =>
				at[side].changePassword({ present: racePassword, fresh: `another password ${side}` })
			return { runs: [set(0), set(1)] }
		},
	},
	{
		name: 'change password × log in with the old one',
		async prepare({ urls, person }) {
			const { at, email } = await person()
			const late = createEndpointsClient(urls[1], undefined)
			return {
				runs: [
					() => at[0].changePassword({ present: racePassword, fresh: 'another password' }),
					() => late.logIn(email, racePassword),
				],
				async check([changed]) {
					const goesOn = await late.account().then(
						() => true,
						() => false,
					)
					return changed && goesOn ? 'a session of the old password goes on' : undefined
				},
			}
		},
	},
]
