import { roleOf } from '../../../wire/management/permissions.ts'
import type { Project } from '../../../wire/management/projectSchemas.ts'
import { limits } from '../../limits.ts'
import { conflict, newId, type ServiceContext } from '../ServiceContext.ts'
import { checkName } from '../texts.ts'
import { holdAccount } from './access.ts'
import { type ChangeDb, change, changeProject } from './change.ts'

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

/**
 * Opens a project; the caller owns it.
 *
 * @throws {ServiceFault}
 */
export async function createProject(context: ServiceContext, actorId: string, name: string): Promise<Project> {
	const checked = checkName(name, 'a project')
	const id = newId('prj')
	const now = BigInt(context.clock.now())
	await change(context, async (db) => {
		await checkOwnedProjects(db, actorId)
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

/**
 * Holds an account that is about to own one project more.
 *
 * @throws {ServiceFault} if it has as many as it may.
 */
export async function checkOwnedProjects(db: ChangeDb, accountId: string): Promise<void> {
	await holdAccount(db, accountId)
	const { count } = await db
		.selectFrom('projects')
		.select((select) => select.fn.countAll<bigint>().as('count'))
		.where('account_id', '=', accountId)
		.executeTakeFirstOrThrow()
	if (BigInt(count) < BigInt(limits.projectsPerAccount)) return
	throw conflict(`This account owns ${limits.projectsPerAccount} projects.`, 'Delete those nobody uses.')
}

/**
 * Renames a project.
 *
 * @throws {ServiceFault} if the name is invalid, or access is denied.
 */
export async function renameProject(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	name: string,
): Promise<void> {
	const checked = checkName(name, 'a project')
	await changeProject(context, actorId, projectId, 'project.rename', async (db) => {
		await db.updateTable('projects').set({ name: checked }).where('id', '=', projectId).execute()
		return { result: undefined, action: 'project.rename', detail: { name: checked } }
	})
}

/**
 * Removes a project that has no applications any more; its invitations end with it.
 *
 * @throws {ServiceFault}
 */
export async function deleteProject(context: ServiceContext, actorId: string, projectId: string): Promise<void> {
	await changeProject(context, actorId, projectId, 'project.delete', async (db) => {
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
		await db.deleteFrom('invitations').where('project_id', '=', projectId).execute()
		await db.deleteFrom('members').where('project_id', '=', projectId).execute()
		await db.deleteFrom('projects').where('id', '=', projectId).execute()
		return { result: undefined, action: 'project.delete' }
	})
}
