import { expect, it } from 'vitest'
import { databaseAdvice } from '../../../src/endpoints/storage/databaseAdvice.ts'
import { parseDatabaseUrl } from '../../../src/endpoints/storage/parseDatabaseUrl.ts'

const server = parseDatabaseUrl('postgres://me:hunter2secret@db.example.com:5433/relays')
const file = parseDatabaseUrl('sqlite:/data/relays.sqlite')

/** An error with the code that a driver or the network gives it. */
const failed = (code: string | number | undefined, message = 'what it says') =>
	Object.assign(new TypeError(message), code === undefined ? {} : { code })

const place = 'db.example.com:5433'
const silent = {
	why: `${place} does not answer within 5 seconds.`,
	next: 'See that the server runs, that a firewall lets this machine through, and that host and port are right.',
}
const alien = {
	why: `What listens at ${place} does not speak as PostgreSQL does.`,
	next: 'Check host and port in --database.',
}
const untrusted = {
	why: `The TLS certificate of the server at ${place} is not accepted: what it says.`,
	next: 'Name its authority: postgres://…?sslmode=verify-full&sslrootcert=FILE, and the host as the certificate does.',
}
const unknownHost = (code: string) => ({
	why: `The host name db.example.com is not found (${code}).`,
	next: 'Check its spelling in --database, and the name service of this machine.',
})
const nobody = (message: string, next: string) => ({
	why: `The server at ${place} refuses the user me: ${message}.`,
	next,
})
const other = (message: string) => ({
	why: message,
	next: 'Check the server, or choose another database with --database sqlite:FILE.',
})
const absent = {
	why: `No server listens at ${place}.`,
	next: 'Start PostgreSQL there, or correct host and port in --database.',
}

it.each([
	['ECONNREFUSED', undefined, absent],
	[
		'ENOENT',
		'connect ENOENT /run/.s.PGSQL.5433',
		{ why: 'There is no socket of a server in db.example.com.', next: 'Start PostgreSQL, or correct the folder.' },
	],
	['ENOENT', 'no such certificate', other('no such certificate')],
	['ENOTFOUND', undefined, unknownHost('ENOTFOUND')],
	['EAI_AGAIN', undefined, unknownHost('EAI_AGAIN')],
	['ETIMEDOUT', undefined, silent],
	['EHOSTUNREACH', undefined, silent],
	['ENETUNREACH', undefined, silent],
	[undefined, 'timeout expired', silent],
	[
		undefined,
		'The server does not support SSL connections',
		{
			why: `The server at ${place} does not offer TLS, which the URL asks for.`,
			next: 'Switch TLS on at the server (ssl = on), or take sslmode out of --database.',
		},
	],
	['SELF_SIGNED_CERT_IN_CHAIN', undefined, untrusted],
	['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, untrusted],
	['CERT_HAS_EXPIRED', undefined, untrusted],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, untrusted],
	['ERR_TLS_CERT_ALTNAME_INVALID', undefined, untrusted],
	['ERR_SSL_WRONG_VERSION_NUMBER', undefined, untrusted],
	['EPROTO', undefined, untrusted],
	[
		'28P01',
		undefined,
		{
			why: `The server at ${place} refuses the password of the user me.`,
			next: 'Correct user or password; write characters such as @ : / in it as %40 %3A %2F. CHAIN_TUI_DATABASE keeps it off the command line.',
		},
	],
	[
		undefined,
		'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
		{
			why: `The server at ${place} wants a password of the user me, and none was given.`,
			next: 'Give it in CHAIN_TUI_DATABASE (postgres://USER:PASSWORD@HOST/NAME) or PGPASSWORD.',
		},
	],
	[
		'28000',
		'no pg_hba.conf entry, no encryption',
		nobody(
			'no pg_hba.conf entry, no encryption',
			'Add ?sslmode=require to --database, or let the user in without TLS.',
		),
	],
	[
		'28000',
		'role "me" does not exist',
		nobody('role "me" does not exist', 'Make the user (createuser), or name another one in --database.'),
	],
	['28000', 'no entry', nobody('no entry', "Let this user and machine in by the server's pg_hba.conf.")],
	[
		'3D000',
		undefined,
		{
			why: `The server at ${place} has no database relays.`,
			next: 'Make it: createdb -h db.example.com -p 5433 -U me relays',
		},
	],
	[
		'42501',
		undefined,
		{
			why: 'The user me may not make tables in the database relays: what it says.',
			next: 'Let it: grant create on schema public to me, or make it the owner of the database.',
		},
	],
	[
		'53300',
		undefined,
		{
			why: `The server at ${place} has no connection left: what it says.`,
			next: 'Raise max_connections there.',
		},
	],
	['57P03', undefined, { why: `The server at ${place} is not ready: what it says.`, next: 'Try again in a moment.' }],
	['ECONNRESET', undefined, alien],
	['EPIPE', undefined, alien],
	[undefined, 'Received invalid response: 48', alien],
	[undefined, 'Connection terminated unexpectedly', alien],
	['XX000', undefined, other('what it says')],
	[111, undefined, other('what it says')],
])(
	'the failure %s (%s) of a PostgreSQL server is told with its next step and without the password',
	(code, message, advice) => {
		expect(databaseAdvice(server, failed(code, message))).toEqual(advice)
	},
)

it('the failure of a PostgreSQL server with several addresses is the one of the first', () => {
	const all = new AggregateError([failed('ECONNREFUSED'), failed('ETIMEDOUT')], '')
	expect(databaseAdvice(server, all)).toEqual(absent)
	expect(databaseAdvice(server, new AggregateError([], 'none'))).toEqual(other('none'))
	expect(databaseAdvice(server, undefined)).toEqual(other('undefined'))
})

const instead = 'or choose another file with --database sqlite:FILE.'
const damaged = {
	why: 'The file /data/relays.sqlite is no database, or it is damaged: what it says.',
	next: `Restore it, ${instead}`,
}
const held = { why: 'Another program holds /data/relays.sqlite: what it says.', next: `End that program, ${instead}` }
const full = { why: 'The disk of /data/relays.sqlite is full.', next: `Make room, ${instead}` }

it.each([
	['SQLITE_NOTADB', damaged],
	['SQLITE_CORRUPT', damaged],
	['SQLITE_BUSY', held],
	['SQLITE_LOCKED', held],
	['SQLITE_FULL', full],
	['ENOSPC', full],
	[
		'EACCES',
		{
			why: 'what it says',
			next: `See that the folder of /data/relays.sqlite is there and can be written, ${instead}`,
		},
	],
])('the failure %s of a SQLite file is told with its next step', (code, advice) => {
	expect(databaseAdvice(file, failed(code))).toEqual(advice)
})
