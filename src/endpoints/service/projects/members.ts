import { allows, roleOf } from '../../../wire/management/permissions.ts'
import type { GivenRole, Member } from '../../../wire/management/projectSchemas.ts'
import { conflict, notFound, type ServiceContext, type ServiceFault } from '../ServiceContext.ts'
import { projectAccess } from './access.ts'
import { changeProject } from './change.ts'
import { withdrawFrom, withdrawTransferTo } from './invitations.ts'

/** The members of a project, in order of joining. */
export async function listMembers(
	context: ServiceContext,
	actorId: string,
	projectId: string,
): Promise<readonly Member[]> {
	const { db } = context.storage
	await projectAccess(db, actorId, projectId, 'member.list')
	const rows = await db
		.selectFrom('members')
		.innerJoin('accounts', 'accounts.id', 'members.account_id')
		.select(['members.account_id', 'accounts.email', 'members.role', 'members.added_at'])
		.where('members.project_id', '=', projectId)
		.orderBy('members.added_at')
		.orderBy('accounts.email')
		.execute()
	return rows.map((row) => ({
		accountId: row.account_id,
		email: row.email,
		role: roleOf(row.role) ?? 'viewer',
		addedAt: Number(row.added_at),
	}))
}

/**
 * Changes the role of a member; the owner keeps theirs.
 *
 * @throws {ServiceFault} if access is denied.
 */
export async function changeMember(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	memberId: string,
	role: GivenRole,
): Promise<void> {
	await changeProject(context, actorId, projectId, 'member.change', async (db, { accountId }) => {
		const { numUpdatedRows } = await db
			.updateTable('members')
			.set({ role })
			.where('project_id', '=', projectId)
			.where('account_id', '=', memberId)
			.where('role', '!=', 'owner')
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw memberOrOwner(memberId === accountId)
		if (!allows(role, 'member.invite')) await withdrawFrom(context, db, projectId, memberId)
		return { result: undefined, action: 'member.change', detail: { member: memberId, role } }
	})
}

/**
 * Takes a member out of the team. Everyone but the owner may leave.
 *
 * @throws {ServiceFault}
 */
export async function removeMember(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	memberId: string,
): Promise<void> {
	const leaving = memberId === actorId
	const action = leaving ? 'project.read' : 'member.remove'
	await changeProject(context, actorId, projectId, action, async (db, { accountId }) => {
		const { numDeletedRows } = await db
			.deleteFrom('members')
			.where('project_id', '=', projectId)
			.where('account_id', '=', memberId)
			.where('role', '!=', 'owner')
			.executeTakeFirst()
		if (numDeletedRows === 0n) throw memberOrOwner(memberId === accountId)
		await withdrawFrom(context, db, projectId, memberId)
		await withdrawTransferTo(context, db, projectId, memberId)
		const detail = { member: memberId }
		return { result: undefined, action: leaving ? 'member.leave' : 'member.remove', detail }
	})
}

function memberOrOwner(isOwner: boolean): ServiceFault {
	if (!isOwner) return notFound('member')
	return conflict(
		'The owner of a project stays until it is transferred.',
		'Transfer the project to another member first.',
	)
}
