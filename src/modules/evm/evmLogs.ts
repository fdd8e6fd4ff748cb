import { create } from '@bufbuild/protobuf'
import { checksumAddress } from '../../codec/address/checksumAddress.ts'
import { quoteJson } from '../../codec/goJson/quoteJson.ts'
import { type Log, LogSchema } from '../../gen/ethermint/evm/v1/evm_pb.js'
import { toBase64, toHex } from '../../util/bytes.ts'
import type { EvmLog } from './vm/EvmCall.ts'

/** Position of a transaction's logs. */
export interface LogPlace {
	readonly blockNumber: bigint
	readonly txHash: Uint8Array
	readonly txIndex: bigint
	/** 32 bytes. */
	readonly blockHash: Uint8Array
	/** Index of the transaction's first log in the block. */
	readonly firstIndex: bigint
}

/** The logs of a transaction as messages. */
export function logMessages(logs: readonly EvmLog[], place: LogPlace): Log[] {
	return logs.map(({ address, topics, data }, at) =>
		create(LogSchema, {
			address: checksumAddress(address),
			topics: topics.map((topic) => `0x${toHex(topic)}`),
			data,
			blockNumber: place.blockNumber,
			txHash: `0x${toHex(place.txHash)}`,
			txIndex: place.txIndex,
			blockHash: `0x${toHex(place.blockHash)}`,
			index: place.firstIndex + BigInt(at),
			removed: false,
		}),
	)
}

/** A log as an event attribute: Go's JSON of the message, which omits empty topics and data. */
export function logJson(log: Log): string {
	const members = [
		`"address":${quoteJson(log.address)}`,
		...(log.topics.length === 0 ? [] : [`"topics":[${log.topics.map(quoteJson).join(',')}]`]),
		...(log.data.length === 0 ? [] : [`"data":"${toBase64(log.data)}"`]),
		`"blockNumber":${log.blockNumber}`,
		`"transactionHash":${quoteJson(log.txHash)}`,
		`"transactionIndex":${log.txIndex}`,
		`"blockHash":${quoteJson(log.blockHash)}`,
		`"logIndex":${log.index}`,
	]
	return `{${members.join(',')}}`
}
