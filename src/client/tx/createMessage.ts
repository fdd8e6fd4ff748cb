import { create, type DescMessage, type Message } from '@bufbuild/protobuf'
import { typeUrlOf } from '../../codec/registry/createRegistry.ts'
import { UserError } from '../../errors/UserError.ts'
import type { MsgInput } from '../chainTypes.ts'
import { messageSchemas } from './protobufTypes.ts'

/**
 * Creates a message from its type URL and init value.
 *
 * @throws {UserError} for a type that this chain does not have.
 */
export function createMessage({ typeUrl, value }: MsgInput): Message {
	return create(schemaOf(typeUrl), value)
}

/**
 * The schema of a message that a client can sign.
 *
 * @throws {UserError} for a type that this chain does not have.
 */
export function schemaOf(typeUrl: string): DescMessage {
	const schema = messageSchemas.find((candidate) => typeUrlOf(candidate) === typeUrl)
	if (schema) return schema
	throw new UserError(`${typeUrl} is not a message of this chain.`, {
		next: `It has ${messageSchemas.map(typeUrlOf).join(', ')}.`,
	})
}
