import type { Kysely } from 'kysely'
import { type Action, allows, type Role } from '../../wire/management/permissions.ts'
import type { EndpointsSchema } from '../storage/schema.ts'
import { notFound, ServiceFault } from './ServiceFault.ts'

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
 * Lets a team member do something in a project. Throws ServiceFault: 404 to those who are no members, 403 to those whose
 * role does not allow it.
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

/** The same for one of the project's applications that still exists. */
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
