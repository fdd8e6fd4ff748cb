import { roleOf } from '../../wire/management/permissions.ts'
import type { Project } from '../../wire/management/projectSchemas.ts'
import { projectAccess } from './access.ts'
import { change } from './change.ts'
import { newId } from './ids.ts'
import type { ServiceContext } from './ServiceContext.ts'
import { conflict, invalid } from './ServiceFault.ts'

/** A name of a project or application: one line, not blank. Throws ServiceFault. */
export function checkName(name: string, what: string): string {
	const trimmed = name.trim()
	if (trimmed === '' || trimmed.length > 80 || /\p{C}/u.test(trimmed)) {
		throw invalid(`The name of ${what} has 1 to 80 characters in one line.`)
	}
	return trimmed
}

/** The projects an account is a member of, by name. */
export async function listProjects(context: ServiceContext, actorId: string): Promise<readonly Project[]> {
	const rows = await context.storage.db
		.selectFrom('projects')
		.innerJoin('members', 'members.project_id', 'projects.id')
		.select(['projects.id', 'projects.name', 'projects.account_id', 'projects.created_at', 'members.role'])
		.where('members.account_id', '=', actorId)
		.orderBy('projects.name')
		.orderBy('projects.id')
		.execute()
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		role: roleOf(row.role) ?? 'viewer',
		accountId: row.account_id,
		createdAt: Number(row.created_at),
	}))
}

/** Opens a project; the caller owns it. */
export async function createProject(context: ServiceContext, actorId: string, name: string): Promise<Project> {
	const checked = checkName(name, 'a project')
	const id = newId('prj')
	const now = BigInt(context.clock.now())
	await change(context, async (db) => {
		await db.insertInto('projects').values({ id, account_id: actorId, name: checked, created_at: now }).execute()
		await db
			.insertInto('members')
			.values({ project_id: id, account_id: actorId, role: 'owner', added_at: now })
			.execute()
		const detail = { name: checked }
		return {
			result: undefined,
			change: { actorId, accountId: actorId, projectId: id, action: 'project.create', detail },
		}
	})
	return { id, name: checked, role: 'owner', accountId: actorId, createdAt: Number(now) }
}

/** Gives a project another name. Throws ServiceFault. */
export async function renameProject(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	name: string,
): Promise<void> {
	const checked = checkName(name, 'a project')
	await change(context, async (db) => {
		const { accountId } = await projectAccess(db, actorId, projectId, 'project.rename')
		await db.updateTable('projects').set({ name: checked }).where('id', '=', projectId).execute()
		const detail = { name: checked }
		return { result: undefined, change: { actorId, accountId, projectId, action: 'project.rename', detail } }
	})
}

/** Removes a project that has no applications any more. Throws ServiceFault. */
export async function deleteProject(context: ServiceContext, actorId: string, projectId: string): Promise<void> {
	await change(context, async (db) => {
		const { accountId } = await projectAccess(db, actorId, projectId, 'project.delete')
		const left = await db
			.selectFrom('applications')
			.select('name')
			.where('project_id', '=', projectId)
			.where('deleted_at', 'is', null)
			.execute()
		if (left.length > 0) {
			throw conflict(
				`The project still has ${left.length} application(s).`,
				'Delete them first: their endpoints end with them.',
			)
		}
		await db.deleteFrom('members').where('project_id', '=', projectId).execute()
		await db.deleteFrom('projects').where('id', '=', projectId).execute()
		return { result: undefined, change: { actorId, accountId, projectId, action: 'project.delete' } }
	})
}

/** Makes another member the owner, who pays from now on; the owner so far becomes an admin. Throws ServiceFault. */
export async function transferProject(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	toAccountId: string,
): Promise<void> {
	await change(context, async (db) => {
		const { accountId } = await projectAccess(db, actorId, projectId, 'project.transfer')
		const { numUpdatedRows } = await db
			.updateTable('members')
			.set({ role: 'owner' })
			.where('project_id', '=', projectId)
			.where('account_id', '=', toAccountId)
			.where('account_id', '!=', actorId)
			.executeTakeFirst()
		if (numUpdatedRows === 0n)
			throw invalid('The new owner has to be another member of the project.', 'Add them first.')
		await db
			.updateTable('members')
			.set({ role: 'admin' })
			.where('project_id', '=', projectId)
			.where('account_id', '=', actorId)
			.execute()
		await db.updateTable('projects').set({ account_id: toAccountId }).where('id', '=', projectId).execute()
		const detail = { to: toAccountId }
		return { result: undefined, change: { actorId, accountId, projectId, action: 'project.transfer', detail } }
	})
}
