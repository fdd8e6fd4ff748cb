import { type Hex, recoverTransactionAddress, serializeTransaction } from 'viem'
import type { AccessListTx, DynamicFeeTx, LegacyTx } from '../../gen/ethermint/evm/v1/tx_pb.js'
import { toHex } from '../../util/bytes.ts'
import type { Address } from './EvmClient.ts'

/** What a `MsgEthereumTx` carries. */
export type EthereumTxData = LegacyTx | AccessListTx | DynamicFeeTx

/** Who signed an Ethereum transaction; undefined where no key fits. */
export async function recoverEthereumSender(data: EthereumTxData): Promise<Address | undefined> {
	const part = (bytes: Uint8Array): Hex => `0x${toHex(bytes).padStart(64, '0')}`
	const v = BigInt(`0x${toHex(data.v) || '0'}`)
	const common = {
		nonce: Number(data.nonce),
		gas: data.gas,
		value: BigInt(data.value === '' ? 0 : data.value),
		data: `0x${toHex(data.data)}` as Hex,
		...(data.to === '' ? {} : { to: data.to as Address }),
	}
	const accessList = ('accesses' in data ? data.accesses : []).map(({ address, storageKeys }) => ({
		address: address as Address,
		storageKeys: storageKeys as Hex[],
	}))
	try {
		const signature = { r: part(data.r), s: part(data.s) }
		if (data.$typeName === 'ethermint.evm.v1.LegacyTx') {
			const tx = { ...common, type: 'legacy', gasPrice: BigInt(data.gasPrice) } as const
			// Since EIP-155 v tells the chain.
			const chain = v >= 35n ? { chainId: Number((v - 35n) / 2n) } : {}
			const serializedTransaction = serializeTransaction({ ...tx, ...chain }, { ...signature, v })
			return await recoverTransactionAddress({ serializedTransaction })
		}
		const typed = { ...common, chainId: Number(data.chainId), accessList }
		const tx =
			data.$typeName === 'ethermint.evm.v1.AccessListTx'
				? ({ ...typed, type: 'eip2930', gasPrice: BigInt(data.gasPrice) } as const)
				: ({
						...typed,
						type: 'eip1559',
						maxFeePerGas: BigInt(data.gasFeeCap),
						maxPriorityFeePerGas: BigInt(data.gasTipCap),
					} as const)
		const serializedTransaction = serializeTransaction(tx, { ...signature, yParity: Number(v) })
		return await recoverTransactionAddress({ serializedTransaction })
	} catch {
		// The chain refused it too, or an impersonated account has no key.
		return undefined
	}
}
