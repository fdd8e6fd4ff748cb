import { type EthTx, encodeEthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'

/** A transaction outside a block, with its bytes (go-ethereum v1.10.16 core/types Transaction.MarshalJSON). */
export function filledTxJson(tx: EthTx): EthJson {
	const isDynamic = tx.type === 2
	return {
		raw: hexBytes(encodeEthTx(tx)),
		tx: {
			type: quantity(tx.type),
			nonce: quantity(tx.nonce),
			gasPrice: isDynamic ? null : quantity(tx.gasPrice ?? 0n),
			maxPriorityFeePerGas: isDynamic ? quantity(tx.gasTipCap ?? 0n) : null,
			maxFeePerGas: isDynamic ? quantity(tx.gasFeeCap ?? 0n) : null,
			gas: quantity(tx.gas),
			value: quantity(tx.value ?? 0n),
			input: hexBytes(tx.data),
			v: quantity(tx.v),
			r: quantity(tx.r),
			s: quantity(tx.s),
			to: tx.to === undefined ? null : hexBytes(tx.to),
			...(tx.type === 0
				? {}
				: {
						chainId: quantity(tx.chainId ?? 0n),
						accessList: (tx.accessList ?? []).map(({ address, storageKeys }) => ({
							address: hexBytes(address),
							storageKeys: storageKeys.map(hexBytes),
						})),
					}),
			hash: hexBytes(ethTxHash(tx)),
		},
	}
}
