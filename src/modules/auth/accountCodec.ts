import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import type { Account, BaseAccountFields } from '../../app/expectedKeepers.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { BaseAccountSchema } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { goStringBytes } from '../../util/goString.ts'
import { newBytes } from '../../util/newBytes.ts'
import { accountFromMessage, accountSchemas, accountToMessage } from './accountMessages.ts'

const decoded = new WeakMap<Uint8Array, Account>()

/**
 * The stored form of an account: an Any of its message (framework: x/auth/keeper MarshalAccount). The array belongs to
 * the store from then on and must not be changed.
 */
export function encodeAccount(account: Account): Uint8Array {
	const bytes = accountBytes(account)
	decoded.set(bytes, account)
	return bytes
}

/** As `encodeAccount`, for very many accounts that nobody reads soon: it does not remember them. */
export function accountBytes(account: Account): Uint8Array {
	return isSmallBase(account) ? encodeBase(account.base) : encodeAny(account)
}

/** Decodes a stored account, cached by the very array, as it is read often. @throws {PanicError} for other bytes. */
export function decodeAccount(bytes: Uint8Array): Account {
	return getOrInsert(decoded, bytes, () => {
		const any = decodeMessage(AnySchema, bytes)
		const schema = accountSchemas.get(any.typeUrl)
		if (schema === undefined) throw new PanicError(`no concrete type registered for type URL ${any.typeUrl}`)
		return accountFromMessage(decodeMessage(schema, any.value))
	})
}

function encodeAny(account: Account): Uint8Array {
	const { schema, message } = accountToMessage(account)
	const any = create(AnySchema, { typeUrl: `/${schema.typeName}`, value: encodeMessage(schema, message) })
	return encodeMessage(AnySchema, any)
}

const baseTypeUrl = goStringBytes(`/${BaseAccountSchema.typeName}`)

/** Whether an account is a base account whose numbers fit JavaScript's. */
function isSmallBase({ kind, base }: Account): boolean {
	return kind === 'base' && isSmall(base.accountNumber) && isSmall(base.sequence)
}

function isSmall(number: bigint): boolean {
	return Number.isSafeInteger(Number(number))
}

/** As `encodeAny`, several times faster: every transaction writes base accounts. */
function encodeBase({ address, pubKey, accountNumber, sequence }: BaseAccountFields): Uint8Array {
	const addressBytes = goStringBytes(address)
	const keyUrl = goStringBytes(pubKey?.typeUrl ?? '')
	const keyValue = pubKey?.value ?? goStringBytes('')
	const keySize = fieldSize(keyUrl.length) + fieldSize(keyValue.length)
	const size =
		fieldSize(addressBytes.length) +
		(pubKey === undefined ? 0 : 1 + varintSize(keySize) + keySize) +
		(accountNumber === 0n ? 0 : 1 + varintSize(Number(accountNumber))) +
		(sequence === 0n ? 0 : 1 + varintSize(Number(sequence)))
	const writer = new FieldWriter(fieldSize(baseTypeUrl.length) + fieldSize(size))
	writer.bytes(0x0a, baseTypeUrl)
	if (size === 0) return writer.out
	writer.number(0x12, size)
	writer.bytes(0x0a, addressBytes)
	if (pubKey !== undefined) {
		writer.number(0x12, keySize)
		writer.bytes(0x0a, keyUrl)
		writer.bytes(0x12, keyValue)
	}
	if (accountNumber !== 0n) writer.number(0x18, Number(accountNumber))
	if (sequence !== 0n) writer.number(0x20, Number(sequence))
	return writer.out
}

/** Writes fields one after the other into an array of known size; empty ones are left out. */
class FieldWriter {
	readonly out: Uint8Array
	#at = 0

	constructor(size: number) {
		this.out = newBytes(size)
	}

	bytes(tag: number, bytes: Uint8Array): void {
		if (bytes.length === 0) return
		this.number(tag, bytes.length)
		this.out.set(bytes, this.#at)
		this.#at += bytes.length
	}

	number(tag: number, value: number): void {
		this.out[this.#at++] = tag
		let rest = value
		for (; rest > 0x7f; rest = Math.floor(rest / 128)) this.out[this.#at++] = (rest % 128) | 0x80
		this.out[this.#at++] = rest
	}
}

function fieldSize(length: number): number {
	return length === 0 ? 0 : 1 + varintSize(length) + length
}

function varintSize(value: number): number {
	let size = 1
	for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) size++
	return size
}
