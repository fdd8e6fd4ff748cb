import { create, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf'
import type { GeneratedType } from '@cosmjs/proto-signing'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { chainMessages } from '../../codec/registry/chainMessages.ts'
import { typeUrlOf } from '../../codec/registry/createRegistry.ts'
import { UserError } from '../../errors/UserError.ts'
import type { MsgInput } from '../chainTypes.ts'

/** Creates a message from its type URL and init value. @throws {UserError} for a type that this chain does not have. */
export function createMessage({ typeUrl, value }: MsgInput): Message {
	return create(schemaOf(typeUrl), value)
}

/** The schema of a message that a client can sign. @throws {UserError} for a type that this chain does not have. */
export function schemaOf(typeUrl: string): DescMessage {
	const schema = messageSchemas.find((candidate) => typeUrlOf(candidate) === typeUrl)
	if (schema) return schema
	throw new UserError(`${typeUrl} is not a message of this chain.`, {
		next: `It has ${messageSchemas.map(typeUrlOf).join(', ')}.`,
	})
}

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
