import type { Transaction } from 'kysely'
import { bumpVersion } from '../../storage/openStorage.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import type { ApplicationRequest, ProjectRequest } from '../Operation.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import { applicationAccess, holdProject, type ProjectAccess, projectAccess } from './access.ts'
import { type Change, recordChange } from './audit.ts'

/** The transaction of a change. */
export type ChangeDb = Transaction<EndpointsSchema>

/** Result of a change and its entry in the audit log. */
export interface Done<Result> {
	readonly result: Result
	readonly change: Omit<Change, 'at'>
}

/** The same with project and account known. */
export interface DoneInProject<Result> {
	readonly result: Result
	/** Name in the audit log, where it is another one than the permission of the request. */
	readonly action?: string
	/** Holds no secret. */
	readonly detail?: Readonly<Record<string, unknown>>
	readonly applicationId?: string
}

/** Most attempts of a transaction that PostgreSQL rolled back because of a conflict. */
const maxRuns = 4
/** serialization_failure and deadlock_detected (PostgreSQL, appendix A). */
const undone = /^(40001|40P01)$/

/**
 * Makes a change whole: what `run` writes, its audit row and the new version in one transaction; then this process's gateway
 * forgets what it knew. `run` returns the result and what to record; it runs again when the database undid it.
 */
export async function change<Result>(
	context: ServiceContext,
	run: (db: ChangeDb) => Promise<Done<Result>>,
): Promise<Result> {
	const once = () =>
		context.storage.db.transaction().execute(async (db) => {
			const done = await run(db)
			await recordChange(db, { ...done.change, at: context.clock.now() })
			await bumpVersion(db)
			return done.result
		})
	let result: Result | undefined
	for (let runs = 1; ; runs++) {
		try {
			result = await once()
			break
		} catch (error) {
			const { code } = error as { readonly code?: unknown }
			if (typeof code !== 'string' || !undone.test(code) || runs === maxRuns) throw error
		}
	}
	context.changed()
	return result
}

/** Changes something of a project, which is held meanwhile. @throws {ServiceFault} as `projectAccess` does. */
export function changeProject<Result>(
	request: ProjectRequest,
	run: (db: ChangeDb, access: ProjectAccess) => Promise<DoneInProject<Result>>,
): Promise<Result> {
	return change(request.context, async (db) => {
		await holdProject(db, request.path.projectId)
		const access = await projectAccess(db, request)
		return recorded(request, access, await run(db, access))
	})
}

/** Changes something of an application; its project is held. @throws {ServiceFault} as `applicationAccess` does. */
export function changeApplication<Result>(
	request: ApplicationRequest,
	run: (db: ChangeDb) => Promise<DoneInProject<Result>>,
): Promise<Result> {
	const { applicationId } = request.path
	return change(request.context, async (db) => {
		// An application never moves to another project.
		const row = await db
			.selectFrom('applications')
			.select('project_id')
			.where('id', '=', applicationId)
			.executeTakeFirst()
		if (row !== undefined) await holdProject(db, row.project_id)
		const access = await applicationAccess(db, request)
		return recorded(request, access, { applicationId, ...(await run(db)) })
	})
}

function recorded<Result>(
	{ actor }: Pick<ProjectRequest, 'actor'>,
	{ accountId, projectId, action }: ProjectAccess,
	{ result, ...rest }: DoneInProject<Result>,
): Done<Result> {
	return { result, change: { action, ...rest, actorId: actor.accountId, accountId, projectId } }
}
