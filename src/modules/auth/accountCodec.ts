import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import type { Account } from '../../app/expectedKeepers.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { accountFromMessage, accountSchemas, accountToMessage } from './accountMessages.ts'

const decoded = new WeakMap<Uint8Array, Account>()

/**
 * The stored form of an account: an Any of its message (framework: x/auth/keeper MarshalAccount). The array belongs to
 * the store from then on and must not be changed.
 */
export function encodeAccount(account: Account): Uint8Array {
	const { schema, message } = accountToMessage(account)
	const bytes = encodeMessage(
		AnySchema,
		create(AnySchema, { typeUrl: `/${schema.typeName}`, value: encodeMessage(schema, message) }),
	)
	decoded.set(bytes, account)
	return bytes
}

/**
 * The account of stored bytes. One account is read up to six times per transaction, so the result is remembered for the
 * very array it came from. Throws PanicError for bytes that are no account.
 */
export function decodeAccount(bytes: Uint8Array): Account {
	let account = decoded.get(bytes)
	if (account === undefined) {
		const any = decodeMessage(AnySchema, bytes)
		const schema = accountSchemas.get(any.typeUrl)
		if (schema === undefined) throw new PanicError(`no concrete type registered for type URL ${any.typeUrl}`)
		account = accountFromMessage(decodeMessage(schema, any.value))
		decoded.set(bytes, account)
	}
	return account
}
