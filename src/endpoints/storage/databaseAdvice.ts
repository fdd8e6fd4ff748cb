import { thrownText } from '../../errors/UserError.ts'
import type { DatabaseUrl } from './parseDatabaseUrl.ts'

/** Cause and next step of a failed opening of a database. */
export interface DatabaseAdvice {
	readonly why: string
	readonly next: string
}

type Postgres = Extract<DatabaseUrl, { engine: 'postgres' }>

/** Longest wait for a connection, in milliseconds. */
export const connectMs = 5_000

/** Explains a failure to open a database. The texts contain no password. */
export function databaseAdvice(database: DatabaseUrl, error: unknown): DatabaseAdvice {
	// If a name has several addresses, each has failed.
	const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
	const message = thrownText(cause)
	const given = (cause as { readonly code?: unknown } | undefined)?.code
	const code = typeof given === 'string' ? given : ''
	return database.engine === 'sqlite' ? ofFile(database.file, code, message) : ofServer(database, code, message)
}

function ofServer(server: Postgres, code: string, message: string): DatabaseAdvice {
	const { host, port, user, database } = server
	const place = `${host}:${port}`
	if (code === 'ECONNREFUSED') {
		return {
			why: `No server listens at ${place}.`,
			next: 'Start PostgreSQL there, or correct host and port in --database.',
		}
	}
	if (code === 'ENOENT' && /connect/.test(message)) {
		return { why: `There is no socket of a server in ${host}.`, next: 'Start PostgreSQL, or correct the folder.' }
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			why: `The host name ${host} is not found (${code}).`,
			next: 'Check its spelling in --database, and the name service of this machine.',
		}
	}
	if (/^E(TIMEDOUT|HOSTUNREACH|NETUNREACH)$/.test(code) || /timeout/i.test(message)) {
		return {
			why: `${place} does not answer within ${connectMs / 1_000} seconds.`,
			next: 'See that the server runs, that a firewall lets this machine through, and that host and port are right.',
		}
	}
	const tls = ofTls(place, code, message)
	if (tls !== undefined) return tls
	if (code === '28P01') {
		return {
			why: `The server at ${place} refuses the password of the user ${user}.`,
			next: 'Correct user or password; write characters such as @ : / in it as %40 %3A %2F. CHAIN_TUI_DATABASE keeps it off the command line.',
		}
	}
	if (/password must be a string/.test(message)) {
		return {
			why: `The server at ${place} wants a password of the user ${user}, and none was given.`,
			next: 'Give it in CHAIN_TUI_DATABASE (postgres://USER:PASSWORD@HOST/NAME) or PGPASSWORD.',
		}
	}
	if (code === '28000') {
		return { why: `The server at ${place} refuses the user ${user}: ${message}.`, next: loginAdvice(message) }
	}
	if (code === '3D000') {
		return {
			why: `The server at ${place} has no database ${database}.`,
			next: `Make it: createdb -h ${host} -p ${port} -U ${user} ${database}`,
		}
	}
	if (code === '42501') {
		return {
			why: `The user ${user} may not make tables in the database ${database}: ${message}.`,
			next: `Let it: grant create on schema public to ${user}, or make it the owner of the database.`,
		}
	}
	if (code === '53300') {
		return { why: `The server at ${place} has no connection left: ${message}.`, next: 'Raise max_connections there.' }
	}
	if (code === '57P03')
		return { why: `The server at ${place} is not ready: ${message}.`, next: 'Try again in a moment.' }
	if (/invalid response|terminated unexpectedly|ECONNRESET|EPIPE/.test(`${code} ${message}`)) {
		return {
			why: `What listens at ${place} does not speak as PostgreSQL does.`,
			next: 'Check host and port in --database.',
		}
	}
	return { why: message, next: 'Check the server, or choose another database with --database sqlite:FILE.' }
}

function ofTls(place: string, code: string, message: string): DatabaseAdvice | undefined {
	if (/does not support SSL/.test(message)) {
		return {
			why: `The server at ${place} does not offer TLS, which the URL asks for.`,
			next: 'Switch TLS on at the server (ssl = on), or take sslmode out of --database.',
		}
	}
	if (!/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(SSL|TLS)|EPROTO/.test(code)) return undefined
	return {
		why: `The TLS certificate of the server at ${place} is not accepted: ${message}.`,
		next: 'Name its authority: postgres://…?sslmode=verify-full&sslrootcert=FILE, and the host as the certificate does.',
	}
}

function loginAdvice(message: string): string {
	if (/no encryption|SSL off/.test(message))
		return 'Add ?sslmode=require to --database, or let the user in without TLS.'
	if (/does not exist/.test(message)) return 'Make the user (createuser), or name another one in --database.'
	return "Let this user and machine in by the server's pg_hba.conf."
}

function ofFile(file: string, code: string, message: string): DatabaseAdvice {
	const other = 'or choose another file with --database sqlite:FILE.'
	if (/NOTADB|CORRUPT/.test(code)) {
		return { why: `The file ${file} is no database, or it is damaged: ${message}.`, next: `Restore it, ${other}` }
	}
	if (/BUSY|LOCKED/.test(code)) {
		return { why: `Another program holds ${file}: ${message}.`, next: `End that program, ${other}` }
	}
	if (/FULL|ENOSPC/.test(code)) return { why: `The disk of ${file} is full.`, next: `Make room, ${other}` }
	return { why: message, next: `See that the folder of ${file} is there and can be written, ${other}` }
}

/** SQLite's result codes for a file that cannot be used now. */
const sqliteCodes = /^SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR|FULL|READONLY|CORRUPT|NOTADB|PERM|AUTH)/
/** SQLSTATE classes: connection, login, resources, shut down by its operator. */
const postgresCodes = /^(08|28|53|57P)/
/** Errors of the network, as node names them. */
const networkCodes = /^E[A-Z]{4,}$/
/** pg's texts of errors without a code. */
const clientTexts =
	/^Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Explains a failure of the database: gone, locked, full, not writable. Undefined for a fault of this program. */
export function databaseProblem(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined
	const { code } = error as { readonly code?: unknown }
	const known =
		typeof code === 'string' && (sqliteCodes.test(code) || postgresCodes.test(code) || networkCodes.test(code))
	if (!known && !clientTexts.test(error.message)) return undefined
	return error.message === '' ? String(code) : error.message
}
