import { UserError } from '../../errors/UserError.ts'

/** A parsed database URL. */
export type DatabaseUrl =
	| { readonly engine: 'sqlite'; readonly file: string }
	| {
			readonly engine: 'postgres'
			readonly url: string
			readonly host: string
			readonly port: string
			readonly user: string
			readonly database: string
	  }

const next = 'Write it as sqlite:FILE or postgres://USER@HOST/NAME.'

/**
 * Reads `sqlite:FILE`, the path of a file, or `postgres://…`. Every other scheme is refused: taken for a file it would
 * start an empty database in a folder named after the URL, password included.
 * @throws {UserError}, whose text repeats nothing but the scheme: the rest may hold a password.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
	if (/^postgres(ql)?:/i.test(text)) return postgres(text)
	const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
	if (scheme !== undefined && scheme !== 'sqlite') {
		// Without the slashes it may be anything, such as USER:PASSWORD@HOST.
		const named = /^[^:]+:\/\//.test(text) ? `${scheme}://` : 'what stands before the colon'
		throw new UserError('The endpoint service cannot use this database.', {
			why: `It knows SQLite and PostgreSQL, and not ${named}.`,
			next,
		})
	}
	const rest = scheme === undefined ? text : text.slice('sqlite:'.length)
	if (/^\/\/[^/]*@/.test(rest) || /(^|\s)(host|user|password|dbname)=/.test(rest)) {
		throw new UserError('A SQLite database is a file of this machine.', {
			why: 'The URL names a user, a host or a password.',
			next,
		})
	}
	const file = rest.replace(/^\/\/(?=\/|[^/])/, '')
	if (file.trim() === '' || file === '//') throw new UserError('The database URL names no file.', { next })
	return { engine: 'sqlite', file }
}

function postgres(text: string): DatabaseUrl {
	const refused = (why: string) => new UserError('The URL of the PostgreSQL database cannot be read.', { why, next })
	if (!/^postgres(ql)?:\/\//i.test(text)) throw refused('It has no // after the scheme.')
	let parsed: URL
	try {
		parsed = new URL(text)
	} catch {
		throw refused('Characters such as @ : / ? # % in a user or password have to be written as %40 %3A %2F %3F %23 %25.')
	}
	const { searchParams } = parsed
	const user = decoded(parsed.username) || searchParams.get('user') || process.env.PGUSER || ''
	return {
		engine: 'postgres',
		url: text.replace(/^[a-z]+:/i, 'postgres:'),
		host: decoded(parsed.hostname) || searchParams.get('host') || process.env.PGHOST || 'localhost',
		port: parsed.port || searchParams.get('port') || process.env.PGPORT || '5432',
		user,
		database: decoded(parsed.pathname.slice(1)) || process.env.PGDATABASE || user,
	}
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

/** A database URL fit for logs and errors. Its password may hold any character, also those that should be escaped. */
export function withoutPassword(url: string): string {
	return url
		.replace(/^([a-z][a-z0-9+.-]*:\/\/[^:@/?#]*):.*@/i, '$1:***@')
		.replace(/([?&][a-z]*password=)[^&]*/gi, '$1***')
}
