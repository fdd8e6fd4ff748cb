import {
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	SqliteDialect,
	type SqliteDialectConfig,
	SqliteDriver,
} from 'kysely'

/**
 * SQLite whose transactions take the write lock when they begin. One that reads first and writes later would fail whenever
 * the counting thread has committed in between (SQLITE_BUSY_SNAPSHOT), which no timeout helps against.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
	private readonly config: SqliteDialectConfig

	constructor(config: SqliteDialectConfig) {
		super(config)
		this.config = config
	}

	override createDriver(): Driver {
		return new ImmediateDriver(this.config)
	}
}

class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'))
	}
}
