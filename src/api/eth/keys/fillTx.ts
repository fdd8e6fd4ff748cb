import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { isForked } from '../../../modules/evm/chainConfig.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import { smaller } from '../../../util/order.ts'
import { nextBaseFee, suggestedTip } from '../blocks/PendingBlocks.ts'
import { type CallArgs, inputOf, pricesIn } from '../calls/CallArgs.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import type { EthChain } from '../EthChain.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { pendingNonce } from '../send/sendRawTx.ts'
import type { EvmView } from '../state/EvmReader.ts'

/** The cap and the tip of a transaction, and the arguments by which its gas is estimated. */
export interface FilledPrices {
	readonly cap: bigint
	readonly tip: bigint
	readonly asked: CallArgs
}

/** The prices of arguments at the next block's base fee. */
export type FillPrices = (args: CallArgs, base: bigint) => FilledPrices

/** Those of geth. @throws {EthFault} for a tip above its cap. */
export const gethPrices: FillPrices = (args, base) => {
	const { maxFeePerGas, maxPriorityFeePerGas } = args
	// Who names a cap alone pays no more than that.
	const tip = maxPriorityFeePerGas ?? smaller(maxFeePerGas ?? suggestedTip, suggestedTip)
	const cap = maxFeePerGas ?? base * 2n + tip
	if (cap < tip) throw new EthFault(`maxFeePerGas (${cap}) < maxPriorityFeePerGas (${tip})`)
	// A tip is estimated with its cap, as geth does: alone it is refused.
	return { cap, tip, asked: maxPriorityFeePerGas === undefined ? args : { ...args, maxFeePerGas: cap } }
}

/**
 * Fills in the fields that the sender omitted, like geth: nonce, gas, price and chain.
 * @throws {EthFault} for contradictory arguments, another chain, or a type of transaction that the chain does not have.
 */
export async function fillTx(
	args: CallArgs,
	from: Uint8Array,
	context: EthChain,
	pricesOf: FillPrices = gethPrices,
): Promise<EthTx> {
	pricesIn(args, context)
	const data = inputOf(args)
	if (args.to === undefined && data.length === 0) {
		throw new EthFault('contract creation without any data provided')
	}
	if (args.hasBlobs === true) throw new EthFault('transaction type not supported')
	const newest = async (): Promise<EvmView> => context.evm.at(await context.blocks.latestHeight())
	const view = await newest()
	const gasPrice = args.gasPrice ?? priceBeforeLondon(args, view)
	const { cap, tip, asked } = pricesOf(args, nextBaseFee(view) ?? 0n)
	const nonce = args.nonce ?? (await pendingNonce(from, async () => (await newest()).nonce(from), context))
	const gas = args.gas ?? (await estimateGas((await context.pending.at()).view, { ...asked, from }))
	const common = { ...args, gasPrice, nonce, gas, data, chainId: context.chainId }
	if (gasPrice !== undefined && args.authorizationList === undefined) return unsignedTx(common)
	return unsignedTx({ ...common, maxFeePerGas: cap, maxPriorityFeePerGas: tip })
}

/** Before London the suggested price, unless both caps are given (go-ethereum v1.16 internal/ethapi setFeeDefaults). */
function priceBeforeLondon(args: CallArgs, { keeper, ctx, height }: EvmView): bigint | undefined {
	const { maxFeePerGas: cap, maxPriorityFeePerGas: tip } = args
	if (isForked(keeper.getParams(ctx).chainConfig, 'london', height)) return undefined
	if (cap === undefined && tip === undefined) return suggestedTip
	if (cap !== undefined && tip !== undefined) return undefined
	throw new EthFault('maxFeePerGas and maxPriorityFeePerGas are not valid before London is active')
}

/** Complete arguments, with prices of one kind. */
export interface FilledArgs extends Omit<CallArgs, 'data' | 'input'> {
	readonly nonce: bigint
	readonly gas: bigint
	readonly chainId: bigint
	readonly data: Uint8Array
}

/** Builds the transaction of the arguments: with authorizations, dynamic-fee with a fee cap, otherwise with an access list or legacy. */
export function unsignedTx(args: FilledArgs): EthTx {
	const { nonce, gas, to, value = 0n, data, chainId, accessList } = args
	const common = {
		nonce,
		gas,
		to,
		toText: to === undefined ? '' : checksumAddress(to),
		value,
		data,
		v: 0n,
		r: 0n,
		s: 0n,
	}
	if (args.maxFeePerGas !== undefined) {
		const { maxFeePerGas, maxPriorityFeePerGas = 0n } = args
		return {
			...common,
			...(args.authorizationList === undefined ? { type: 2 } : { type: 4, authorizations: args.authorizationList }),
			chainId,
			gasPrice: maxFeePerGas,
			gasTipCap: maxPriorityFeePerGas,
			gasFeeCap: maxFeePerGas,
			accessList,
		}
	}
	const gasPrice = args.gasPrice ?? 0n
	const prices = { gasPrice, gasTipCap: gasPrice, gasFeeCap: gasPrice }
	return accessList === undefined
		? { ...common, ...prices, type: 0, chainId, accessList: undefined }
		: { ...common, ...prices, type: 1, chainId, accessList }
}
