import { create } from '@bufbuild/protobuf'
import { type DecCoin, parseDecimal, requiredFee } from '../../codec/coins/decCoins.ts'
import { txBytesOf } from '../../codec/txJson/txJson.ts'
import { only } from '../../errors/attempt.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { Service } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { AuthInfoSchema, SignerInfoSchema, type Tx, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import type { Coin, SimulatedTx } from '../chainTypes.ts'
import { queryMethod } from '../queries/abciQuery.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { type PreparedTx, type TxCost, type TxSource, unsignedTx } from './prepare.ts'
import { singleSignerInfo } from './signerInfo.ts'

/** Default factor on simulated gas, because the state may change before the block. */
export const defaultGasAdjustment = '1.3'

/** Options for gas and fee of a transaction. */
export interface CostWish {
	/** Gas limit; undefined simulates. */
	readonly gas: bigint | undefined
	/** Factor on simulated gas, a decimal number such as `1.3`. */
	readonly gasAdjustment?: string
	/** Coins to pay, or gas prices, none of which is zero; all of them are paid. */
	readonly fee: { readonly coins: readonly Coin[] } | { readonly prices: readonly DecCoin[] }
}

/**
 * Second step of a transaction: gas limit and fee. All rounding of the program is here: simulated gas times the factor,
 * and price times gas, each rounded up.
 * @throws {ChainError} with the reason the transaction would fail.
 */
export async function estimateCost(source: TxSource, tx: PreparedTx, wish: CostWish): Promise<TxCost> {
	const gas = wish.gas ?? adjustedGas(await simulatedGas(source, tx, wish), wish.gasAdjustment)
	return { gas, fee: feeOf(wish, gas) }
}

/** The fee for a gas limit. */
export function feeOf({ fee }: Pick<CostWish, 'fee'>, gas: bigint): readonly Coin[] {
	if ('coins' in fee) return fee.coins
	return fee.prices.map((price) => ({ denom: price.denom, amount: String(requiredFee(price, gas)) }))
}

/** The gas limit for simulated gas. */
export function adjustedGas(simulated: bigint, adjustment: string = defaultGasAdjustment): bigint {
	const one = 10n ** 18n
	return (simulated * parseDecimal(adjustment) + one - 1n) / one
}

/** Picks one of a node's minimum prices, as any suffices: the native one, else the first (x/auth/ante/fee.go). */
export function priceToPay(prices: readonly DecCoin[], nativeDenom: string): readonly DecCoin[] {
	const price = prices.find((candidate) => candidate.denom === nativeDenom) ?? prices[0]
	return price === undefined ? [] : [price]
}

/** Simulates a complete transaction. The chain checks messages and balances, but not signatures and fee. */
export function simulateTx({ connection }: Pick<TxSource, 'connection'>, txBytes: Uint8Array): Promise<SimulatedTx> {
	return simulated(connection, txBytes).catch(only(ChainError, ({ log }) => ({ log })))
}

/**
 * Simulates the gas of a transaction with a zero signature of full size, because the size counts (cosmos-sdk v0.44.5
 * x/auth/ante: simulation does not verify signatures).
 */
async function simulatedGas({ connection }: TxSource, tx: PreparedTx, wish: CostWish): Promise<bigint> {
	// Paying a fee costs gas too, so one unit stands in for a fee that is not known yet.
	const draft = unsignedTx(tx, { gas: 0n, fee: feeOf(wish, 1n) })
	const txBytes = txBytesOf(await withEmptySignature(draft, tx.key, tx.sequence))
	return (await simulated(connection, txBytes)).gasUsed
}

async function simulated(connection: RpcConnection, txBytes: Uint8Array): Promise<{ readonly gasUsed: bigint }> {
	const { gasInfo } = await queryMethod(connection, Service.method.simulate, { txBytes })
	return { gasUsed: gasInfo?.gasUsed ?? 0n }
}

/** Adds a signature of zeros; a multisig key gets as many as its threshold. */
async function withEmptySignature(draft: Tx, key: KeyInfo, sequence: bigint): Promise<Tx> {
	if (key.kind === 'multi') {
		const { multisignedTx } = await import('./multisig.ts')
		const zeros = Array.from({ length: key.threshold ?? 0 }, (_, index) => [index, new Uint8Array(64)] as const)
		return multisignedTx(draft, key, sequence, new Map(zeros))
	}
	const signerInfos = [create(SignerInfoSchema, singleSignerInfo(key, 'direct', sequence))]
	const signature = new Uint8Array(key.algo === 'eth_secp256k1' ? 65 : 64)
	const authInfo = create(AuthInfoSchema, { ...draft.authInfo, signerInfos })
	return create(TxSchema, { ...draft, authInfo, signatures: [signature] })
}
