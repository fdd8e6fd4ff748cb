import type { Kysely } from 'kysely'
import type { EndpointsSchema } from '../storage/schema.ts'
import { newId } from './ids.ts'

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
