import { roleOf } from '../../../wire/management/permissions.ts'
import { limits } from '../../limits.ts'
import type { Operations } from '../Operation.ts'
import { conflict, newId } from '../ServiceContext.ts'
import { checkName } from '../texts.ts'
import { holdAccount } from './access.ts'
import { type ChangeDb, change, changeProject } from './change.ts'

/** Projects of the caller. */
export const projectOperations: Operations<'projects' | 'createProject' | 'renameProject' | 'deleteProject'> = {
	/** Those the caller is a member of, by name. */
	async projects({ context, actor }) {
		const rows = await context.storage.db
			.selectFrom('projects')
			.innerJoin('members', 'members.project_id', 'projects.id')
			.select(['projects.id', 'projects.name', 'projects.account_id', 'projects.created_at', 'members.role'])
			.where('members.account_id', '=', actor.accountId)
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
	},
	/** The caller owns it. */
	async createProject({ context, actor: { accountId }, body }) {
		const name = checkName(body.name, 'a project')
		const id = newId('prj')
		const now = BigInt(context.clock.now())
		await change(context, async (db) => {
			await checkOwnedProjects(db, accountId)
			await db.insertInto('projects').values({ id, account_id: accountId, name, created_at: now }).execute()
			await db
				.insertInto('members')
				.values({ project_id: id, account_id: accountId, role: 'owner', added_at: now })
				.execute()
			return {
				result: undefined,
				change: { actorId: accountId, accountId, projectId: id, action: 'project.create', detail: { name } },
			}
		})
		return { id, name, role: 'owner', accountId, createdAt: Number(now) }
	},
	async renameProject(request) {
		const name = checkName(request.body.name, 'a project')
		await changeProject(request, async (db, { projectId }) => {
			await db.updateTable('projects').set({ name }).where('id', '=', projectId).execute()
			return { result: undefined, detail: { name } }
		})
	},
	/** Of one that has no applications any more; the database removes its team and invitations with it. */
	async deleteProject(request) {
		await changeProject(request, async (db, { projectId }) => {
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
			await db.deleteFrom('projects').where('id', '=', projectId).execute()
			return { result: undefined }
		})
	},
}

/** Holds an account that is about to own one project more. @throws {ServiceFault} if it has as many as it may. */
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
