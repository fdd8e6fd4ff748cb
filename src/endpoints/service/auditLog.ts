import type { AuditEntry } from '../../wire/management/accountSchemas.ts'
import { projectAccess } from './access.ts'
import type { ServiceContext } from './ServiceContext.ts'

/**
 * Newest changes first: of a project, or of the caller's own account without one.
 *
 * @throws {ServiceFault}
 */
export async function readAuditLog(
	context: ServiceContext,
	actorId: string,
	options: { readonly projectId?: string | undefined; readonly limit: number; readonly before?: number | undefined },
): Promise<readonly AuditEntry[]> {
	const { db } = context.storage
	const { projectId, limit, before } = options
	let query = db
		.selectFrom('audit')
		.leftJoin('accounts', 'accounts.id', 'audit.actor_id')
		.select([
			'audit.id',
			'audit.at',
			'audit.actor_id',
			'audit.project_id',
			'audit.application_id',
			'audit.action',
			'audit.detail',
			'accounts.email',
		])
	if (projectId === undefined) query = query.where('audit.account_id', '=', actorId)
	else {
		await projectAccess(db, actorId, projectId, 'audit.read')
		query = query.where('audit.project_id', '=', projectId)
	}
	if (before !== undefined) query = query.where('audit.at', '<', BigInt(before))
	const rows = await query.orderBy('audit.at', 'desc').orderBy('audit.id').limit(limit).execute()
	return rows.map((row) => ({
		id: row.id,
		at: Number(row.at),
		actor: row.email ?? row.actor_id,
		projectId: row.project_id,
		applicationId: row.application_id,
		action: row.action,
		detail: JSON.parse(row.detail) as AuditEntry['detail'],
	}))
}
