import { allows, roleOf } from '../../../wire/management/permissions.ts'
import type { Operations, ProjectRequest } from '../Operation.ts'
import { conflict, notFound, type ServiceFault } from '../ServiceContext.ts'
import { projectAccess } from './access.ts'
import { changeProject } from './change.ts'
import { withdrawFrom, withdrawTransferTo } from './invitations.ts'

/** The team of a project. */
export const memberOperations: Operations<'members' | 'changeMember' | 'removeMember' | 'leaveProject'> = {
	/** In order of joining. */
	async members(request) {
		const { db } = request.context.storage
		const { projectId } = await projectAccess(db, request)
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
	},
	/** The owner keeps theirs. */
	async changeMember(request) {
		const { accountId: memberId, projectId } = request.path
		const { role } = request.body
		await changeProject(request, async (db, { accountId }) => {
			const { numUpdatedRows } = await db
				.updateTable('members')
				.set({ role })
				.where('project_id', '=', projectId)
				.where('account_id', '=', memberId)
				.where('role', '!=', 'owner')
				.executeTakeFirst()
			if (numUpdatedRows === 0n) throw memberOrOwner(memberId === accountId)
			if (!allows(role, 'member.invite')) await withdrawFrom(request.context, db, projectId, memberId)
			return { result: undefined, detail: { member: memberId, role } }
		})
	},
	removeMember: (request) => remove(request, request.path.accountId),
	leaveProject: (request) => remove(request, request.actor.accountId),
}

/** Takes a member out of the team. Everyone but the owner may leave. */
async function remove(request: ProjectRequest, memberId: string): Promise<void> {
	const { context, actor, path } = request
	const leaving = memberId === actor.accountId
	await changeProject({ ...request, action: leaving ? 'project.read' : 'member.remove' }, async (db, { accountId }) => {
		const { numDeletedRows } = await db
			.deleteFrom('members')
			.where('project_id', '=', path.projectId)
			.where('account_id', '=', memberId)
			.where('role', '!=', 'owner')
			.executeTakeFirst()
		if (numDeletedRows === 0n) throw memberOrOwner(memberId === accountId)
		await withdrawFrom(context, db, path.projectId, memberId)
		await withdrawTransferTo(context, db, path.projectId, memberId)
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
