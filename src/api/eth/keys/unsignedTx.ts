import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import type { CallArgs } from '../calls/CallArgs.ts'

/** Complete arguments, with prices of one kind. */
export interface FilledArgs extends Omit<CallArgs, 'data' | 'input'> {
	readonly nonce: bigint
	readonly gas: bigint
	readonly chainId: bigint
	readonly data: Uint8Array
}

/** Builds the transaction of the arguments: dynamic-fee with a fee cap, otherwise with an access list or legacy. */
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
			type: 2,
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
