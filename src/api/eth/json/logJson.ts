import type { EthLog } from '../blocks/EthBlock.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'

/** A log as `eth_getLogs` shows it, or one whose block the chain has gone back behind. */
export function logJson(
	{ address, topics, data, logIndex, tx, block }: EthLog,
	isToday: boolean,
	removed = false,
): { readonly [member: string]: EthJson } {
	return {
		address: hexBytes(address),
		topics: topics.map(hexBytes),
		data: hexBytes(data),
		blockNumber: quantity(block.height),
		transactionHash: hexBytes(tx.hash),
		transactionIndex: quantity(tx.index),
		blockHash: hexBytes(block.hash),
		...(isToday ? { blockTimestamp: quantity(block.timestamp) } : {}),
		logIndex: quantity(logIndex),
		removed,
	}
}
