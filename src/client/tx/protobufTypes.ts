import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf'
import type { GeneratedType } from '@cosmjs/proto-signing'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { chainMessages } from '../../codec/registry/chainMessages.ts'
import { typeUrlOf } from '../../codec/registry/createRegistry.ts'

/** Schemas of all messages that a client can sign. */
export const messageSchemas: readonly DescMessage[] = chainMessages.map(({ schema }) => schema)

/**
 * The message types for CosmJS's registry. CosmJS expects generated code whose encoding ends with `finish()`; this
 * adapter puts protobuf-es behind that shape, so that node and client share one set of generated types.
 */
export function cosmjsTypes(): readonly [string, GeneratedType][] {
	return messageSchemas.map((schema) => [typeUrlOf(schema), adapt(schema)])
}

function adapt(schema: DescMessage): GeneratedType {
	const fromPartial = (value: MessageInitShape<DescMessage>) => create(schema, value)
	const adapted = {
		encode: (message: MessageInitShape<DescMessage>) => ({ finish: () => encodeMessage(schema, fromPartial(message)) }),
		decode: (input: Uint8Array) => decodeMessage(schema, input),
		fromPartial,
	}
	// The declared type is a writer class of another library; only encode().finish() is ever called (proto-signing
	// registry.ts).
	return adapted as unknown as GeneratedType
}
