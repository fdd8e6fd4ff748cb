import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'

/** Bounds of the transactions that wait for an earlier nonce (go-ethereum v1.16 core/txpool/legacypool DefaultConfig). */
export const poolLimits = {
	/** Of one sender. */
	perSender: 64,
	/** Of all senders. */
	txs: 1_024,
	/** Bytes of all of them. */
	bytes: 8 * 1024 * 1024,
	/** Bytes of one (go-ethereum txMaxSize). */
	txBytes: 128 * 1024,
	/** Time after which one is forgotten, in milliseconds. */
	lifetimeMs: 3 * 60 * 60 * 1000,
} as const

/** Raise of price in percent that a replacement pays (go-ethereum PriceBump). */
const priceBump = 10n

/** Whether a transaction pays enough more than another one to take its place: both its tip and its cap. */
export function isRaise(next: EthTx, before: EthTx): boolean {
	return (
		capOf(next) * 100n >= capOf(before) * (100n + priceBump) &&
		tipOf(next) * 100n >= tipOf(before) * (100n + priceBump) &&
		capOf(next) > capOf(before)
	)
}

function capOf({ gasFeeCap, gasPrice = 0n }: EthTx): bigint {
	return gasFeeCap ?? gasPrice
}

function tipOf({ gasTipCap, gasPrice = 0n }: EthTx): bigint {
	return gasTipCap ?? gasPrice
}
