import {
	chainIdOfV,
	type EthTx,
	effectivePrice,
	encodeEthTx,
	ethTxHash,
	isProtected,
} from '../../../modules/evm/tx/EthTx.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'

/** A transaction of a block as `eth_getTransactionByHash` has it; `baseFee` determines a dynamic fee's price. */
export function blockTxJson(
	{ tx, hash, from, index }: EthBlockTx,
	block: EthBlock,
	isToday: boolean,
	baseFee = block.baseFee,
): EthJson {
	return {
		...bodyJson(tx, hash, from, isToday),
		...(isToday ? { blockTimestamp: quantity(block.timestamp) } : {}),
		blockHash: hexBytes(block.hash),
		blockNumber: quantity(block.height),
		transactionIndex: quantity(index),
		gasPrice: quantity(effectivePrice(tx, baseFee)),
	}
}

/** A pending transaction. */
export function pendingTxJson(tx: EthTx, hash: Uint8Array, from: Uint8Array, isToday: boolean): EthJson {
	return {
		...bodyJson(tx, hash, from, isToday),
		...(isToday ? { blockTimestamp: null } : {}),
		blockHash: null,
		blockNumber: null,
		transactionIndex: null,
	}
}

function bodyJson(
	tx: EthTx,
	hash: Uint8Array,
	from: Uint8Array,
	isToday: boolean,
): { readonly [member: string]: EthJson | undefined } {
	return {
		type: quantity(tx.type),
		hash: hexBytes(hash),
		from: hexBytes(from),
		to: tx.to === undefined ? null : hexBytes(tx.to),
		nonce: quantity(tx.nonce),
		gas: quantity(tx.gas),
		gasPrice: quantity(tx.gasPrice ?? 0n),
		...(tx.type >= 2
			? { maxFeePerGas: quantity(tx.gasFeeCap ?? 0n), maxPriorityFeePerGas: quantity(tx.gasTipCap ?? 0n) }
			: {}),
		value: quantity(tx.value ?? 0n),
		input: hexBytes(tx.data),
		...(tx.type === 0
			? isToday && isProtected(tx)
				? { chainId: quantity(chainIdOfV(tx.v)) }
				: {}
			: {
					chainId: quantity(tx.chainId ?? 0n),
					...(isToday ? { yParity: quantity(tx.v) } : {}),
					...listsJson(tx),
				}),
		v: quantity(tx.v),
		r: quantity(tx.r),
		s: quantity(tx.s),
	}
}

/** The lists of later types of transactions. */
function listsJson({ accessList = [], authorizations }: EthTx): { readonly [member: string]: EthJson | undefined } {
	return {
		accessList: accessList.map(({ address, storageKeys }) => ({
			address: hexBytes(address),
			storageKeys: storageKeys.map(hexBytes),
		})),
		authorizationList: authorizations?.map(({ chainId, address, nonce, v, r, s }) => ({
			chainId: quantity(chainId),
			address: hexBytes(address),
			nonce: quantity(nonce),
			yParity: quantity(v),
			r: quantity(r),
			s: quantity(s),
		})),
	}
}

/** A transaction outside a block, with its bytes (go-ethereum v1.10.16 core/types Transaction.MarshalJSON). */
export function filledTxJson(tx: EthTx): EthJson {
	const isDynamic = tx.type >= 2
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
						...listsJson(tx),
					}),
			hash: hexBytes(ethTxHash(tx)),
		},
	}
}
