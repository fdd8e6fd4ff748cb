import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	Kysely,
	Migrator,
	PostgresDialect,
	type QueryCompiler,
	SqliteAdapter,
	SqliteDialect,
	type SqliteDialectConfig,
	SqliteDriver,
	SqliteQueryCompiler,
	sql,
} from 'kysely'
import { thrownText, UserError } from '../../errors/UserError.ts'
import type { HeightFloor } from '../EndpointUpstream.ts'
import { connectMs, databaseAdvice } from './databaseAdvice.ts'
import { migrations } from './migrations.ts'
import { OnceWriter } from './OnceWriter.ts'
import { parseDatabaseUrl, withoutPassword } from './parseDatabaseUrl.ts'
import { SqliteThread } from './SqliteThread.ts'
import type { EndpointsSchema } from './schema.ts'

/**
 * SQLite whose transactions take the write lock when they begin. One that reads first and writes later would fail whenever
 * the counting thread has committed in between (SQLITE_BUSY_SNAPSHOT), which no timeout helps against.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
	readonly #config: SqliteDialectConfig

	constructor(config: SqliteDialectConfig) {
		super(config)
		this.#config = config
	}

	override createDriver(): Driver {
		return new ImmediateDriver(this.#config)
	}

	override createQueryCompiler(): QueryCompiler {
		return new ImmediateQueryCompiler()
	}

	override createAdapter(): SqliteAdapter {
		return new TransactionalAdapter()
	}
}

/** All migrations are one transaction: one flush instead of fifty, and a start that is cut off leaves the schema as it was. */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true
	}
}

/** The lock a transaction begins with is on the whole file: it holds every row that FOR UPDATE would. */
class ImmediateQueryCompiler extends SqliteQueryCompiler {
	protected override visitSelectModifier(): void {}
}

class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'))
	}
}

/** The open database of the service. */
export interface Storage {
	readonly db: Kysely<EndpointsSchema>
	readonly engine: 'sqlite' | 'postgres'
	/**
	 * Runs statements without results in one transaction, exactly once; resolves when it is on disk. One batch at a time.
	 * @throws {UncertainWrite} if the database was lost meanwhile and does not come back.
	 */
	write(queries: readonly CompiledQuery[]): Promise<void>
	/** Writes nothing more and closes the connections. */
	close(): Promise<void>
}

/**
 * Opens `sqlite:FILE` or `postgres://…` and brings it to the present schema. A commit is on disk when it returns
 * (SQLite: WAL with synchronous=FULL).
 * @throws {UserError} if the URL names no database that is known, if the database cannot be reached, with the reason
 * and what to do about it, or when a newer program wrote it.
 */
export async function openStorage(url: string): Promise<Storage> {
	const database = parseDatabaseUrl(url)
	const { engine } = database
	try {
		const db = new Kysely<EndpointsSchema>({
			dialect:
				database.engine === 'postgres' ? await postgresDialect(database.url) : await sqliteDialect(database.file),
		})
		try {
			await migrate(db)
		} catch (error) {
			await db.destroy()
			throw error
		}
		if (database.engine === 'sqlite' && database.file !== memory) {
			const thread = new SqliteThread(database.file, pragmas)
			const close = async () => {
				await thread.close()
				await db.destroy()
			}
			return { db, engine, write: (queries) => thread.write(queries), close }
		}
		const writer = new OnceWriter(db)
		await writer.forgetOld(Date.now())
		return { db, engine, write: (queries) => writer.write(queries), close: () => db.destroy() }
	} catch (cause) {
		if (cause instanceof UserError) throw cause
		throw new UserError(`The endpoint service cannot open its database ${withoutPassword(url)}.`, {
			...databaseAdvice(database, cause),
			cause,
		})
	}
}

/** A database that ends with the process. */
const memory = ':memory:'
/** WAL with FULL: a commit that has returned survives a power cut. */
const pragmas = ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']

async function sqliteDialect(file: string): Promise<Dialect> {
	const { default: Libsql } = await import('libsql')
	if (file !== memory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
	const database = new Libsql(file)
	if (file !== memory) chmodSync(file, 0o600)
	// Counts go beyond 2^53 only in theory, but one type for both engines needs no thought.
	database.defaultSafeIntegers(true)
	for (const pragma of pragmas) database.pragma(pragma)
	return new ImmediateSqliteDialect({ database })
}

async function postgresDialect(url: string): Promise<Dialect> {
	const { default: pg } = await import('pg')
	// int8 as bigint; every other type as pg reads it.
	const types = new pg.TypeOverrides()
	types.setTypeParser(20, BigInt)
	const pool = new pg.Pool({
		connectionString: url,
		max: 10,
		connectionTimeoutMillis: connectMs,
		application_name: 'chain-tui',
		types,
	})
	// A server that shuts down ends idle connections; the next query reports it.
	pool.on('error', () => {})
	// A connection in use also emits its error as an event, which would end the node without a listener.
	pool.on('connect', (client) => client.on('error', () => {}))
	return new PostgresDialect({ pool })
}

async function migrate(db: Kysely<EndpointsSchema>): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
	const { error } = await migrator.migrateToLatest()
	if (error === undefined) return
	const text = thrownText(error)
	if (!text.includes('corrupted migrations')) throw error
	throw new UserError('The database of the endpoint service was written by a newer chain-tui.', {
		why: text,
		next: 'Install the newer version, or choose another database with --database.',
		cause: error,
	})
}

/** Notifies every gateway that cached data has changed; part of the change's own transaction. */
export async function bumpVersion(db: Kysely<EndpointsSchema>): Promise<void> {
	await db.updateTable('config_version').set({ version: sql`version + 1` }).where('id', '=', 1n).execute()
}

/** The height that all gateways of a database share. */
export function heightFloor({ db }: Pick<Storage, 'db'>): HeightFloor {
	return {
		async read() {
			const row = await db.selectFrom('answered_height').select('height').where('id', '=', 1n).executeTakeFirstOrThrow()
			return Number(row.height)
		},
		async raise(height) {
			const newer = BigInt(height)
			await db
				.updateTable('answered_height')
				.set({ height: newer })
				.where('id', '=', 1n)
				.where('height', '<', newer)
				.execute()
		},
	}
}
