import { type Hex, recoverTransactionAddress, serializeTransaction } from 'viem'
import type {
	AccessListTx,
	DynamicFeeTx,
	LegacyTx,
	SetCodeAuthorization,
	SetCodeTx,
} from '../../gen/ethermint/evm/v1/tx_pb.js'
import { toHex } from '../../util/bytes.ts'
import type { Address } from './EvmClient.ts'

/** What a `MsgEthereumTx` carries. */
export type EthereumTxData = LegacyTx | AccessListTx | DynamicFeeTx | SetCodeTx

const part = (bytes: Uint8Array): Hex => `0x${toHex(bytes).padStart(64, '0')}`

const authorizationOf = ({ chainId, address, nonce, v, r, s }: SetCodeAuthorization) => ({
	chainId: Number(chainId),
	address: address as Address,
	nonce: Number(nonce),
	yParity: Number(`0x0${toHex(v)}`),
	r: part(r),
	s: part(s),
})

/** Who signed an Ethereum transaction; undefined where no key fits. */
export async function recoverEthereumSender(data: EthereumTxData): Promise<Address | undefined> {
	const v = BigInt(`0x0${toHex(data.v)}`)
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
						...('authorizations' in data
							? { type: 'eip7702' as const, authorizationList: data.authorizations.map(authorizationOf) }
							: { type: 'eip1559' as const }),
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
