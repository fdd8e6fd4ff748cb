import { UserError } from '../../errors/UserError.ts'
import type { MethodName, ReplyOf } from '../../wire/NodeSchema.ts'

/** Paths of the members that the client needs in a reply. A path does not lead through a list or null. */
const required: { readonly [M in MethodName]?: readonly string[] } = {
	status: ['node_info.network', 'sync_info.latest_block_height'],
	net_info: ['n_peers'],
	abci_info: ['response'],
	abci_query: ['response'],
	block: ['block_id.hash'],
	blockchain: ['block_metas'],
	tx: ['hash', 'height', 'tx', 'tx_result'],
	tx_search: ['total_count'],
	unconfirmed_txs: ['total'],
	num_unconfirmed_txs: ['total'],
	broadcast_tx_sync: ['code', 'log'],
	broadcast_tx_commit: ['check_tx', 'deliver_tx'],
	chain_blocks: ['blocks'],
	chain_txs: ['txs', 'total'],
	chain_traceGas: ['charges'],
	chain_history: ['step_ms', 'now', 'samples'],
}

/**
 * Checks a result from the network as the reply of its method.
 *
 * @throws {UserError} if required members are missing: the program at that address is not a node of this line.
 */
export function checkReply<M extends MethodName>(method: M, result: unknown, node: string): ReplyOf<M> {
	const missing = required[method]?.find((path) => !has(result, path.split('.')))
	if (missing === undefined) return result as ReplyOf<M>
	throw new UserError(`The node at ${node} gives answers that this program cannot read.`, {
		why: `Its reply to ${method} has no ${missing}.`,
		next: 'Check that the address is that of the JSON-RPC of a node of the Tendermint 0.34 line.',
	})
}

function has(value: unknown, [member = '', ...rest]: readonly string[]): boolean {
	if (typeof value !== 'object' || value === null || !(member in value)) return false
	return rest.length === 0 || has((value as Readonly<Record<string, unknown>>)[member], rest)
}
