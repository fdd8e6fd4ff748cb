import type { Message } from '@bufbuild/protobuf'
import { rulesOf } from '../../../codec/amino/encodeAminoJson.ts'
import type { FieldTable, MessageTable } from '../../../codec/proto/messageTable.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { attempt } from '../../../errors/attempt.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { concatBytes, utf8 } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { isObject } from '../../../util/jsonParts.ts'
import { wordBytes } from '../vm/wordBytes.ts'

/** A member of a struct type of EIP-712. */
interface Member {
	readonly name: string
	readonly type: string
}

type Types = Map<string, Member[]>

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value }

const domainType = 'EIP712Domain'

/**
 * The digest that is signed over a sign document as typed data of EIP-712 (ethermint v0.14.1 ethereum/eip712). The type
 * of all messages is that of the first: a message with other members cannot be hashed. Throws plain errors with the
 * texts of go-ethereum v1.10.16 signer/core/apitypes.
 * @param first the first message, and its table
 * @param signDoc the amino JSON that the framework would have signed
 * @param feePayer bech32 address that is added to the fee
 */
export function typedDataDigest(
	chainId: bigint,
	first: { readonly message: Message; readonly table: MessageTable },
	signDoc: string,
	feePayer: string,
): Uint8Array {
	const types: Types = new Map(Object.entries(rootTypes).map(([name, members]) => [name, [...members]]))
	addMembers(types, 'MsgValue', '_', first.table, first.message as unknown as Fields)
	const document = JSON.parse(signDoc) as { readonly [key: string]: Value }
	const fee = { ...(document.fee as { readonly [key: string]: Value }), feePayer }
	const domain = {
		name: 'Cosmos Web3',
		version: '1.0.0',
		chainId: chainId.toString(),
		verifyingContract: 'cosmos',
		salt: '0',
	}
	const separator = keccak256(encodeStruct(types, domainType, domain))
	const content = attempt(() => keccak256(encodeStruct(types, 'Tx', { ...document, fee })), TypedDataFault, rejected)
	return keccak256(concatBytes(Uint8Array.of(0x19, 0x01), separator, content))
}

const rootTypes: Readonly<Record<string, readonly Member[]>> = {
	[domainType]: [
		{ name: 'name', type: 'string' },
		{ name: 'version', type: 'string' },
		{ name: 'chainId', type: 'uint256' },
		{ name: 'verifyingContract', type: 'string' },
		{ name: 'salt', type: 'string' },
	],
	Tx: [
		{ name: 'account_number', type: 'string' },
		{ name: 'chain_id', type: 'string' },
		{ name: 'fee', type: 'Fee' },
		{ name: 'memo', type: 'string' },
		{ name: 'msgs', type: 'Msg[]' },
		{ name: 'sequence', type: 'string' },
	],
	Fee: [
		{ name: 'feePayer', type: 'string' },
		{ name: 'amount', type: 'Coin[]' },
		{ name: 'gas', type: 'string' },
	],
	Coin: [
		{ name: 'denom', type: 'string' },
		{ name: 'amount', type: 'string' },
	],
	Msg: [
		{ name: 'type', type: 'string' },
		{ name: 'value', type: 'MsgValue' },
	],
	MsgValue: [],
}

type Fields = Readonly<Record<string, unknown>>

/** Adds the members of a message type, as Go's reflection finds them; empty lists are left out. */
function addMembers(types: Types, root: string, prefix: string, table: MessageTable, fields: Fields | undefined): void {
	const rules = rulesOf(table)
	const name = prefix === '_' ? root : typeName(prefix)
	const members = getOrInsert(types, name, () => [])
	if (members.length === rules.length) return
	for (const { field, name: memberName } of rules) {
		const value = fields?.[field.local]
		const list = field.repeated || field.kind === 'bytes'
		if (list && (value === undefined || (value as ArrayLike<unknown>).length === 0)) continue
		const simple = simpleTypes[field.kind]
		if (simple !== undefined) {
			members.push({ name: memberName, type: simple })
			continue
		}
		if (field.kind !== 'message') continue
		const path = `${prefix}.${memberName}`
		const nested = typeName(path)
		members.push({ name: memberName, type: field.repeated ? `${nested}[]` : nested })
		const item = field.repeated ? (value as readonly Fields[])[0] : (value as Fields | undefined)
		addMembers(types, root, path, field.message(), item)
	}
}

/** Solidity's types by those of Go; others are structs, or left out. */
const simpleTypes: Readonly<Partial<Record<FieldTable['kind'], string>>> = {
	string: 'string',
	int: 'string',
	dec: 'string',
	bytes: 'uint8',
	bool: 'bool',
	int64: 'int64',
	sint64: 'int64',
	sfixed64: 'int64',
	uint64: 'uint64',
	fixed64: 'uint64',
	enum: 'int32',
	int32: 'int32',
	sint32: 'int32',
	sfixed32: 'int32',
	uint32: 'uint32',
	fixed32: 'uint32',
}

/** `_.foo_bar.baz` as `TypeFooBarBaz`. */
function typeName(path: string): string {
	const parts = path.split('.').map((part) => (part === '_' ? 'Type' : part.split('_').map(capital).join('')))
	return parts.join('')
}

function capital(word: string): string {
	return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** A fault of the transaction, told with where the reference wraps it. */
function rejected(fault: TypedDataFault): never {
	const place = '[tharsis/ethermint@v0.14.1/ethereum/eip712/eip712.go:31]'
	throw plainError(`failed to pack and hash typedData primary type: ${fault.message} ${place}`)
}

class TypedDataFault extends Error {
	override readonly name = 'TypedDataFault'
}

function encodeStruct(types: Types, type: string, value: { readonly [key: string]: Value }): Uint8Array {
	const members = types.get(type)!
	const got = Object.keys(value).length
	if (members.length < got) {
		throw new TypedDataFault(`there is extra data provided in the message (${members.length} < ${got})`)
	}
	const parts = members.map((member) => encodeMember(types, member.type, value[member.name]))
	return concatBytes(keccak256(utf8(encodeType(types, type))), ...parts)
}

function encodeMember(types: Types, type: string, value: Value | undefined): Uint8Array {
	if (type.endsWith(']')) {
		if (!Array.isArray(value)) throw mismatch(type, value)
		const item = type.slice(0, type.indexOf('['))
		return keccak256(concatBytes(...(value as readonly Value[]).map((entry) => encodeItem(types, item, entry))))
	}
	return encodeItem(types, type, value)
}

function encodeItem(types: Types, type: string, value: Value | undefined): Uint8Array {
	if (!types.has(type)) return encodePrimitive(type, value)
	if (!isObject(value)) throw mismatch(type, value)
	return keccak256(encodeStruct(types, type, value as { readonly [key: string]: Value }))
}

function encodePrimitive(type: string, value: Value | undefined): Uint8Array {
	if (type === 'string') {
		if (typeof value !== 'string') throw mismatch(type, value)
		return keccak256(utf8(value))
	}
	if (type === 'bool') {
		if (typeof value !== 'boolean') throw mismatch(type, value)
		return wordBytes(value ? 1n : 0n)
	}
	return wordBytes(integerOf(type, value))
}

function integerOf(type: string, value: Value | undefined): bigint {
	const signed = type.startsWith('int')
	const length = Number(type.replace(/^u?int/, ''))
	let number: bigint | undefined
	if (typeof value === 'string') {
		if (!/^(0[xX][0-9a-fA-F]+|-?\d+)$/.test(value))
			throw new TypedDataFault(`invalid hex or decimal integer "${value}"`)
		number = BigInt(value)
	} else if (Number.isInteger(value)) number = BigInt(value as number)
	if (number === undefined) {
		throw new TypedDataFault(`invalid integer value ${shown(value)}/${goType(value)} for type ${type}`)
	}
	if (number.toString(2).replace('-', '').length > length) throw new TypedDataFault(`integer larger than '${type}'`)
	if (!signed && number < 0n) throw new TypedDataFault(`invalid negative value for unsigned type ${type}`)
	return number
}

function mismatch(type: string, value: Value | undefined): TypedDataFault {
	return new TypedDataFault(`provided data '${shown(value)}' doesn't match type '${type}'`)
}

/** As Go prints a value with %v. */
function shown(value: Value | undefined): string {
	if (value === undefined || value === null) return '<nil>'
	if (typeof value !== 'object') return String(value)
	if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`
	const members = value as { readonly [key: string]: Value }
	const names = Object.keys(members).sort()
	return `map[${names.map((name) => `${name}:${shown(members[name])}`).join(' ')}]`
}

function goType(value: Value | undefined): string {
	if (value === undefined || value === null) return '<nil>'
	if (Array.isArray(value)) return '[]interface {}'
	return typeof value === 'number' ? 'float64' : typeof value === 'boolean' ? 'bool' : 'map[string]interface {}'
}

/** The type and those it refers to, by name: `Tx(string memo,Fee fee)Fee(string gas)`. */
function encodeType(types: Types, type: string): string {
	const [, ...others] = dependencies(types, type, [])
	return [type, ...others.sort()]
		.map(
			(name) =>
				`${name}(${types
					.get(name)!
					.map((member) => `${member.type} ${member.name}`)
					.join(',')})`,
		)
		.join('')
}

function dependencies(types: Types, type: string, found: string[]): string[] {
	const name = type.endsWith('[]') ? type.slice(0, -2) : type
	const members = types.get(name)
	if (found.includes(name) || members === undefined) return found
	found.push(name)
	for (const member of members) dependencies(types, member.type, found)
	return found
}
