import type { HistoryReply } from '../../wire/SummarySchema.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { isMethodNotFound } from '../rpc/RpcError.ts'

/** Reads a node's measurements of the last seconds; undefined if its program does not measure. */
export async function readHistory(connection: RpcConnection, seconds: number): Promise<HistoryReply | undefined> {
	try {
		return await connection.call('chain_history', { seconds })
	} catch (error) {
		if (isMethodNotFound(error)) return undefined
		throw error
	}
}
