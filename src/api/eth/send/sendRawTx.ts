import type { TxResult } from '../../../abci/Application.ts'
import { MempoolError } from '../../../chain/MempoolError.ts'
import { evmDenomOf } from '../../../codec/coins/evmDenom.ts'
import { ethTxHash, ethTxOf, isProtected } from '../../../modules/evm/tx/EthTx.ts'
import { latestSignerRules, recoverSender, SenderFault } from '../../../modules/evm/tx/recoverSender.ts'
import { validateEthTx } from '../../../modules/evm/tx/validateEthTx.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import type { ChainNews } from '../filters/ChainNews.ts'
import { hexBytes } from '../hexJson.ts'
import { frameworkTx } from './frameworkTx.ts'
import { parseRawTx } from './parseRawTx.ts'

/** Most that a transaction may pay in fees, in the EVM's unit: 100 coins, against slips (geth: 1 ether). */
const feeCap = 100n * 10n ** 18n

/**
 * Hands a signed transaction to the pool and gives its hash, 0x text.
 *
 * @param impersonated whom a developer's node sends for without a signature
 * @throws EthFault for bytes that are no transaction, and with why the pool refused it.
 */
export async function sendRawTx(
	raw: Uint8Array,
	context: EthContext,
	news: ChainNews,
	impersonated?: Uint8Array,
): Promise<string> {
	const data = parseRawTx(raw)
	const tx = ethTxOf(data)
	if (tx.type === 0 && !isProtected(tx)) {
		throw new EthFault('only replay-protected (EIP-155) transactions allowed over RPC')
	}
	validateEthTx(tx)
	if ((tx.gasPrice ?? 0n) * tx.gas > feeCap) {
		throw new EthFault(`tx fee (${coins((tx.gasPrice ?? 0n) * tx.gas)}) exceeds the configured cap (${coins(feeCap)})`)
	}
	if (impersonated === undefined) {
		try {
			recoverSender(tx, latestSignerRules(context.chainId))
		} catch (fault) {
			if (fault instanceof SenderFault) throw new EthFault(fault.message)
			throw fault
		}
	}
	const hash = ethTxHash(tx)
	const bytes = frameworkTx({ data, tx, hash, size: raw.length, evmDenom: evmDenomOf(context.denom) })
	const result = await admit(bytes, context)
	if (result.code !== 0) throw new EthFault(refusal(result))
	news.announcePending(hash)
	return hexBytes(hash)
}

async function admit(bytes: Uint8Array, { source }: EthContext): Promise<TxResult> {
	try {
		return await source.pool.broadcastTxSync(bytes)
	} catch (fault) {
		if (!(fault instanceof MempoolError)) throw fault
		throw new EthFault(fault.code === 19 ? 'already known' : fault.message)
	}
}

/** Why the checks refused a transaction, as Ethereum's tools know it (go-ethereum v1.16 core/error.go). */
function refusal({ log, codespace, code }: TxResult): string {
	const nonce = /invalid nonce; got (\d+), expected (\d+)/.exec(log)
	if (nonce !== null) {
		const [, got, expected] = nonce
		const kind = BigInt(got!) < BigInt(expected!) ? 'low' : 'high'
		return `nonce too ${kind}: next nonce ${expected}, tx nonce ${got}`
	}
	const funds = /sender balance < tx cost \((\d+) < (\d+)\)/.exec(log)
	if (funds !== null)
		return `insufficient funds for gas * price + value: balance ${funds[1]}, tx cost ${funds[2]}, overshot ${BigInt(funds[2]!) - BigInt(funds[1]!)}`
	const gas = /gas limit too low: (\d+) \(gas limit\) < (\d+) \(intrinsic gas\)/.exec(log)
	if (gas !== null) return `intrinsic gas too low: gas ${gas[1]}, minimum needed ${gas[2]}`
	const fee =
		/max fee per gas less than block base fee \((\d+) < (\d+)\)/.exec(log) ??
		/the tx gasfeecap is lower than the tx baseFee: (\d+) \(gasfeecap\), (\d+) \(basefee\)/.exec(log)
	if (fee !== null) return `max fee per gas less than block base fee: maxFeePerGas: ${fee[1]}, baseFee: ${fee[2]}`
	return `${log} (${codespace} ${code})`
}

function coins(amount: bigint): string {
	return `${amount / 10n ** 18n}.${((amount / 10n ** 16n) % 100n).toString().padStart(2, '0')} coins`
}
