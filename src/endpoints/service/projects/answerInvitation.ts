import type { Selectable } from 'kysely'
import { roleOf } from '../../../wire/management/permissions.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import type { OperationRequest, Operations } from '../Operation.ts'
import { conflict, notFound, type ServiceContext } from '../ServiceContext.ts'
import { holdProject } from './access.ts'
import { recordChange } from './audit.ts'
import { type ChangeDb, change, type Done } from './change.ts'
import { end, readInvitations } from './invitations.ts'

import { checkOwnedProjects } from './projects.ts'

type InvitationRow = Selectable<EndpointsSchema['invitations']>

/** Invitations and offers to the caller, and the answers to them. */
export const receivedInvitationOperations: Operations<'invitations' | 'acceptInvitation' | 'declineInvitation'> = {
	/** Those that are open, the newest first. */
	async invitations({ context, actor }) {
		const now = context.clock.now()
		return readInvitations(context.storage.db, now, (query) =>
			query
				.where('invitations.email_key', 'in', (select) =>
					select.selectFrom('accounts as own').select('own.email_key').where('own.id', '=', actor.accountId),
				)
				.where('invitations.state', '=', 'pending')
				.where('invitations.expires_at', '>', BigInt(now)),
		)
	},
	/** Joins the team, or takes the project over and pays for it from now on. */
	acceptInvitation: (request) =>
		answer(request, async (db, row) => {
			const { context } = request
			const { accountId: actorId } = request.actor
			const project = await db
				.selectFrom('projects')
				.selectAll()
				.where('id', '=', row.project_id)
				.executeTakeFirstOrThrow()
			await end(context, db, row.id, 'accepted')
			const isTransfer = row.kind === 'transfer'
			const accountId = isTransfer ? actorId : project.account_id
			if (isTransfer) await takeOver(context, db, row, actorId)
			else await join(context, db, row, actorId)
			return {
				result: {
					id: project.id,
					name: project.name,
					role: roleOf(row.role) ?? 'viewer',
					accountId,
					createdAt: Number(project.created_at),
				},
				change: {
					actorId,
					accountId,
					projectId: project.id,
					action: isTransfer ? 'project.receive' : 'member.join',
					detail: { invitation: row.id, role: row.role },
				},
			}
		}),
	declineInvitation: (request) =>
		answer(request, async (db, row) => {
			await end(request.context, db, row.id, 'declined')
			const { account_id: accountId } = await db
				.selectFrom('projects')
				.select('account_id')
				.where('id', '=', row.project_id)
				.executeTakeFirstOrThrow()
			const { accountId: actorId } = request.actor
			const detail = { invitation: row.id }
			return {
				result: undefined,
				change: { actorId, accountId, projectId: row.project_id, action: `${row.kind}.decline`, detail },
			}
		}),
}

/** Runs an answer while project and invitation are held. To others than the invited the invitation is not there. */
function answer<Result>(
	{ context, actor, path: { invitationId } }: OperationRequest<'acceptInvitation'>,
	run: (db: ChangeDb, row: InvitationRow) => Promise<Done<Result>>,
): Promise<Result> {
	return change(context, async (db) => {
		const place = await db
			.selectFrom('invitations')
			.innerJoin('accounts', 'accounts.email_key', 'invitations.email_key')
			.select('invitations.project_id')
			.where('invitations.id', '=', invitationId)
			.where('accounts.id', '=', actor.accountId)
			.executeTakeFirst()
		if (place === undefined || !(await holdProject(db, place.project_id))) throw notFound('invitation')
		const row = await db
			.selectFrom('invitations')
			.selectAll()
			.where('id', '=', invitationId)
			.forUpdate()
			.executeTakeFirstOrThrow()
		if (row.state !== 'pending') throw conflict(`This invitation is ${row.state}.`, 'Ask for another one.')
		if (Number(row.expires_at) <= context.clock.now()) {
			throw conflict('This invitation has expired.', 'Ask for another one.')
		}
		return run(db, row)
	})
}

async function join(context: ServiceContext, db: ChangeDb, row: InvitationRow, actorId: string): Promise<void> {
	const inserted = await db
		.insertInto('members')
		.values({
			project_id: row.project_id,
			account_id: actorId,
			role: row.role,
			added_at: BigInt(context.clock.now()),
		})
		.onConflict((on) => on.columns(['project_id', 'account_id']).doNothing())
		.returning('account_id')
		.executeTakeFirst()
	if (inserted === undefined) throw conflict('You are a member already.', 'Decline the invitation.')
}

/** The owner so far becomes an admin; there is never a second owner, nor none when this is done. */
async function takeOver(context: ServiceContext, db: ChangeDb, row: InvitationRow, actorId: string): Promise<void> {
	const { project_id: projectId, inviter_id: formerId } = row
	await checkOwnedProjects(db, actorId)
	const members = db.updateTable('members').where('project_id', '=', projectId)
	const former = members.where('account_id', '=', formerId).where('role', '=', 'owner').set({ role: 'admin' })
	const next = members.where('account_id', '=', actorId).set({ role: 'owner' })
	for (const update of [former, next]) {
		const { numUpdatedRows } = await update.executeTakeFirst()
		if (numUpdatedRows === 0n) {
			throw conflict('This offer does not hold any more.', 'Ask the owner of the project for another one.')
		}
	}
	await db.updateTable('projects').set({ account_id: actorId }).where('id', '=', projectId).execute()
	const at = context.clock.now()
	const detail = { invitation: row.id, to: actorId }
	await recordChange(db, { at, actorId, accountId: formerId, projectId, action: 'project.transfer', detail })
}
