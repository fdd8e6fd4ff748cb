import type { Kysely, Transaction } from 'kysely'
import { BugError } from '../../../errors/UserError.ts'
import { type Action, allows, type Role } from '../../../wire/management/permissions.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import type { ApplicationRequest, ProjectRequest } from '../Operation.ts'
import { notFound, ServiceFault } from '../ServiceContext.ts'

/** A project and what the caller is in it. */
export interface ProjectAccess {
	readonly projectId: string
	/** Account that owns the project and pays. */
	readonly accountId: string
	readonly role: Role
	/** The permission that was checked. */
	readonly action: Action
}

/**
 * Checks that the caller's role in a project has the permission of the request. Writes go through `changeProject`,
 * which locks the project's row.
 * @throws {ServiceFault} 404 for non-members, 403 for a role without permission.
 */
export async function projectAccess(
	db: Kysely<EndpointsSchema>,
	{ actor, action, path: { projectId } }: ProjectRequest,
): Promise<ProjectAccess> {
	if (action === undefined) throw new BugError('an operation of a project names no permission')
	const row = await db
		.selectFrom('projects')
		.innerJoin('members', 'members.project_id', 'projects.id')
		.select(['projects.account_id', 'members.role'])
		.where('projects.id', '=', projectId)
		.where('members.account_id', '=', actor.accountId)
		.executeTakeFirst()
	if (row === undefined) throw notFound('project')
	const role = row.role as Role
	checkRole(role, action, 'Ask the owner or an admin of the project.')
	return { projectId, accountId: row.account_id, role, action }
}

/** Checks that a role has a permission. @throws {ServiceFault} 403 */
export function checkRole(role: Role, action: Action, next: string): void {
	if (allows(role, action)) return
	throw new ServiceFault(403, 'forbidden', `As ${role} of this project you may not do this (${action}).`, next)
}

/** Checks access to an existing application in the same way. */
export async function applicationAccess(
	db: Kysely<EndpointsSchema>,
	request: ApplicationRequest,
): Promise<ProjectAccess> {
	const row = await db
		.selectFrom('applications')
		.select(['project_id'])
		.where('id', '=', request.path.applicationId)
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	if (row === undefined) throw notFound('application')
	try {
		return await projectAccess(db, { ...request, path: { projectId: row.project_id } })
	} catch (fault) {
		if (fault instanceof ServiceFault && fault.status === 404) throw notFound('application')
		throw fault
	}
}

/**
 * Locks a project until the end of the transaction. Concurrent changes wait here, so that what a decision depends on
 * stays as it was read. Returns false if the project does not exist. A transaction locks rows in this order, which
 * prevents deadlocks: project, invitation or application, account, version.
 */
export async function holdProject(trx: Transaction<EndpointsSchema>, projectId: string): Promise<boolean> {
	const row = await trx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().executeTakeFirst()
	return row !== undefined
}

/** Locks an account in the same way. Throws if it does not exist. */
export async function holdAccount(trx: Transaction<EndpointsSchema>, accountId: string): Promise<void> {
	await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
}
