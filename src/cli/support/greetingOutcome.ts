import type { ChainClient, TxProgress } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'

/** Greetings looked through for one's own: others may have been written in the same block. */
const newest = 200

/** The id of the newest greeting with this owner and text; undefined when so many came later that it is not near the end. */
export async function greetingOf(client: ChainClient, owner: string, message: string): Promise<string | undefined> {
	const count = await client.greetingCount()
	const greetings = await client.greetingRange(Math.max(0, count - newest), count)
	return greetings.findLast((greeting) => greeting.owner === owner && greeting.message === message)?.id
}

/** Why a greeting is in no block, and what to do. */
export function refusal(last: TxProgress | undefined, key: string): UserError {
	if (last?.state !== 'failed') return new UserError('The greeting entered no block.', { next: 'Send it again.' })
	const poor = /not found|insufficient funds/.test(last.log) || /no coins|not on the chain/.test(last.problem)
	return new UserError(last.problem, {
		why: last.log === last.problem ? '' : last.log,
		next: poor ? `Give it coins: \`chain-tui faucet ${key}\`.` : last.next,
	})
}
