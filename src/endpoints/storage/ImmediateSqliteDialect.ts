import {
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	type QueryCompiler,
	type SelectModifierNode,
	SqliteDialect,
	type SqliteDialectConfig,
	SqliteDriver,
	SqliteQueryCompiler,
} from 'kysely'

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
}

/** The lock a transaction begins with is on the whole file: it holds every row that FOR UPDATE would. */
class ImmediateQueryCompiler extends SqliteQueryCompiler {
	protected override visitSelectModifier(node: SelectModifierNode): void {
		if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node)
	}
}

class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'))
	}
}
