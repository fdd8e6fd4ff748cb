import type { TxResult } from '../../../abci/Application.ts'
import { MempoolError } from '../../../chain/faults.ts'
import { evmDenomOf } from '../../../codec/coins/evmAmount.ts'
import { ethTxHash, ethTxOf } from '../../../modules/evm/tx/EthTx.ts'
import { validateEthTx } from '../../../modules/evm/tx/validateEthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import type { EthChain } from '../EthChain.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import type { PooledTx } from '../pool/EthPool.ts'
import { inMempool } from '../pool/inMempool.ts'
import { assertSucceeded } from './assertSucceeded.ts'
import { frameworkTx } from './frameworkTx.ts'
import { parseRawTx } from './parseRawTx.ts'

/**
 * Sends a signed transaction to the mempool and returns its 0x hash.
 * @param impersonated The sender, if a developer node sends without a signature.
 * @throws {EthFault} for bytes that are not a transaction, with the reason of a refusal, and as `assertSucceeded` where that is asked.
 */
export async function sendRawTx(raw: Uint8Array, context: EthContext, impersonated?: Uint8Array): Promise<string> {
	const data = parseRawTx(raw)
	const tx = ethTxOf(data)
	validateEthTx(tx)
	const signer = await context.dialect.checkTx(tx, context, impersonated !== undefined)
	const hash = ethTxHash(tx)
	const bytes = frameworkTx({ data, tx, hash, size: raw.length, evmDenom: evmDenomOf(context.denom) })
	const result = await admit({ tx, hash, from: impersonated ?? signer, bytes }, context)
	if (result !== undefined && result.code !== 0) throw context.dialect.refusal(result)
	if (context.powers?.throwsFailures === true) await assertSucceeded(hash, context)
	return hexBytes(hash)
}

/** The answer of CheckTx; undefined for one that waits for an earlier nonce. */
async function admit(
	{ from, ...item }: Omit<PooledTx, 'from'> & { readonly from: Uint8Array | undefined },
	{ source, dialect, news, pool }: EthContext,
): Promise<TxResult | undefined> {
	try {
		if (dialect.hasPool && from !== undefined) return await pool.add({ ...item, from }, dialect.waitsForFee)
		const result = await source.pool.broadcastTxSettled(item.bytes)
		if (result.code === 0) news.announcePending(item.hash)
		return result
	} catch (fault) {
		if (!(fault instanceof MempoolError)) throw fault
		throw dialect.refusal({ codespace: 'sdk', code: fault.code, log: fault.message, byPool: true })
	}
}

/**
 * The next nonce of a sender after its transactions in the mempool, and after those that wait for a lower base fee alone.
 *
 * @param nonceNow its nonce after the newest block. It is read after the mempool: a transaction that goes from there into
 *   a block meanwhile still counts.
 */
export async function pendingNonce(
	sender: Uint8Array,
	nonceNow: () => Promise<bigint>,
	{ source, pool }: EthChain,
): Promise<bigint> {
	const waiting = await inMempool(source.pool)
	let next = await nonceNow()
	for (const { from, tx } of waiting) if (equalBytes(from(), sender) && tx.nonce >= next) next = tx.nonce + 1n
	return pool.nonceAfter(sender, next)
}
