import type { Kysely, SelectQueryBuilder } from 'kysely'
import { roleOf } from '../../wire/management/permissions.ts'
import type { Invitation } from '../../wire/management/projectSchemas.ts'
import type { EndpointsSchema } from '../storage/schema.ts'

/** A query of invitations, to be narrowed down. */
type InvitationQuery = SelectQueryBuilder<EndpointsSchema, 'invitations' | 'projects' | 'accounts', object>

const states: readonly Invitation['state'][] = ['pending', 'accepted', 'declined', 'withdrawn', 'expired']

/**
 * Invitations for display, the newest first. One past its time is expired, even if the database does not say so yet.
 */
export async function readInvitations(
	db: Kysely<EndpointsSchema>,
	now: number,
	narrow: (query: InvitationQuery) => InvitationQuery,
): Promise<readonly Invitation[]> {
	const from = db
		.selectFrom('invitations')
		.innerJoin('projects', 'projects.id', 'invitations.project_id')
		.innerJoin('accounts', 'accounts.id', 'invitations.inviter_id')
	const rows = await narrow(from)
		.select([
			'invitations.id',
			'invitations.kind',
			'invitations.project_id',
			'projects.name',
			'invitations.role',
			'invitations.email',
			'accounts.email as invited_by',
			'invitations.state',
			'invitations.created_at',
			'invitations.expires_at',
			'invitations.answered_at',
		])
		.orderBy('invitations.created_at', 'desc')
		.orderBy('invitations.id')
		.execute()
	return rows.map((row) => {
		const isOver = row.state === 'pending' && Number(row.expires_at) <= now
		return {
			id: row.id,
			kind: row.kind === 'transfer' ? 'transfer' : 'member',
			projectId: row.project_id,
			projectName: row.name,
			role: roleOf(row.role) ?? 'viewer',
			email: row.email,
			invitedBy: row.invited_by,
			state: isOver ? 'expired' : (states.find((state) => state === row.state) ?? 'withdrawn'),
			createdAt: Number(row.created_at),
			expiresAt: Number(row.expires_at),
			answeredAt: row.answered_at === null ? null : Number(row.answered_at),
		}
	})
}
