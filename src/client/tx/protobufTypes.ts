import { create, type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { GeneratedType } from '@cosmjs/proto-signing'
import { MsgCreateGreetSchema } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import { MsgMultiSendSchema, MsgSendSchema } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { MsgCreateVestingAccountSchema } from '../../gen/cosmos/vesting/v1beta1/tx_pb.js'

/** Every message of this chain a client can sign. */
export const messageSchemas: readonly DescMessage[] = [
	MsgCreateGreetSchema,
	MsgSendSchema,
	MsgMultiSendSchema,
	MsgCreateVestingAccountSchema,
]

/** Type URL of a message, `/chain.greet.v1beta1.MsgCreateGreet`. */
export function typeUrlOf(schema: DescMessage): string {
	return `/${schema.typeName}`
}

/**
 * The messages as CosmJS's registry wants them. CosmJS knows code generators that end an encoding with `finish()`; this puts
 * protobuf-es behind that shape, so that one set of generated types serves node and client.
 */
export function cosmjsTypes(): readonly [string, GeneratedType][] {
	return messageSchemas.map((schema) => [typeUrlOf(schema), adapt(schema)])
}

function adapt(schema: DescMessage): GeneratedType {
	const adapted = {
		encode: (message: Record<string, unknown>) => ({ finish: () => toBinary(schema, create(schema, message)) }),
		decode: (input: Uint8Array) => fromBinary(schema, input),
		fromPartial: (value: Record<string, unknown>) => create(schema, value),
	}
	// The declared type names a writer class of another library; only encode().finish() is ever called (proto-signing registry.ts).
	return adapted as unknown as GeneratedType
}
