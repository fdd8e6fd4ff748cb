import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { address, bytes } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { pendingTxJson } from '../json/txJson.ts'

/** Maximum number of pending transactions in a reply. */
const shownPool = 10_000

/** The namespaces net and web3, and the node methods of eth and txpool. */
export function ethNodeMethods(context: EthContext): EthMethods {
	const { source, chainId, clientVersion } = context
	const { isToday } = context.dialect
	const waiting = async () => {
		const bytesList = await source.pool.mempoolTxs(shownPool)
		return bytesList.flatMap(ethMessagesOf).map(({ tx, from }) => ({ tx, from: from(), hash: ethTxHash(tx) }))
	}
	const bySender = async (show: (item: Awaited<ReturnType<typeof waiting>>[number]) => EthJson): Promise<EthJson> => {
		const senders: Record<string, Record<string, EthJson>> = {}
		for (const item of await waiting()) {
			const sender = checksumAddress(item.from)
			senders[sender] = { ...senders[sender], [item.tx.nonce.toString()]: show(item) }
		}
		return { pending: senders, queued: {} }
	}
	return {
		web3_clientVersion: defineEthMethod([], () => clientVersion),
		web3_sha3: defineEthMethod([bytes], (value) => hexBytes(keccak256(value))),
		net_version: defineEthMethod([], () => chainId.toString()),
		net_listening: defineEthMethod([], () => true),
		net_peerCount: defineEthMethod([], () => '0x0'),
		eth_chainId: defineEthMethod([], () => quantity(chainId)),
		eth_syncing: defineEthMethod([], async () => {
			const { catchingUp, height, earliestHeight } = await source.chain.status()
			if (!catchingUp) return false
			return { startingBlock: quantity(earliestHeight), currentBlock: quantity(height), highestBlock: quantity(height) }
		}),
		eth_coinbase: defineEthMethod([], async () => hexBytes((await source.chain.status()).validator.address)),
		eth_mining: defineEthMethod([], () => false),
		eth_hashrate: defineEthMethod([], () => '0x0'),
		eth_pendingTransactions: defineEthMethod([], async () =>
			(await waiting()).map(({ tx, from, hash }) => pendingTxJson(tx, hash, from, isToday)),
		),
		txpool_status: defineEthMethod([], async () => ({ pending: quantity((await waiting()).length), queued: '0x0' })),
		txpool_content: defineEthMethod([], () => bySender(({ tx, from, hash }) => pendingTxJson(tx, hash, from, isToday))),
		txpool_contentFrom: defineEthMethod([address], async (who) => {
			const own = (await waiting()).filter(({ from }) => equalBytes(from, who))
			const pending = own.map(({ tx, from, hash }) => [tx.nonce.toString(), pendingTxJson(tx, hash, from, isToday)])
			return { pending: Object.fromEntries(pending) as Record<string, EthJson>, queued: {} }
		}),
		txpool_inspect: defineEthMethod([], () =>
			bySender(({ tx }) => {
				const to = tx.to === undefined ? 'contract creation' : checksumAddress(tx.to)
				return `${to}: ${tx.value ?? 0n} wei + ${tx.gas} gas × ${tx.gasPrice ?? 0n} wei`
			}),
		),
	}
}
