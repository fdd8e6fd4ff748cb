import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { utf8 } from '../../../util/bytes.ts'
import { text } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'
import { pendingTxJson } from '../json/txJson.ts'

/** Size of a page of the engine's mempool. */
const shownPool = 30

/** Node methods whose replies differ from geth's. */
export function ethermintNodeMethods(context: EthContext): EthMethods {
	const { source } = context
	const nothing = defineEthMethod([], () => ({ pending: {}, queued: {} }))
	return {
		web3_sha3: defineEthMethod([text], (value) => hexBytes(keccak256(utf8(value)))),
		net_peerCount: defineEthMethod([], () => 0),
		eth_protocolVersion: defineEthMethod([], () => '0x41'),
		eth_coinbase: defineEthMethod([], async () => checksumAddress((await source.chain.status()).validator.address)),
		eth_getPendingTransactions: defineEthMethod([], async () =>
			(await source.pool.mempoolTxs(shownPool))
				.flatMap(ethMessagesOf)
				.map(({ tx, from }) => pendingTxJson(tx, ethTxHash(tx), from(), false)),
		),
		txpool_content: nothing,
		txpool_inspect: nothing,
		txpool_status: defineEthMethod([], () => ({ pending: '0x0', queued: '0x0' })),
		rpc_modules: defineEthMethod([], () =>
			Object.fromEntries(
				['debug', 'eth', 'miner', 'net', 'personal', 'rpc', 'txpool', 'web3'].map((name) => [name, '1.0']),
			),
		),
	}
}
