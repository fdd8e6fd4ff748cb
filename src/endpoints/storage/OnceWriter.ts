import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { databaseProblem } from './databaseAdvice.ts'
import type { EndpointsSchema } from './schema.ts'

/** A batch is tried again for this long after the server was lost, in milliseconds. */
const retryMs = 5_000
/** Between two tries. */
const pauseMs = 100
/** Rows of writers that have been gone for this long are removed, in milliseconds. */
const keepMs = 30 * 86_400_000

/** Failures of a connection that was never made, over which nothing was written. */
const unreached = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|57P03|53300|timeout exceeded when trying to connect/

/** The server was lost and did not come back: whether the batch was written is not known. */
export class UncertainWrite extends Error {
	override readonly name = 'UncertainWrite'
}

/**
 * Writes batches to PostgreSQL exactly once. If the server crashes between a commit and its answer, nobody knows whether the
 * batch was written. So each batch has a number, which its transaction writes too. After a loss the writer connects again and
 * looks: a batch whose number is there is done, any other is written again. The row of the number is locked meanwhile, so that
 * a transaction of the lost connection that still runs is waited for.
 */
export class OnceWriter {
	readonly #db: Kysely<EndpointsSchema>
	readonly #id = randomUUID()
	#batch = 0n

	constructor(db: Kysely<EndpointsSchema>) {
		this.#db = db
	}

	/**
	 * Runs statements in one transaction. A caller waits for the end of one batch before it starts the next.
	 * @throws {UncertainWrite} if the server was lost and does not come back in time, and what a statement fails with.
	 */
	async write(queries: readonly CompiledQuery[]): Promise<void> {
		const batch = ++this.#batch
		const until = performance.now() + retryMs
		let lost = false
		for (;;) {
			try {
				return await this.#once(batch, queries)
			} catch (cause) {
				const problem = databaseProblem(cause)
				if (problem === undefined) throw cause
				lost ||= !unreached.test(`${(cause as { readonly code?: unknown }).code} ${problem}`)
				if (performance.now() >= until) throw lost ? new UncertainWrite(problem, { cause }) : cause
				await setTimeout(pauseMs)
			}
		}
	}

	/** Forgets the writers of gateways that are long gone. */
	async forgetOld(now: number): Promise<void> {
		await this.#db
			.deleteFrom('usage_writers')
			.where('at', '<', BigInt(now - keepMs))
			.execute()
	}

	#once(batch: bigint, queries: readonly CompiledQuery[]): Promise<void> {
		return this.#db.transaction().execute(async (trx) => {
			const { numInsertedOrUpdatedRows } = await trx
				.insertInto('usage_writers')
				.values({ writer_id: this.#id, batch, at: BigInt(Date.now()) })
				.onConflict((on) =>
					on
						.column('writer_id')
						.doUpdateSet({ batch: sql`excluded.batch`, at: sql`excluded.at` })
						.where('usage_writers.batch', '<', batch),
				)
				.executeTakeFirstOrThrow()
			if (numInsertedOrUpdatedRows === 0n) return
			for (const query of queries) await trx.executeQuery(query)
		})
	}
}
