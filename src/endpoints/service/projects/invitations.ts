import type { Kysely, SelectQueryBuilder } from 'kysely'
import { allows, roleOf } from '../../../wire/management/permissions.ts'
import type { GivenRole, Invitation } from '../../../wire/management/projectSchemas.ts'
import { limits } from '../../limits.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { limitReceived } from '../accounts/limitReceived.ts'
import { conflict, invalid, newId, notFound, type ServiceContext, ServiceFault } from '../ServiceContext.ts'
import { emailKeyOf } from '../texts.ts'
import { projectAccess } from './access.ts'
import { type ChangeDb, changeProject } from './change.ts'

/** Time for which an answered invitation stays on the project's list, in milliseconds. */
const rememberedMs = 30 * 86_400_000

/**
 * Invitations of a project that are open, and those answered within 30 days; the newest first.
 *
 * @throws {ServiceFault}
 */
export async function listProjectInvitations(
	context: ServiceContext,
	actorId: string,
	projectId: string,
): Promise<readonly Invitation[]> {
	const { db } = context.storage
	await projectAccess(db, actorId, projectId, 'member.list')
	const since = context.clock.now() - rememberedMs
	return readInvitations(db, context.clock.now(), (query) =>
		query.where('invitations.project_id', '=', projectId).where('invitations.expires_at', '>', BigInt(since)),
	)
}

/**
 * Invites the account with an e-mail, existing or future, into a team. Nothing changes until it accepts. The reply does
 * not reveal whether the account exists.
 *
 * @throws {ServiceFault} if a limit is reached, or access is denied.
 */
export async function inviteMember(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	email: string,
	role: GivenRole,
): Promise<Invitation> {
	const shown = email.trim()
	const emailKey = emailKeyOf(email)
	return changeProject(context, actorId, projectId, 'member.invite', async (db) => {
		const members = await db
			.selectFrom('members')
			.innerJoin('accounts', 'accounts.id', 'members.account_id')
			.select('accounts.email_key')
			.where('members.project_id', '=', projectId)
			.execute()
		if (members.some(({ email_key }) => email_key === emailKey)) {
			throw conflict('This account is a member already.', 'Change its role instead.')
		}
		const pending = await countPending(context, db, projectId)
		if (pending >= limits.pendingInvitationsPerProject) {
			throw conflict(`${pending} invitations of this project are not answered.`, 'Withdraw those that nobody needs.')
		}
		if (members.length + pending >= limits.membersPerProject) {
			throw conflict(`A project has at most ${limits.membersPerProject} members.`, 'Remove those who are gone.')
		}
		await limitReceived(context, db, actorId, emailKey)
		const invitation = { kind: 'member', email: shown, email_key: emailKey, role } as const
		const result = await insertInvitation(context, db, { actorId, projectId, ...invitation })
		if (result === undefined) {
			throw conflict('There is an invitation for this e-mail already.', 'Withdraw it first to change the role.')
		}
		return { result, action: 'member.invite', detail: { invitation: result.id, email: shown, role } }
	})
}

/**
 * Offers a project to another member, who owns it and pays from the moment they accept; until then nothing changes. A
 * project is offered to one at a time.
 *
 * @throws {ServiceFault}
 */
export async function offerProject(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	toAccountId: string,
): Promise<Invitation> {
	return changeProject(context, actorId, projectId, 'project.transfer', async (db) => {
		const receiver = await db
			.selectFrom('members')
			.innerJoin('accounts', 'accounts.id', 'members.account_id')
			.select(['accounts.email', 'accounts.email_key'])
			.where('members.project_id', '=', projectId)
			.where('members.account_id', '=', toAccountId)
			.where('members.account_id', '!=', actorId)
			.executeTakeFirst()
		if (receiver === undefined) {
			throw invalid('The new owner has to be another member of the project.', 'Invite them first.')
		}
		await countPending(context, db, projectId)
		const invitation = { kind: 'transfer', role: 'owner', ...receiver } as const
		const result = await insertInvitation(context, db, { actorId, projectId, ...invitation })
		if (result === undefined) throw conflict('The project is offered to somebody already.', 'Withdraw that first.')
		return { result, action: 'project.offer', detail: { invitation: result.id, to: toAccountId } }
	})
}

/**
 * Takes an invitation or offer back before it is answered.
 *
 * @throws {ServiceFault}
 */
export async function withdrawInvitation(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	invitationId: string,
): Promise<void> {
	await changeProject(context, actorId, projectId, 'member.invite', async (db, { role }) => {
		const row = await db
			.selectFrom('invitations')
			.select('kind')
			.where('id', '=', invitationId)
			.where('project_id', '=', projectId)
			.where('state', '=', 'pending')
			.executeTakeFirst()
		if (row === undefined) throw notFound('invitation')
		if (row.kind === 'transfer' && !allows(role, 'project.transfer')) {
			throw new ServiceFault(
				403,
				'forbidden',
				`As ${role} of this project you may not do this (project.transfer).`,
				'Ask its owner.',
			)
		}
		await end(context, db, invitationId, 'withdrawn')
		return { result: undefined, action: `${row.kind}.withdraw`, detail: { invitation: invitationId } }
	})
}

/** Takes back what a member who may invite no longer has sent out. */
export async function withdrawFrom(
	context: ServiceContext,
	db: ChangeDb,
	projectId: string,
	inviterId: string,
): Promise<void> {
	await db
		.updateTable('invitations')
		.set({ state: 'withdrawn', answered_at: BigInt(context.clock.now()) })
		.where('project_id', '=', projectId)
		.where('inviter_id', '=', inviterId)
		.where('state', '=', 'pending')
		.execute()
}

/** Withdraws the offer of a project to a member who left its team. */
export async function withdrawTransferTo(
	context: ServiceContext,
	db: ChangeDb,
	projectId: string,
	accountId: string,
): Promise<void> {
	await db
		.updateTable('invitations')
		.set({ state: 'withdrawn', answered_at: BigInt(context.clock.now()) })
		.where('project_id', '=', projectId)
		.where('kind', '=', 'transfer')
		.where('state', '=', 'pending')
		.where('email_key', 'in', (select) => select.selectFrom('accounts').select('email_key').where('id', '=', accountId))
		.execute()
}

/** Writes how an invitation has ended. */
export async function end(
	context: ServiceContext,
	db: ChangeDb,
	invitationId: string,
	state: 'accepted' | 'declined' | 'withdrawn',
): Promise<void> {
	await db
		.updateTable('invitations')
		.set({ state, answered_at: BigInt(context.clock.now()) })
		.where('id', '=', invitationId)
		.execute()
}

/** Counts open invitations; expired ones do not count. */
async function countPending(context: ServiceContext, db: ChangeDb, projectId: string): Promise<number> {
	const now = BigInt(context.clock.now())
	await db
		.updateTable('invitations')
		.set({ state: 'expired', answered_at: now })
		.where('project_id', '=', projectId)
		.where('state', '=', 'pending')
		.where('expires_at', '<=', now)
		.execute()
	const { count } = await db
		.selectFrom('invitations')
		.select((select) => select.fn.countAll<bigint>().as('count'))
		.where('project_id', '=', projectId)
		.where('kind', '=', 'member')
		.where('state', '=', 'pending')
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** The new invitation, or undefined where one like it is open. */
async function insertInvitation(
	context: ServiceContext,
	db: ChangeDb,
	values: {
		readonly actorId: string
		readonly projectId: string
		readonly kind: Invitation['kind']
		readonly email: string
		readonly email_key: string
		readonly role: Invitation['role']
	},
): Promise<Invitation | undefined> {
	const { actorId, projectId, ...rest } = values
	const now = context.clock.now()
	const inserted = await db
		.insertInto('invitations')
		.values({
			...rest,
			id: newId('inv'),
			project_id: projectId,
			inviter_id: actorId,
			state: 'pending',
			created_at: BigInt(now),
			expires_at: BigInt(now + limits.invitationMs),
			answered_at: null,
		})
		.onConflict((on) => on.doNothing())
		.returning('id')
		.executeTakeFirst()
	if (inserted === undefined) return undefined
	const [made] = await readInvitations(db, now, (query) => query.where('invitations.id', '=', inserted.id))
	return made
}

/** A query of invitations, to be narrowed down. */
type InvitationQuery = SelectQueryBuilder<EndpointsSchema, 'invitations' | 'projects' | 'accounts', object>

const states: readonly Invitation['state'][] = ['pending', 'accepted', 'declined', 'withdrawn', 'expired']

/**
 * Invitations for display, the newest first. One past its time is expired, even if the database does not say so yet.
 */
export async function readInvitations(
	db: Kysely<EndpointsSchema>,
	now: number,
	narrow: (query: InvitationQuery) => InvitationQuery,
): Promise<readonly Invitation[]> {
	const from = db
		.selectFrom('invitations')
		.innerJoin('projects', 'projects.id', 'invitations.project_id')
		.innerJoin('accounts', 'accounts.id', 'invitations.inviter_id')
	const rows = await narrow(from)
		.select([
			'invitations.id',
			'invitations.kind',
			'invitations.project_id',
			'projects.name',
			'invitations.role',
			'invitations.email',
			'accounts.email as invited_by',
			'invitations.state',
			'invitations.created_at',
			'invitations.expires_at',
			'invitations.answered_at',
		])
		.orderBy('invitations.created_at', 'desc')
		.orderBy('invitations.id')
		.execute()
	return rows.map((row) => {
		const isOver = row.state === 'pending' && Number(row.expires_at) <= now
		return {
			id: row.id,
			kind: row.kind === 'transfer' ? 'transfer' : 'member',
			projectId: row.project_id,
			projectName: row.name,
			role: roleOf(row.role) ?? 'viewer',
			email: row.email,
			invitedBy: row.invited_by,
			state: isOver ? 'expired' : (states.find((state) => state === row.state) ?? 'withdrawn'),
			createdAt: Number(row.created_at),
			expiresAt: Number(row.expires_at),
			answeredAt: row.answered_at === null ? null : Number(row.answered_at),
		}
	})
}
