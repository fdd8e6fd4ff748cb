import { create } from '@bufbuild/protobuf'
import { type Hex, hexToBytes, parseTransaction, type TransactionSerializable } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type EthereumTxData, recoverEthereumSender } from '../../../../src/client/evm/recoverEthereumSender.ts'
import {
	AccessListTxSchema,
	DynamicFeeTxSchema,
	LegacyTxSchema,
	SetCodeAuthorizationSchema,
	SetCodeTxSchema,
} from '../../../../src/gen/ethermint/evm/v1/tx_pb.js'

const signer = mnemonicToAccount('test test test test test test test test test test test junk')
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const slot: Hex = `0x${'07'.padStart(64, '0')}`

/** What a wallet signs, as the chain's message carries it. */
async function dataOf(tx: TransactionSerializable): Promise<EthereumTxData> {
	const signed = parseTransaction((await signer.signTransaction(tx)) as Hex) as unknown as {
		readonly r: Hex
		readonly s: Hex
		readonly v?: bigint
		readonly yParity?: number
	}
	const number = (value: bigint): Uint8Array =>
		value === 0n ? new Uint8Array(0) : hexToBytes(`0x${value.toString(16)}`)
	const common = {
		nonce: BigInt(tx.nonce ?? 0),
		gas: tx.gas ?? 0n,
		to: tx.to ?? '',
		value: tx.value === undefined ? '' : String(tx.value),
		data: hexToBytes(tx.data ?? '0x'),
		// Numbers of the chain have no zeros in front.
		r: number(BigInt(signed.r)),
		s: number(BigInt(signed.s)),
	}
	if (tx.type === 'legacy') {
		return create(LegacyTxSchema, { ...common, v: number(signed.v ?? 0n), gasPrice: String(tx.gasPrice) })
	}
	const typed = { ...common, chainId: String(tx.chainId), v: number(BigInt(signed.yParity ?? 0)) }
	const accesses = (tx.accessList ?? []).map(({ address, storageKeys }) => ({ address, storageKeys: [...storageKeys] }))
	if (tx.type === 'eip2930') {
		return create(AccessListTxSchema, { ...typed, accesses, gasPrice: String(tx.gasPrice) })
	}
	return create(DynamicFeeTxSchema, {
		...typed,
		accesses,
		gasFeeCap: String(tx.maxFeePerGas),
		gasTipCap: String(tx.maxPriorityFeePerGas),
	})
}

const base = { nonce: 3, gas: 21_000n, to, value: 5n } as const
const forms: readonly (readonly [string, TransactionSerializable])[] = [
	['of before EIP-155, for any chain', { ...base, type: 'legacy', gasPrice: 7n }],
	['of a chain', { ...base, type: 'legacy', gasPrice: 7n, chainId: 2222 }],
	['of the chain with the lowest number', { ...base, type: 'legacy', gasPrice: 7n, chainId: 1 }],
	[
		'that makes a contract and pays nothing',
		{ type: 'legacy', nonce: 0, gas: 9n, gasPrice: 7n, data: '0x6001', chainId: 2222 },
	],
	[
		'with a list of what it touches',
		{ ...base, type: 'eip2930', gasPrice: 7n, chainId: 2222, accessList: [{ address: to, storageKeys: [slot] }] },
	],
	['with a tip', { ...base, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, chainId: 2222 }],
]

test.each(forms)('the sender of a transaction %s follows from its signature', async (_name, tx) => {
	// Some signatures are odd, some even.
	for (let nonce = 0; nonce < 4; nonce++) {
		expect(await recoverEthereumSender(await dataOf({ ...tx, nonce }))).toBe(signer.address)
	}
})

test.each(forms)('another content of one %s has another sender', async (_name, tx) => {
	const data = await dataOf(tx)
	expect(await recoverEthereumSender({ ...data, gas: data.gas + 1n })).not.toBe(signer.address)
})

test('a signature that is none has no sender', async () => {
	const data = await dataOf({ ...base, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, chainId: 2222 })
	expect(await recoverEthereumSender({ ...data, r: new Uint8Array(0), s: new Uint8Array(0) })).toBeUndefined()
	expect(await recoverEthereumSender({ ...data, to: '0x12' })).toBeUndefined()
})

test('a signature for the chain 0, which is none, has no sender', async () => {
	const data = await dataOf({ ...base, type: 'legacy', gasPrice: 7n })
	for (const v of [35, 36]) expect(await recoverEthereumSender({ ...data, v: Uint8Array.of(v) })).toBeUndefined()
})

test('the sender of a transaction that gives accounts a code follows from its signature and all authorizations', async () => {
	for (let nonce = 0; nonce < 4; nonce++) {
		const signed = await signer.signAuthorization!({ chainId: 2222, contractAddress: to, nonce })
		const tx = { ...base, type: 'eip7702', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, chainId: 2222 } as const
		const raw = parseTransaction(await signer.signTransaction({ ...tx, nonce, authorizationList: [signed] }))
		const bytes = (value: bigint): Uint8Array =>
			value === 0n ? new Uint8Array(0) : hexToBytes(`0x${value.toString(16)}`)
		const parts = (signature: object) => {
			const { r, s, yParity } = signature as { readonly r: Hex; readonly s: Hex; readonly yParity: number }
			return { r: bytes(BigInt(r)), s: bytes(BigInt(s)), v: bytes(BigInt(yParity)) }
		}
		const authorization = { chainId: '2222', address: to, nonce: BigInt(nonce), ...parts(signed) }
		const data = create(SetCodeTxSchema, {
			...{ chainId: '2222', nonce: BigInt(nonce), gas: base.gas, to, value: '5', gasFeeCap: '9', gasTipCap: '1' },
			...parts(raw),
			authorizations: [create(SetCodeAuthorizationSchema, authorization)],
		})
		expect(await recoverEthereumSender(data)).toBe(signer.address)
	}
})
