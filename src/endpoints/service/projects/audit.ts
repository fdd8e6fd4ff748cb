import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { AuditEntry } from '../../../wire/management/accountSchemas.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import type { OperationRequest, Operations } from '../Operation.ts'
import { newId, type ServiceContext } from '../ServiceContext.ts'
import { projectAccess } from './access.ts'

/** A change, for the audit log. `detail` must hold no secret. */
export interface Change {
	readonly at: number
	/** Account that made it. */
	readonly actorId: string
	/** Account that owns what changed. */
	readonly accountId: string
	readonly projectId?: string
	readonly applicationId?: string
	/** `key.create`, `member.add`, ... */
	readonly action: string
	readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes one row of the audit log, in the transaction of the change itself. */
export async function recordChange(db: Kysely<EndpointsSchema>, change: Change): Promise<void> {
	await db
		.insertInto('audit')
		.values({
			id: newId('aud'),
			at: BigInt(change.at),
			actor_id: change.actorId,
			account_id: change.accountId,
			project_id: change.projectId ?? null,
			application_id: change.applicationId ?? null,
			action: change.action,
			detail: JSON.stringify(change.detail ?? {}),
		})
		.execute()
}

/** What has changed, the newest first: of the caller's own account, or of a project. */
export const auditOperations: Operations<'accountAudit' | 'projectAudit'> = {
	accountAudit: ({ context, actor, query }) =>
		entries(context, query, (rows) => rows.where('audit.account_id', '=', actor.accountId)),
	async projectAudit(request) {
		const { projectId } = await projectAccess(request.context.storage.db, request)
		return entries(request.context, request.query, (rows) => rows.where('audit.project_id', '=', projectId))
	},
}

async function entries(
	{ storage }: ServiceContext,
	{ limit, before }: OperationRequest<'accountAudit'>['query'],
	narrow: (query: SelectQueryBuilder<EndpointsSchema, 'audit', object>) => typeof query,
): Promise<readonly AuditEntry[]> {
	const query = narrow(storage.db.selectFrom('audit'))
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
	const newest = query.orderBy('audit.at', 'desc').orderBy('audit.id')
	const page = before === undefined ? newest : newest.where('audit.at', '<', BigInt(before))
	const rows = await page.limit(limit).execute()
	// What happened at the same time as the last one of a full page belongs to it: the next one begins before that time.
	const last = rows[limit - 1]
	const more =
		last === undefined ? [] : await newest.where('audit.at', '=', last.at).where('audit.id', '>', last.id).execute()
	return [...rows, ...more].map((row) => ({
		id: row.id,
		at: Number(row.at),
		actor: row.email ?? row.actor_id,
		projectId: row.project_id,
		applicationId: row.application_id,
		action: row.action,
		detail: JSON.parse(row.detail) as AuditEntry['detail'],
	}))
}
