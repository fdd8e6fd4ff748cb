import { type Kysely, type Migration, sql } from 'kysely'
import { dayOf } from '../metering/price.ts'
import type { EndpointsSchema } from './schema.ts'

function statements(texts: readonly string[]): Migration {
	return {
		async up(db: Kysely<unknown>) {
			for (const text of texts) await sql.raw(text).execute(db)
		},
	}
}

/** Plain SQL both engines take: text, bigint and keys only. */
const first = statements([
	`create table accounts (id text primary key, email text not null, email_key text not null unique, password_hash text,
		plan text not null, cap bigint, created_at bigint not null)`,
	`create table identities (issuer text not null, subject text not null, account_id text not null references accounts (id),
		created_at bigint not null, primary key (issuer, subject))`,
	`create table sessions (token_hash text primary key, id text not null unique, account_id text not null references accounts (id),
		method text not null, created_at bigint not null, last_used_at bigint not null, expires_at bigint not null)`,
	'create index sessions_by_account on sessions (account_id)',
	`create table projects (id text primary key, account_id text not null references accounts (id), name text not null,
		created_at bigint not null)`,
	`create table members (project_id text not null references projects (id) on delete cascade,
		account_id text not null references accounts (id), role text not null, added_at bigint not null,
		primary key (project_id, account_id))`,
	'create index members_by_account on members (account_id)',
	`create table applications (id text primary key, project_id text not null, name text not null, description text not null,
		network text not null, path text not null unique, key_required bigint not null, rate_limit bigint,
		created_at bigint not null, deleted_at bigint)`,
	'create index applications_by_project on applications (project_id)',
	`create table api_keys (id text primary key, application_id text not null references applications (id), hash text not null unique,
		label text not null, last4 text not null, created_at bigint not null, expires_at bigint, last_used_at bigint,
		revoked_at bigint)`,
	'create index api_keys_by_application on api_keys (application_id)',
	`create table allow_entries (application_id text not null references applications (id), kind text not null, value text not null,
		primary key (application_id, kind, value))`,
	`create table audit (id text primary key, at bigint not null, actor_id text not null, account_id text not null,
		project_id text, application_id text, action text not null, detail text not null)`,
	'create index audit_by_account on audit (account_id, at)',
	'create index audit_by_project on audit (project_id, at)',
	`create table usage_applications (account_id text not null, application_id text not null, month text not null,
		relays bigint not null, primary key (account_id, application_id, month))`,
	`create table usage_accounts (account_id text not null, month text not null, relays bigint not null,
		primary key (account_id, month))`,
	`create table ledger (account_id text not null, day text not null, relays bigint not null, primary key (account_id, day))`,
	`create table notices (account_id text not null, month text not null, kind text not null, percent bigint not null,
		at bigint not null, primary key (account_id, month, kind, percent))`,
	`create table leases (account_id text not null, month text not null, process_id text not null, remaining bigint not null,
		expires_at bigint not null, primary key (account_id, month, process_id))`,
	`create table statistics (application_id text not null, hour bigint not null, method text not null, outcome text not null,
		bucket bigint not null, calls bigint not null, micros bigint not null,
		primary key (application_id, hour, method, outcome, bucket))`,
	'create table config_version (id bigint primary key, version bigint not null)',
	'insert into config_version (id, version) values (1, 1)',
])

const second = statements([
	`create table login_tries (kind text not null, subject text not null, tries bigint not null, ends_at bigint not null,
		primary key (kind, subject))`,
	`create table application_notices (application_id text not null, month text not null, kind text not null,
		percent bigint not null, at bigint not null, primary key (application_id, month, kind, percent))`,
])

const third = statements([
	// A project has one owner, who pays; several were possible when transfers raced. Who pays is who owns.
	`update members set role = 'admin' where role = 'owner' and not exists (select 1 from projects
		where projects.id = members.project_id and projects.account_id = members.account_id)`,
	`update members set role = 'owner' where role <> 'owner' and exists (select 1 from projects
		where projects.id = members.project_id and projects.account_id = members.account_id)`,
	`insert into members (project_id, account_id, role, added_at) select id, account_id, 'owner', created_at from projects
		where not exists (select 1 from members where members.project_id = projects.id
		and members.account_id = projects.account_id)`,
	"create unique index one_owner on members (project_id) where role = 'owner'",
	`update applications set deleted_at = created_at where deleted_at is null and not exists (select 1 from projects
		where projects.id = applications.project_id)`,
	`create table invitations (id text primary key, project_id text not null references projects (id) on delete cascade,
		kind text not null, email text not null, email_key text not null, role text not null,
		inviter_id text not null references accounts (id), state text not null, created_at bigint not null,
		expires_at bigint not null, answered_at bigint)`,
	"create unique index one_invitation on invitations (project_id, kind, email_key) where state = 'pending'",
	"create unique index one_offer on invitations (project_id) where state = 'pending' and kind = 'transfer'",
	'create index invitations_by_email on invitations (email_key)',
	'alter table api_keys add column successor_id text',
])

const fourth = statements([
	`create table login_clients (token_hash text not null, account_id text not null references accounts (id),
		used_at bigint not null, primary key (token_hash, account_id))`,
	'create index login_clients_by_account on login_clients (account_id, used_at)',
	// The earlier counts had another meaning.
	'delete from login_tries',
])

const fifth: Migration = {
	async up(db: Kysely<EndpointsSchema>) {
		for (const statement of planChanges) await sql.raw(statement).execute(db)
		// Changes made so far are in the audit log; the journal tells how many relays had been counted by then, to the day.
		const changes = await db
			.selectFrom('audit')
			.selectAll()
			.where('action', '=', 'account.plan')
			.orderBy('at')
			.execute()
		for (const { account_id, at, detail } of changes) {
			const { plan } = JSON.parse(detail) as { plan: string }
			const day = dayOf(Number(at))
			const days = await db
				.selectFrom('ledger')
				.select('relays')
				.where('account_id', '=', account_id)
				.where('day', '>=', `${day.slice(0, 7)}-01`)
				.where('day', '<', day)
				.execute()
			const before = days.reduce((sum, { relays }) => sum + relays, 0n)
			await db.insertInto('plan_changes').values({ account_id, at, plan, relays_before: before }).execute()
		}
	},
}

const planChanges = [
	`create table plan_changes (account_id text not null references accounts (id), at bigint not null, plan text not null,
		relays_before bigint not null)`,
	'create index plan_changes_by_account on plan_changes (account_id, at)',
]

const sixth = statements([
	'create table usage_writers (writer_id text primary key, batch bigint not null, at bigint not null)',
])

const seventh = statements([
	'create table answered_height (id bigint primary key, height bigint not null)',
	'insert into answered_height (id, height) values (1, 0)',
])

/** Every step from an empty database to the present schema, in order of their names. */
export const migrations: Record<string, Migration> = {
	'0001_first': first,
	'0002_tries_and_notices': second,
	'0003_consent': third,
	'0004_login_clients': fourth,
	'0005_plan_changes': fifth,
	'0006_usage_writers': sixth,
	'0007_answered_height': seventh,
}
