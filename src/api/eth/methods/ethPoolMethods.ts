import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { type EthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { address } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { pendingTxJson } from '../json/txJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { leftOut } from '../rpc/leftOut.ts'

/** Maximum number of pending transactions in a reply. */
const shownPool = 10_000

/** A transaction that waits for a block. */
interface WaitingTx {
	readonly tx: EthTx
	readonly from: Uint8Array
	readonly hash: Uint8Array
}

const shared = { cost: 'read', endpoint: leftOut.pool, dialects: ['geth'] } as const

/** The transactions that wait for a block; those of ethermint are in `ethermint/`. */
export const poolMethods = [
	defineEthMethod({
		...shared,
		name: 'eth_pendingTransactions',
		params: [],
		run: async (_, context) => (await waiting(context)).map((item) => shown(item, context)),
	}),
	defineEthMethod({
		...shared,
		name: 'txpool_status',
		params: [],
		run: async (_, context) => ({ pending: quantity((await waiting(context)).length), queued: '0x0' }),
	}),
	defineEthMethod({
		...shared,
		name: 'txpool_content',
		params: [],
		run: (_, context) => bySender(context, (item) => shown(item, context)),
	}),
	defineEthMethod({
		...shared,
		name: 'txpool_contentFrom',
		params: [address],
		run: async ([who], context) => {
			const own = (await waiting(context)).filter(({ from }) => equalBytes(from, who))
			const pending = own.map((item) => [item.tx.nonce.toString(), shown(item, context)])
			return { pending: Object.fromEntries(pending) as Record<string, EthJson>, queued: {} }
		},
	}),
	defineEthMethod({
		...shared,
		name: 'txpool_inspect',
		params: [],
		run: (_, context) =>
			bySender(context, ({ tx }) => {
				const to = tx.to === undefined ? 'contract creation' : checksumAddress(tx.to)
				return `${to}: ${tx.value ?? 0n} wei + ${tx.gas} gas × ${tx.gasPrice ?? 0n} wei`
			}),
	}),
]

async function waiting({ source }: EthContext): Promise<readonly WaitingTx[]> {
	const bytesList = await source.pool.mempoolTxs(shownPool)
	return bytesList.flatMap(ethMessagesOf).map(({ tx, from }) => ({ tx, from: from(), hash: ethTxHash(tx) }))
}

async function bySender(context: EthContext, show: (item: WaitingTx) => EthJson): Promise<EthJson> {
	const senders: Record<string, Record<string, EthJson>> = {}
	for (const item of await waiting(context)) {
		const sender = checksumAddress(item.from)
		senders[sender] = { ...senders[sender], [item.tx.nonce.toString()]: show(item) }
	}
	return { pending: senders, queued: {} }
}

function shown({ tx, hash, from }: WaitingTx, { dialect }: EthContext): EthJson {
	return pendingTxJson(tx, hash, from, dialect.isToday)
}
