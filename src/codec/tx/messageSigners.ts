import type { Message } from '@bufbuild/protobuf'
import { chainMessages } from '../registry/chainMessages.ts'

const byName = new Map(chainMessages.map(({ schema, signers }) => [schema.typeName, signers]))

/** Addresses that must sign these messages, each once, in order of first appearance; none for what is no message. */
export function messageSigners(messages: readonly (Message | undefined)[]): readonly string[] {
	const all = messages.flatMap((message) =>
		message === undefined ? [] : (byName.get(message.$typeName)?.(message) ?? []),
	)
	return [...new Set(all)]
}
