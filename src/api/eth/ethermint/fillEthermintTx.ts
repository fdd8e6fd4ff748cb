import { noBytes } from '../../../codec/noBytes.ts'
import { only } from '../../../errors/attempt.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { type CallArgs, pricesIn } from '../calls/CallArgs.ts'
import type { EthChain } from '../EthChain.ts'
import { unsignedTx } from '../keys/fillTx.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { estimate } from './callMethods.ts'
import { latestBlock, suggestedTip } from './feeMethods.ts'
import { accountNonce } from './stateMethods.ts'

type Prices = Pick<CallArgs, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** Fills in fields the sender omitted (ethermint v0.14.1 SetTxDefaults). @throws {EthFault} for contradictions. */
export async function fillEthermintTx(args: CallArgs, from: Uint8Array, context: EthChain): Promise<EthTx> {
	const prices = await pricesOf(args, context)
	const nonce = args.nonce ?? (await knownNonce(from, context))
	const { data, input } = args
	if (data !== undefined && input !== undefined && !equalBytes(data, input)) {
		throw new EthFault(
			"both 'data' and 'input' are set and not equal. Please use 'input' to pass transaction call data",
		)
	}
	if (args.to === undefined && (data ?? input ?? noBytes).length === 0) {
		throw new EthFault('contract creation without any data provided')
	}
	const call = { ...args, ...prices, nonce: undefined, chainId: undefined, data: input ?? data, input: undefined }
	const gas = args.gas ?? (await estimate(call, 1, context))
	const chainId = args.chainId ?? context.chainId
	return unsignedTx({ ...args, ...prices, nonce, gas, chainId, data: input ?? data ?? noBytes })
}

async function pricesOf(args: CallArgs, context: EthChain): Promise<Prices> {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = pricesIn(args)
	const { baseFee } = await latestBlock(context)
	if (baseFee !== undefined && gasPrice === undefined) {
		const tip = maxPriorityFeePerGas ?? (await suggestedTip(baseFee, context))
		const cap = maxFeePerGas ?? tip + baseFee * 2n
		if (cap < tip) throw new EthFault(`maxFeePerGas (${cap}) < maxPriorityFeePerGas (${tip})`)
		return { gasPrice: undefined, maxFeePerGas: cap, maxPriorityFeePerGas: tip }
	}
	if (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined) {
		throw new EthFault('maxFeePerGas or maxPriorityFeePerGas specified but london is not active yet')
	}
	return { gasPrice: gasPrice ?? 0n, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
}

/** 0 for an address without an account. */
async function knownNonce(from: Uint8Array, context: EthChain): Promise<bigint> {
	return accountNonce(from, true, 0, context).catch(only(EthFault, () => 0n))
}
