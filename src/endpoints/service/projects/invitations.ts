import type { Kysely, SelectQueryBuilder } from 'kysely'
import { roleOf } from '../../../wire/management/permissions.ts'
import type { Invitation } from '../../../wire/management/projectSchemas.ts'
import { limits } from '../../limits.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { limitReceived } from '../accounts/limitReceived.ts'
import type { Operations, ProjectRequest } from '../Operation.ts'
import { conflict, invalid, newId, notFound, type ServiceContext } from '../ServiceContext.ts'
import { emailKeyOf } from '../texts.ts'
import { checkRole, projectAccess } from './access.ts'
import { type ChangeDb, changeProject } from './change.ts'

/** Time for which an invitation stays on the project's list after its own time is over, in milliseconds. */
const rememberedMs = 30 * 86_400_000

/** Invitations that a project has sent out, and offers of it. */
export const sentInvitationOperations: Operations<
	'projectInvitations' | 'inviteMember' | 'transferProject' | 'withdrawInvitation'
> = {
	/** Those that are open, and the others for 30 days after their own time; the newest first. */
	async projectInvitations(request) {
		const { storage, clock } = request.context
		const { projectId } = await projectAccess(storage.db, request)
		const since = clock.now() - rememberedMs
		return readInvitations(storage.db, clock.now(), (query) =>
			query.where('invitations.project_id', '=', projectId).where('invitations.expires_at', '>', BigInt(since)),
		)
	},
	/** Invites an e-mail's account, existing or future, which the reply does not reveal; it counts once accepted. */
	async inviteMember(request) {
		const { context, actor, body, path } = request
		const { role } = body
		const email = body.email.trim()
		const email_key = emailKeyOf(body.email)
		return changeProject(request, async (db, { projectId }) => {
			const members = await db
				.selectFrom('members')
				.innerJoin('accounts', 'accounts.id', 'members.account_id')
				.select('accounts.email_key')
				.where('members.project_id', '=', projectId)
				.execute()
			if (members.some((member) => member.email_key === email_key)) {
				throw conflict('This account is a member already.', 'Change its role instead.')
			}
			const pending = await countPending(context, db, projectId)
			if (pending >= limits.pendingInvitationsPerProject) {
				throw conflict(`${pending} invitations of this project are not answered.`, 'Withdraw those that nobody needs.')
			}
			if (members.length + pending >= limits.membersPerProject) {
				throw conflict(`A project has at most ${limits.membersPerProject} members.`, 'Remove those who are gone.')
			}
			await limitReceived(context, db, actor.accountId, email_key)
			const result = await insertInvitation({ context, actor, path }, db, { kind: 'member', email, email_key, role })
			if (result === undefined) {
				throw conflict('There is an invitation for this e-mail already.', 'Withdraw it first to change the role.')
			}
			return { result, detail: { invitation: result.id, email, role } }
		})
	},
	/**
	 * Offers a project to another member, who owns it and pays from the moment they accept; until then nothing changes. A
	 * project is offered to one at a time.
	 */
	async transferProject(request) {
		const { accountId: to } = request.body
		return changeProject(request, async (db, { projectId }) => {
			const receiver = await db
				.selectFrom('members')
				.innerJoin('accounts', 'accounts.id', 'members.account_id')
				.select(['accounts.email', 'accounts.email_key'])
				.where('members.project_id', '=', projectId)
				.where('members.account_id', '=', to)
				.where('members.account_id', '!=', request.actor.accountId)
				.executeTakeFirst()
			if (receiver === undefined) {
				throw invalid('The new owner has to be another member of the project.', 'Invite them first.')
			}
			await countPending(request.context, db, projectId)
			const result = await insertInvitation(request, db, { kind: 'transfer', role: 'owner', ...receiver })
			if (result === undefined) throw conflict('The project is offered to somebody already.', 'Withdraw that first.')
			return { result, action: 'project.offer', detail: { invitation: result.id, to } }
		})
	},
	/** Takes an invitation or offer back before it is answered. */
	async withdrawInvitation(request) {
		const { invitationId } = request.path
		await changeProject(request, async (db, { projectId, role }) => {
			const row = await db
				.selectFrom('invitations')
				.select('kind')
				.where('id', '=', invitationId)
				.where('project_id', '=', projectId)
				.where('state', '=', 'pending')
				.executeTakeFirst()
			if (row === undefined) throw notFound('invitation')
			if (row.kind === 'transfer') checkRole(role, 'project.transfer', 'Ask its owner.')
			await end(request.context, db, invitationId, 'withdrawn')
			return { result: undefined, action: `${row.kind}.withdraw`, detail: { invitation: invitationId } }
		})
	},
}

/** Takes back what a member who may invite no longer has sent out. */
export async function withdrawFrom(
	context: ServiceContext,
	db: ChangeDb,
	projectId: string,
	inviterId: string,
): Promise<void> {
	await ended(context, db, 'withdrawn')
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
	await ended(context, db, 'withdrawn')
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
	await ended(context, db, state).where('id', '=', invitationId).execute()
}

function ended({ clock }: ServiceContext, db: ChangeDb, state: 'accepted' | 'declined' | 'withdrawn' | 'expired') {
	return db.updateTable('invitations').set({ state, answered_at: BigInt(clock.now()) })
}

/** Counts open invitations; expired ones do not count. */
async function countPending(context: ServiceContext, db: ChangeDb, projectId: string): Promise<number> {
	await ended(context, db, 'expired')
		.where('project_id', '=', projectId)
		.where('state', '=', 'pending')
		.where('expires_at', '<=', BigInt(context.clock.now()))
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
	{ context, actor, path }: Pick<ProjectRequest, 'context' | 'actor' | 'path'>,
	db: ChangeDb,
	values: Pick<Invitation, 'kind' | 'email' | 'role'> & { readonly email_key: string },
): Promise<Invitation | undefined> {
	const now = context.clock.now()
	const inserted = await db
		.insertInto('invitations')
		.values({
			...values,
			id: newId('inv'),
			project_id: path.projectId,
			inviter_id: actor.accountId,
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

/** Invitations for display, newest first. One past its time is expired, even if the database does not say so yet. */
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
