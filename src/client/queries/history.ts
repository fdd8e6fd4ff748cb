import type { HistoryReply } from '../../wire/SummarySchema.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { isMethodNotFound } from '../rpc/RpcError.ts'

/** What a node measured in the last seconds; undefined where its program does not measure. */
export async function readHistory(connection: RpcConnection, seconds: number): Promise<HistoryReply | undefined> {
	try {
		return await connection.call('chain_history', { seconds })
	} catch (error) {
		if (isMethodNotFound(error)) return undefined
		throw error
	}
}
