import { create, toBinary } from '@bufbuild/protobuf'
import type { TransactionSerializable } from 'viem'
import { expect, test } from 'vitest'
import { ethMessagesOf } from '../../../../../src/api/eth/blocks/ethMessagesOf.ts'
import { frameworkTx } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { TxBodySchema, TxRawSchema } from '../../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { MsgEthereumTxSchema } from '../../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import { ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { key, kinds } from '../../../modules/evm/tx/signedTxs.ts'

/** A transaction in the framework's bytes, with other values of its data. */
async function framed(tx: TransactionSerializable, changed: object = {}): Promise<Uint8Array> {
	const raw = fromHex((await key.signTransaction(tx)).slice(2))!
	const data = { ...parseRawTx(raw), ...changed }
	const read = ethTxOf(data)
	return frameworkTx({ data, tx: read, hash: ethTxHash(read), size: raw.length, evmDenom: 'achain' })
}

test.each(Object.entries(kinds))(
	'the signer of a transaction within one of the framework is known: %s',
	async (_, tx) => {
		const [envelope] = ethMessagesOf(await framed(await tx()))
		expect(`0x${toHex(envelope!.from())}`).toBe(key.address.toLowerCase())
	},
)

test.each(Object.entries(kinds))('the signer of a signature that is none is nobody: %s', async (_, tx) => {
	const [envelope] = ethMessagesOf(await framed(await tx(), { r: new Uint8Array(0) }))
	expect(envelope!.from()).toEqual(new Uint8Array(20))
})

test('a message that says of no kind of transaction is none, nor are other bytes', () => {
	const value = toBinary(MsgEthereumTxSchema, create(MsgEthereumTxSchema, {}))
	const messages = [{ typeUrl: '/ethermint.evm.v1.MsgEthereumTx', value }]
	const bodyBytes = toBinary(TxBodySchema, create(TxBodySchema, { messages }))
	expect(ethMessagesOf(toBinary(TxRawSchema, create(TxRawSchema, { bodyBytes })))).toEqual([])
	expect(ethMessagesOf(Uint8Array.of(1, 2))).toEqual([])
})
