import { create, type DescMessage, type Message, toBinary } from '@bufbuild/protobuf'
import { noBytes } from '../../../codec/noBytes.ts'
import { encodeMessage } from '../../../codec/proto/encodeMessage.ts'
import { txDataSchemas } from '../../../codec/registry/standardTypes.ts'
import { BugError } from '../../../errors/UserError.ts'
import { CoinSchema } from '../../../gen/cosmos/base/v1beta1/coin_pb.js'
import { AuthInfoSchema, FeeSchema, TxBodySchema, TxRawSchema } from '../../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { MsgEthereumTxSchema } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { type EthTx, feeOf } from '../../../modules/evm/tx/EthTx.ts'
import { hexBytes } from '../hexJson.ts'

/** An Ethereum transaction and the data of its envelope. */
export interface EnvelopeParts {
	/** One of `txDataSchemas`. */
	readonly data: Message
	/** The decoded transaction. */
	readonly tx: EthTx
	/** 32 bytes. */
	readonly hash: Uint8Array
	/** Size of the transaction as wallets send it, in bytes. */
	readonly size: number
	/** Denomination of the EVM's unit: `achain`. */
	readonly evmDenom: string
}

/**
 * Wraps an Ethereum transaction in the bytes of a framework transaction (ethermint v0.14.1 MsgEthereumTx.BuildTx):
 * extension option, fee at its stated price, gas limit, and nothing else.
 */
export function frameworkTx({ data, tx, hash, size, evmDenom }: EnvelopeParts): Uint8Array {
	const message = create(MsgEthereumTxSchema, {
		data: { typeUrl: `/${data.$typeName}`, value: encodeMessage(schemaOf(data.$typeName), data) },
		size,
		hash: hexBytes(hash),
	})
	const fee = feeOf(tx)
	const amount = fee === 0n ? [] : [create(CoinSchema, { denom: evmDenom, amount: fee.toString() })]
	const body = create(TxBodySchema, {
		messages: [{ typeUrl: '/ethermint.evm.v1.MsgEthereumTx', value: encodeMessage(MsgEthereumTxSchema, message) }],
		extensionOptions: [
			{
				typeUrl: '/ethermint.evm.v1.ExtensionOptionsEthereumTx',
				value: noBytes,
			},
		],
	})
	const authInfo = create(AuthInfoSchema, { fee: create(FeeSchema, { amount, gasLimit: tx.gas }) })
	return toBinary(
		TxRawSchema,
		create(TxRawSchema, {
			bodyBytes: toBinary(TxBodySchema, body),
			authInfoBytes: toBinary(AuthInfoSchema, authInfo),
			signatures: [],
		}),
	)
}

/** The kind of transaction of a name. */
export function schemaOf(name: string): DescMessage {
	const schema = txDataSchemas.find(({ typeName }) => typeName === name)
	if (schema === undefined) throw new BugError(`${name} is no kind of Ethereum transaction`)
	return schema
}
