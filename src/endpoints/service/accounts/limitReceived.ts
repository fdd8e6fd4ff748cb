import { limits } from '../../limits.ts'
import { holdAccount } from '../projects/access.ts'
import type { ChangeDb } from '../projects/change.ts'
import { conflict, type ServiceContext } from '../ServiceContext.ts'

/**
 * Makes room for one more invitation to an e-mail, so that strangers cannot fill a list. Each account can have only so
 * many open there. If the list is full, the oldest one of the account with the most ends. Nobody learns whether the
 * account exists or what it was sent.
 * @throws {ServiceFault} if the inviter has too many open for this e-mail.
 */
export async function limitReceived(
	context: ServiceContext,
	db: ChangeDb,
	inviterId: string,
	emailKey: string,
): Promise<void> {
	// Two invitations of one account at a time, of different projects, would both count the same.
	await holdAccount(db, inviterId)
	const now = BigInt(context.clock.now())
	const open = await db
		.selectFrom('invitations')
		.select(['id', 'inviter_id'])
		.where('email_key', '=', emailKey)
		.where('kind', '=', 'member')
		.where('state', '=', 'pending')
		.where('expires_at', '>', now)
		.orderBy('created_at')
		.orderBy('id')
		.execute()
	const own = open.filter(({ inviter_id }) => inviter_id === inviterId).length
	if (own >= limits.invitationsFromOneInviter) {
		throw conflict(
			`${own} invitations of yours to this e-mail are not answered.`,
			'Wait for the answers, or withdraw one of them in its project.',
		)
	}
	let rest = open
	const ended: string[] = []
	while (rest.length >= limits.invitationsReceived) {
		const oldest = oldestOfTheBusiest(rest)
		ended.push(oldest)
		rest = rest.filter(({ id }) => id !== oldest)
	}
	if (ended.length === 0) return
	await db
		.updateTable('invitations')
		.set({ state: 'expired', answered_at: now })
		.where('id', 'in', ended)
		.where('state', '=', 'pending')
		.execute()
}

/** The oldest invitation of the account with the most, in a list ordered by age. */
function oldestOfTheBusiest(open: readonly { readonly id: string; readonly inviter_id: string }[]): string {
	const sentBy = (inviterId: string) => open.filter(({ inviter_id }) => inviter_id === inviterId).length
	const most = Math.max(...open.map(({ inviter_id }) => sentBy(inviter_id)))
	return open.find(({ inviter_id }) => sentBy(inviter_id) === most)!.id
}
