import type { Kysely } from 'kysely'
import { bumpVersion } from '../storage/openStorage.ts'
import type { EndpointsSchema } from '../storage/schema.ts'
import { type Change, recordChange } from './audit.ts'
import type { ServiceContext } from './ServiceContext.ts'

/**
 * Makes a change whole: what `run` writes, its audit row and the new version in one transaction; then this process's gateway
 * forgets what it knew. `run` returns the result and what to record.
 */
export async function change<Result>(
	context: ServiceContext,
	run: (db: Kysely<EndpointsSchema>) => Promise<{ readonly result: Result; readonly change: Omit<Change, 'at'> }>,
): Promise<Result> {
	const result = await context.storage.db.transaction().execute(async (db) => {
		const done = await run(db)
		await recordChange(db, { ...done.change, at: context.clock.now() })
		await bumpVersion(db)
		return done.result
	})
	context.changed()
	return result
}
