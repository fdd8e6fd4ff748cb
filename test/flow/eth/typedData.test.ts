import { create, toBinary } from '@bufbuild/protobuf'
import { hexToBytes } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { addressToText } from '../../../src/codec/address/address.ts'
import { MsgSendSchema } from '../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { SignMode } from '../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../../src/gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { ExtensionOptionsWeb3TxSchema } from '../../../src/gen/ethermint/types/v1/web3_pb.js'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account } from './evmTools.ts'

let node: TestNode | undefined
afterEach(() => node?.close())

const text = (name: string) => ({ name, type: 'string' })
/** What a wallet signs (ethermint v0.14.1 ethereum/eip712). */
const types = {
	EIP712Domain: [
		text('name'),
		text('version'),
		{ name: 'chainId', type: 'uint256' },
		text('verifyingContract'),
		text('salt'),
	],
	Tx: [
		text('account_number'),
		text('chain_id'),
		{ name: 'fee', type: 'Fee' },
		text('memo'),
		{ name: 'msgs', type: 'Msg[]' },
		text('sequence'),
	],
	Fee: [text('feePayer'), { name: 'amount', type: 'Coin[]' }, text('gas')],
	Coin: [text('denom'), text('amount')],
	Msg: [text('type'), { name: 'value', type: 'MsgValue' }],
	MsgValue: [text('from_address'), text('to_address'), { name: 'amount', type: 'TypeAmount[]' }],
	TypeAmount: [text('denom'), text('amount')],
} as const

/** A transfer that an Ethereum key signs as typed data, under a name of its message. */
async function transfer(rest: string, messageName: string): Promise<Uint8Array> {
	const signer = account(0)
	const from = addressToText(hexToBytes(signer.address), 'chain')
	const to = addressToText(hexToBytes(account(1).address), 'chain')
	const reply = await fetch(`${rest}/cosmos/auth/v1beta1/accounts/${from}`)
	const { account: found } = (await reply.json()) as { account: { base_account?: Record<string, string> } }
	const { account_number = '', sequence = '' } = found.base_account ?? (found as Record<string, string>)
	const amount = [{ denom: 'uchain', amount: '7' }]
	const fee = { amount: [{ denom: 'uchain', amount: '20000' }], gas: '200000' }
	const typedData = {
		types,
		primaryType: 'Tx',
		domain: { name: 'Cosmos Web3', version: '1.0.0', chainId: 2222n, verifyingContract: 'cosmos', salt: '0' },
		message: {
			account_number,
			chain_id: 'chain_2222-1',
			fee: { feePayer: from, ...fee },
			memo: '',
			msgs: [{ type: messageName, value: { from_address: from, to_address: to, amount } }],
			sequence,
		},
	}
	// Ethermint's domain has texts where viem knows an address and bytes.
	const signature = await signer.signTypedData(typedData as never)
	const option = create(ExtensionOptionsWeb3TxSchema, {
		typedDataChainId: 2222n,
		feePayer: from,
		feePayerSig: hexToBytes(signature),
	})
	const pack = (type: string, value: Uint8Array) => ({ typeUrl: `/${type}`, value })
	const message = create(MsgSendSchema, { fromAddress: from, toAddress: to, amount })
	const body = create(TxBodySchema, {
		messages: [pack(MsgSendSchema.typeName, toBinary(MsgSendSchema, message))],
		extensionOptions: [pack(ExtensionOptionsWeb3TxSchema.typeName, toBinary(ExtensionOptionsWeb3TxSchema, option))],
	})
	const key = create(PubKeySchema, { key: compressed(hexToBytes(signer.publicKey)) })
	const authInfo = create(AuthInfoSchema, {
		signerInfos: [
			{
				publicKey: pack(PubKeySchema.typeName, toBinary(PubKeySchema, key)),
				modeInfo: { sum: { case: 'single', value: { mode: SignMode.LEGACY_AMINO_JSON } } },
				sequence: BigInt(sequence),
			},
		],
		fee: { amount: fee.amount, gasLimit: BigInt(fee.gas) },
	})
	return toBinary(
		TxRawSchema,
		create(TxRawSchema, {
			bodyBytes: toBinary(TxBodySchema, body),
			authInfoBytes: toBinary(AuthInfoSchema, authInfo),
			signatures: [new Uint8Array(0)],
		}),
	)
}

function compressed(point: Uint8Array): Uint8Array {
	return Uint8Array.of(((point[64] ?? 0) & 1) === 1 ? 3 : 2, ...point.subarray(1, 33))
}

test('typed data with the names of either brand counts on a chain of the brand chain', async () => {
	node = await startNode({ on: ['rest'], flags: { chainId: 'chain_2222-1' } })
	await node.engine.mine(1)
	const codes: unknown[] = []
	for (const name of ['chain-sdk/MsgSend', 'cosmos-sdk/MsgSend', 'other-sdk/MsgSend']) {
		const tx = await transfer(node.addresses.rest!, name)
		codes.push((await node.call('broadcast_tx_sync', { tx: Buffer.from(tx).toString('base64') })).code)
		await node.engine.mine(1)
	}
	expect(codes).toEqual([0, 0, 4])
})

test('typed data with its own names alone counts on a chain of the brand cosmos', async () => {
	node = await startNode({ on: ['rest'], flags: { chainId: 'chain_2222-1', aminoBrand: 'cosmos' } })
	await node.engine.mine(1)
	const codes: unknown[] = []
	for (const name of ['chain-sdk/MsgSend', 'cosmos-sdk/MsgSend']) {
		const tx = await transfer(node.addresses.rest!, name)
		codes.push((await node.call('broadcast_tx_sync', { tx: Buffer.from(tx).toString('base64') })).code)
	}
	expect(codes).toEqual([4, 0])
})
