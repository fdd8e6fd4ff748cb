import type { TxResult } from '../../../abci/Application.ts'
import { MempoolError } from '../../../chain/MempoolError.ts'
import { evmDenomOf } from '../../../codec/coins/evmDenom.ts'
import { ethTxHash, ethTxOf } from '../../../modules/evm/tx/EthTx.ts'
import { validateEthTx } from '../../../modules/evm/tx/validateEthTx.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { frameworkTx } from './frameworkTx.ts'
import { parseRawTx } from './parseRawTx.ts'

/**
 * Sends a signed transaction to the mempool and returns its 0x hash.
 *
 * @param impersonated The sender, if a developer node sends without a signature.
 * @throws {EthFault} for bytes that are not a transaction, and with the reason of a refusal.
 */
export async function sendRawTx(raw: Uint8Array, context: EthContext, impersonated?: Uint8Array): Promise<string> {
	const data = parseRawTx(raw)
	const tx = ethTxOf(data)
	validateEthTx(tx)
	await context.dialect.checkTx(tx, context, impersonated !== undefined)
	const hash = ethTxHash(tx)
	const bytes = frameworkTx({ data, tx, hash, size: raw.length, evmDenom: evmDenomOf(context.denom) })
	const result = await admit(bytes, context)
	if (result.code !== 0) throw context.dialect.refusal(result)
	context.news.announcePending(hash)
	return hexBytes(hash)
}

async function admit(bytes: Uint8Array, { source, dialect }: EthContext): Promise<TxResult> {
	try {
		return await source.pool.broadcastTxSettled(bytes)
	} catch (fault) {
		if (!(fault instanceof MempoolError)) throw fault
		throw dialect.refusal({ codespace: 'sdk', code: fault.code, log: fault.message, byPool: true })
	}
}
