import type { ChainClient, TxProgress } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'

/** Newest greetings searched for one's own, since others may be in the same block. */
const newest = 200

/** The id of the newest greeting with this owner and text; undefined if too many came later. */
export async function greetingOf(client: ChainClient, owner: string, message: string): Promise<string | undefined> {
	const count = await client.greetingCount()
	const greetings = await client.greetingRange(Math.max(0, count - newest), count)
	return greetings.findLast((greeting) => greeting.owner === owner && greeting.message === message)?.id
}

/** Error for a greeting that reached no block, with the next step. */
export function refusal(last: TxProgress | undefined, key: string): UserError {
	if (last?.state !== 'failed') return new UserError('The greeting entered no block.', { next: 'Send it again.' })
	const poor = /not found|insufficient funds/.test(last.log) || /no coins|not on the chain/.test(last.problem)
	return new UserError(last.problem, {
		why: last.log === last.problem ? '' : last.log,
		next: poor ? `Give it coins: \`chain-tui faucet ${key}\`.` : last.next,
	})
}
