import type { Kysely, Transaction } from 'kysely'
import { type Action, allows, type Role } from '../../../wire/management/permissions.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { notFound, ServiceFault } from '../ServiceContext.ts'

/** A project and what the caller is in it. */
export interface ProjectAccess {
	readonly projectId: string
	/** Account that owns the project and pays. */
	readonly accountId: string
	readonly role: Role
}

/** An application and what the caller is in its project. */
export interface ApplicationAccess extends ProjectAccess {
	readonly applicationId: string
}

/**
 * Checks read access of a team member to a project. Writes go through `changeProject`, which locks the project's row.
 *
 * @throws {ServiceFault} 404 for non-members, 403 for a role without permission.
 */
export async function projectAccess(
	db: Kysely<EndpointsSchema>,
	actorId: string,
	projectId: string,
	action: Action,
): Promise<ProjectAccess> {
	const row = await db
		.selectFrom('projects')
		.innerJoin('members', 'members.project_id', 'projects.id')
		.select(['projects.account_id', 'members.role'])
		.where('projects.id', '=', projectId)
		.where('members.account_id', '=', actorId)
		.executeTakeFirst()
	if (row === undefined) throw notFound('project')
	const role = row.role as Role
	if (!allows(role, action)) {
		throw new ServiceFault(
			403,
			'forbidden',
			`As ${role} of this project you may not do this (${action}).`,
			'Ask the owner or an admin of the project.',
		)
	}
	return { projectId, accountId: row.account_id, role }
}

/** Checks access to one of the project's existing applications. */
export async function applicationAccess(
	db: Kysely<EndpointsSchema>,
	actorId: string,
	applicationId: string,
	action: Action,
): Promise<ApplicationAccess> {
	const row = await db
		.selectFrom('applications')
		.select(['project_id'])
		.where('id', '=', applicationId)
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	if (row === undefined) throw notFound('application')
	try {
		return { ...(await projectAccess(db, actorId, row.project_id, action)), applicationId }
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
