import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import { nextBaseFee } from '../blocks/nextBaseFee.ts'
import { type CallArgs, inputOf } from '../calls/CallArgs.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import { nextBlock } from '../calls/nextBlock.ts'
import type { EthChain } from '../EthChain.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { pendingNonce } from '../send/pendingNonce.ts'
import { unsignedTx } from './unsignedTx.ts'

/**
 * Fills in the fields that the sender omitted, like geth: nonce, gas, price and chain.
 *
 * @throws {EthFault} for contradictory arguments, or another chain.
 */
export async function fillTx(args: CallArgs, from: Uint8Array, context: EthChain): Promise<EthTx> {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = args
	if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined)) {
		throw new EthFault('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
	}
	if (args.chainId !== undefined && args.chainId !== context.chainId) {
		throw new EthFault(`chainId does not match node's (have=${args.chainId}, want=${context.chainId})`)
	}
	const data = inputOf(args)
	if (args.to === undefined && data.length === 0) {
		throw new EthFault('contract creation without any data provided')
	}
	const view = await context.evm.at(await context.blocks.latestHeight())
	const nonce = args.nonce ?? (await pendingNonce(from, view.nonce(from), context))
	const gas = args.gas ?? (await estimateGas(view, args, { block: await nextBlock(view, context) }))
	const common = { ...args, nonce, gas, data, chainId: context.chainId }
	if (gasPrice !== undefined) return unsignedTx(common)
	const tip = maxPriorityFeePerGas ?? 0n
	const cap = maxFeePerGas ?? (nextBaseFee(view) ?? 0n) * 2n + tip
	if (cap < tip) throw new EthFault(`maxFeePerGas (${cap}) < maxPriorityFeePerGas (${tip})`)
	return unsignedTx({ ...common, maxFeePerGas: cap, maxPriorityFeePerGas: tip })
}
