import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { type EthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { address } from '../args/valueParams.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { pendingTxJson } from '../json/txJson.ts'
import { inMempool } from '../pool/inMempool.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { leftOut } from '../rpc/EthMethod.ts'

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
		wallets: false,
		name: 'txpool_status',
		params: [],
		run: async (_, context) => ({
			pending: quantity((await waiting(context)).length),
			queued: quantity(context.pool.queued.length),
		}),
	}),
	defineEthMethod({
		...shared,
		wallets: false,
		name: 'txpool_content',
		params: [],
		run: (_, context) => bySender(context, (item) => shown(item, context)),
	}),
	defineEthMethod({
		...shared,
		wallets: false,
		name: 'txpool_contentFrom',
		params: [address],
		run: async ([who], context) => {
			const ofSender = (items: readonly WaitingTx[]): EthJson => {
				const own = items.filter(({ from }) => equalBytes(from, who))
				return byNonce(own, (item) => shown(item, context))
			}
			return { pending: ofSender(await waiting(context)), queued: ofSender(context.pool.queued) }
		},
	}),
	defineEthMethod({
		...shared,
		wallets: false,
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
	return (await inMempool(source.pool)).map(({ tx, from }) => ({ tx, from: from(), hash: ethTxHash(tx) }))
}

async function bySender(context: EthContext, show: (item: WaitingTx) => EthJson): Promise<EthJson> {
	const grouped = (items: readonly WaitingTx[]): EthJson => {
		const senders = new Map<string, WaitingTx[]>()
		for (const item of items) {
			// Suites that are written for anvil look senders up in lower case.
			const sender = context.powers === undefined ? checksumAddress(item.from) : hexBytes(item.from)
			senders.set(sender, [...(senders.get(sender) ?? []), item])
		}
		return Object.fromEntries([...senders].map(([sender, own]) => [sender, byNonce(own, show)]))
	}
	return { pending: grouped(await waiting(context)), queued: grouped(context.pool.queued) }
}

function byNonce(items: readonly WaitingTx[], show: (item: WaitingTx) => EthJson): EthJson {
	// An object keeps whole numbers in their order.
	return Object.fromEntries(items.map((item) => [item.tx.nonce.toString(), show(item)]))
}

function shown({ tx, hash, from }: WaitingTx, { dialect }: EthContext): EthJson {
	return pendingTxJson(tx, hash, from, dialect.isToday)
}
