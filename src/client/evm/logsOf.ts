import type { Address, Hex } from 'viem'
import { checksumAddress } from '../../codec/address/checksumAddress.ts'
import { fromHex } from '../../util/bytes.ts'
import type { Decoder } from './Decoder.ts'
import type { EvmLog } from './EvmClient.ts'

/** A log in JSON-RPC form. */
export interface WireLog {
	readonly address: string
	readonly topics: readonly Hex[]
	readonly data: Hex
	readonly blockNumber: string
	readonly transactionHash: Hex
	readonly logIndex: string
}

/** Converts and decodes logs. */
export function logsOf(logs: readonly WireLog[], decoder: Decoder): readonly EvmLog[] {
	return logs.map(({ address, topics, data, blockNumber, transactionHash, logIndex }) => {
		const decoded = decoder.log(topics, data, address)
		return {
			address: checksumAddress(fromHex(address.slice(2)) ?? new Uint8Array()) as Address,
			topics,
			data,
			height: Number(blockNumber),
			txHash: transactionHash,
			index: Number(logIndex),
			...(decoded === undefined ? {} : { decoded }),
		}
	})
}
