import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf'
import { MsgCreateGreetSchema } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import { MsgMultiSendSchema, MsgSendSchema } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { MsgCreateVestingAccountSchema } from '../../gen/cosmos/vesting/v1beta1/tx_pb.js'

/** Data of a message type besides its fields, for node and client. */
export interface ChainMessage {
	readonly schema: DescMessage
	/** Addresses (bech32) that must sign it, in order (framework: GetSigners). */
	readonly signers: (message: Message) => readonly string[]
	/** Its amino name, given the brand's prefix; without one it cannot be signed in amino JSON. */
	readonly aminoName?: (prefix: string) => string
}

/** Every message a client can sign. A new one is one row here. */
export const chainMessages: readonly ChainMessage[] = [
	row(
		MsgSendSchema,
		({ fromAddress }) => [fromAddress],
		(prefix) => `${prefix}/MsgSend`,
	),
	row(
		MsgMultiSendSchema,
		({ inputs }) => inputs.map(({ address }) => address),
		(prefix) => `${prefix}/MsgMultiSend`,
	),
	row(MsgCreateVestingAccountSchema, ({ fromAddress }) => [fromAddress]),
	row(
		MsgCreateGreetSchema,
		({ owner }) => [owner],
		() => 'greet/CreateGreet',
	),
]

function row<Desc extends DescMessage>(
	schema: Desc,
	signers: (message: MessageShape<Desc>) => readonly string[],
	aminoName?: (prefix: string) => string,
): ChainMessage {
	return {
		schema,
		// Only messages of this schema are asked for by its name.
		signers: (message) => signers(message as MessageShape<Desc>),
		...(aminoName === undefined ? {} : { aminoName }),
	}
}
