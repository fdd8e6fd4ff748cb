/** SQLite's result codes for a file that cannot be used now. */
const sqliteCodes = /^SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR|FULL|READONLY|CORRUPT|NOTADB|PERM|AUTH)/
/** SQLSTATE classes: connection, login, resources, shut down by its operator. */
const postgresCodes = /^(08|28|53|57P)/
/** Errors of the network, as node names them. */
const networkCodes = /^E[A-Z]{4,}$/
/** pg's texts of errors without a code. */
const clientTexts =
	/^Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/**
 * Explains a failure of the database itself: gone, locked, full, not writable. Undefined for any other error, which is
 * a fault of this program.
 */
export function databaseProblem(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined
	const { code } = error as { readonly code?: unknown }
	const known =
		typeof code === 'string' && (sqliteCodes.test(code) || postgresCodes.test(code) || networkCodes.test(code))
	if (!known && !clientTexts.test(error.message)) return undefined
	return error.message === '' ? String(code) : error.message
}
