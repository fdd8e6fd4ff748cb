import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { createAddress } from '../../../modules/evm/tx/EthTx.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import type { EthDialect } from '../dialect/EthDialect.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { logJson } from './logJson.ts'

/** A receipt in a dialect. */
export function receiptJson(item: EthBlockTx, block: EthBlock, dialect: EthDialect): EthJson {
	const { tx, hash, from, index, gasUsed, cumulativeGas, vmError, logs } = item
	const json = {
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
		contractAddress: tx.to === undefined ? hexBytes(createAddress(from, tx.nonce)) : null,
		logs: logs.map((log) => logJson(log, dialect.isToday)),
		logsBloom: hexBytes(logsBloom(logs)),
	}
	return dialect.receipt(json, item)
}
