import { sql } from 'kysely'
import { limits } from '../../../../src/endpoints/limits.ts'
import type { Storage } from '../../../../src/endpoints/storage/openStorage.ts'

/** What must never be in the database, as queries of what breaks it. */
const invariants: Readonly<Record<string, string>> = {
	'a project without an owner, or with two':
		"select p.id from projects p left join members m on m.project_id = p.id and m.role = 'owner' group by p.id having count(m.account_id) <> 1",
	'an owner who does not pay':
		"select p.id from projects p join members m on m.project_id = p.id where m.role = 'owner' and m.account_id <> p.account_id",
	'an application of a project that is gone':
		'select id from applications a where deleted_at is null and not exists (select 1 from projects p where p.id = a.project_id)',
	'a key made after its application was deleted':
		'select k.id from api_keys k join applications a on a.id = k.application_id where k.created_at > a.deleted_at',
	'more keys than an application may have': `select application_id from api_keys where revoked_at is null group by application_id having count(*) > ${limits.keysPerApplication}`,
	'more applications than a project may have': `select project_id from applications where deleted_at is null group by project_id having count(*) > ${limits.applicationsPerProject}`,
	'more open invitations than a project may have': `select project_id from invitations where kind = 'member' and state = 'pending' group by project_id having count(*) > ${limits.pendingInvitationsPerProject}`,
	'more projects than an account may own': `select account_id from projects group by account_id having count(*) > ${limits.projectsPerAccount}`,
	'an open offer to one who is no member':
		"select i.id from invitations i join accounts a on a.email_key = i.email_key where i.kind = 'transfer' and i.state = 'pending' and not exists (select 1 from members m where m.project_id = i.project_id and m.account_id = a.id)",
	'an open offer of one who is not the owner':
		"select i.id from invitations i join projects p on p.id = i.project_id where i.kind = 'transfer' and i.state = 'pending' and i.inviter_id <> p.account_id",
	'an open invitation of one who may not invite':
		"select i.id from invitations i where i.state = 'pending' and not exists (select 1 from members m where m.project_id = i.project_id and m.account_id = i.inviter_id and m.role in ('owner', 'admin'))",
	'two accounts with one e-mail': 'select email_key from accounts group by email_key having count(*) > 1',
}

/** The invariants that are broken, with an example each. */
export async function brokenInvariants({ db }: Storage): Promise<readonly string[]> {
	const broken: string[] = []
	for (const [what, query] of Object.entries(invariants)) {
		const { rows } = await sql.raw<object>(query).execute(db)
		if (rows.length > 0) broken.push(`${what}: ${Object.values(rows[0] ?? {}).join()} and ${rows.length - 1} more`)
	}
	return broken
}
