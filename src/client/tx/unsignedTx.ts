import { create } from '@bufbuild/protobuf'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { AuthInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { Coin, MsgInput } from '../ChainClient.ts'
import { createMessage } from './createMessage.ts'
import { messageSchemas } from './protobufTypes.ts'

/** A transaction without signers, as `--generate-only` prints it. */
export function unsignedTx(
	messages: readonly MsgInput[],
	options: {
		readonly memo: string
		readonly timeoutHeight: bigint
		readonly fee: readonly Coin[]
		readonly gas: bigint
		readonly feeAccount?: string
	},
): Tx {
	const packed = messages.map((input) => {
		const message = createMessage(input)
		const schema = messageSchemas.find((candidate) => candidate.typeName === message.$typeName)
		return packAny(schema ?? TxSchema, message as never)
	})
	return create(TxSchema, {
		body: create(TxBodySchema, { messages: packed, memo: options.memo, timeoutHeight: options.timeoutHeight }),
		authInfo: create(AuthInfoSchema, {
			fee: {
				amount: options.fee.map((coin) => ({ ...coin })),
				gasLimit: options.gas,
				granter: options.feeAccount ?? '',
			},
		}),
		signatures: [],
	})
}
