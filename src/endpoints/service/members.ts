import { roleOf } from '../../wire/management/permissions.ts'
import type { GivenRole, Member } from '../../wire/management/projectSchemas.ts'
import { projectAccess } from './access.ts'
import { change } from './change.ts'
import type { ServiceContext } from './ServiceContext.ts'
import { conflict, notFound, ServiceFault } from './ServiceFault.ts'

/** The team of a project, in the order they came. */
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

/** Adds an account by its e-mail. Throws ServiceFault. */
export async function addMember(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	email: string,
	role: GivenRole,
): Promise<Member> {
	return change(context, async (db) => {
		const { accountId } = await projectAccess(db, actorId, projectId, 'member.add')
		const account = await db
			.selectFrom('accounts')
			.select(['id', 'email'])
			.where('email_key', '=', email.trim().toLowerCase())
			.executeTakeFirst()
		if (account === undefined) {
			throw new ServiceFault(404, 'not_found', 'There is no account with this e-mail.', 'Ask them to sign up first.')
		}
		const now = context.clock.now()
		const inserted = await db
			.insertInto('members')
			.values({ project_id: projectId, account_id: account.id, role, added_at: BigInt(now) })
			.onConflict((on) => on.columns(['project_id', 'account_id']).doNothing())
			.returning('account_id')
			.executeTakeFirst()
		if (inserted === undefined) throw conflict('This account is a member already.', 'Change its role instead.')
		return {
			result: { accountId: account.id, email: account.email, role, addedAt: now },
			change: { actorId, accountId, projectId, action: 'member.add', detail: { member: account.id, role } },
		}
	})
}

/** Gives a member another role; the owner keeps theirs. Throws ServiceFault. */
export async function changeMember(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	memberId: string,
	role: GivenRole,
): Promise<void> {
	await change(context, async (db) => {
		const { accountId } = await projectAccess(db, actorId, projectId, 'member.change')
		const { numUpdatedRows } = await db
			.updateTable('members')
			.set({ role })
			.where('project_id', '=', projectId)
			.where('account_id', '=', memberId)
			.where('role', '!=', 'owner')
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw memberOrOwner(memberId === accountId)
		const detail = { member: memberId, role }
		return { result: undefined, change: { actorId, accountId, projectId, action: 'member.change', detail } }
	})
}

/** Takes a member out of the team. Everyone but the owner may leave. Throws ServiceFault. */
export async function removeMember(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	memberId: string,
): Promise<void> {
	await change(context, async (db) => {
		const leaving = memberId === actorId
		const { accountId } = await projectAccess(db, actorId, projectId, leaving ? 'project.read' : 'member.remove')
		const { numDeletedRows } = await db
			.deleteFrom('members')
			.where('project_id', '=', projectId)
			.where('account_id', '=', memberId)
			.where('role', '!=', 'owner')
			.executeTakeFirst()
		if (numDeletedRows === 0n) throw memberOrOwner(memberId === accountId)
		const detail = { member: memberId }
		return { result: undefined, change: { actorId, accountId, projectId, action: 'member.remove', detail } }
	})
}

function memberOrOwner(isOwner: boolean): ServiceFault {
	if (!isOwner) return notFound('member')
	return conflict(
		'The owner of a project stays until it is transferred.',
		'Transfer the project to another member first.',
	)
}
