import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { createAddress } from '../../../modules/evm/tx/createAddress.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import type { EthJson } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { logJson } from './logJson.ts'

/** A receipt as geth shows it. */
export function receiptJson(item: EthBlockTx, block: EthBlock): { readonly [member: string]: EthJson } {
	const { tx, hash, from, index, gasUsed, cumulativeGas, vmError, logs } = item
	return {
		transactionHash: hexBytes(hash),
		transactionIndex: quantity(index),
		blockHash: hexBytes(block.hash),
		blockNumber: quantity(block.height),
		from: hexBytes(from),
		to: tx.to === undefined ? null : hexBytes(tx.to),
		type: quantity(tx.type),
		status: vmError === '' ? '0x1' : '0x0',
		gasUsed: quantity(gasUsed),
		cumulativeGasUsed: quantity(cumulativeGas),
		effectiveGasPrice: quantity(effectivePrice(tx, tx.type === 2 ? block.baseFee : undefined)),
		contractAddress: tx.to === undefined ? hexBytes(createAddress(from, tx.nonce)) : null,
		logs: logs.map(logJson),
		logsBloom: hexBytes(logsBloom(logs)),
	}
}
