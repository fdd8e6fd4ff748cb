import { create, type Message } from '@bufbuild/protobuf'
import { type Any, AnySchema } from '@bufbuild/protobuf/wkt'
import { PanicError, plainError, sdkErrors } from '../../errors/ChainError.ts'
import { ModuleAccountSchema } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { LegacyAminoPubKeySchema } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import { goQuote } from '../../util/goString.ts'
import { bitLength, maxIntBits, parseBigInt } from '../coins/parseBigInt.ts'
import { type JsonNode, parseJson } from '../goJson/parseJson.ts'
import {
	arrayItems,
	boolValue,
	bytesValue,
	type GoInteger,
	givenMembers,
	integerValue,
	nullNode,
	objectMembers,
	stringValue,
} from '../goJson/unmarshal.ts'
import { noBytes } from '../noBytes.ts'
import { emptyMessage } from '../proto/decodeMessage.ts'
import { encodeMessage } from '../proto/encodeMessage.ts'
import { type FieldTable, type MessageTable, tableOf } from '../proto/messageTable.ts'
import type { Registry } from '../registry/createRegistry.ts'
import type { InterfaceName } from '../registry/goInterfaces.ts'
import { aminoNames } from './aminoNames.ts'
import { type AminoJsonInput, rulesOf } from './encodeAminoJson.ts'
import type { StdTx } from './stdTx.ts'

/** The deepest nesting of keys in keys that is read: Go's stack has no such bound. */
const maxKeyDepth = 500

/**
 * A value of an interface field, `{"type":name,"value":...}`, as a protobuf message; `null` is undefined. Throws plain
 * errors with the texts of go-amino v0.16.0 json-decode.go, and PanicError for a registered type that does not
 * implement the interface, whatever its value is.
 */
export function decodeAminoInterface(
	node: JsonNode,
	name: InterfaceName,
	input: AminoJsonInput,
	depth = 0,
): Message | undefined {
	if (node.kind === 'null') return undefined
	if (depth > maxKeyDepth) throw plainError('exceeded max depth')
	const { type, value } = readWrapper(node)
	const names = aminoNames(input.brand)
	const goType = names.otherType(type, input.generation ?? 9)
	const typeName = goType === undefined ? names.typeOf(type, input.generation) : undefined
	if (typeName === undefined) {
		throw goType === undefined ? plainError(`unrecognized concrete type name ${type}`) : notAssignable(goType, name)
	}
	const url = `/${typeName}`
	const table = tableOf(input.registry.resolve(url))
	if (!input.registry.implementations(name).includes(url)) throw notAssignable(table.goType, name)
	return readConcrete(table, value, input, depth)
}

/** Go's names of the interfaces that amino fields have here. */
const goInterfaces: Partial<Record<InterfaceName, string>> = { msg: 'types.Msg', pubKey: 'types.PubKey' }

function notAssignable(goType: string, name: InterfaceName): PanicError {
	return new PanicError(`reflect.Set: value of type ${goType} is not assignable to type ${goInterfaces[name] ?? name}`)
}

/** The parts of a wrapper; Go matches the keys of this struct in any case. Throws plain errors. */
export function readWrapper(node: JsonNode): { readonly type: string; readonly value: JsonNode } {
	if (node.kind !== 'object' && node.kind !== 'null') {
		throw plainError(
			`cannot parse disfix JSON wrapper: json: cannot unmarshal ${node.kind} into Go value of type amino.disfixWrapper`,
		)
	}
	let type = ''
	let value: JsonNode | undefined
	// Go leaves a struct as it was when it reads null.
	const members = node.kind === 'null' ? [] : [...(node.replaced ?? []), ...node.members]
	for (const [key, member] of members) {
		const folded = key.toLowerCase()
		if (folded === 'value') value = member
		if (folded !== 'type' || member.kind === 'null') continue
		if (member.kind !== 'string') {
			throw plainError(
				`cannot parse disfix JSON wrapper: json: cannot unmarshal ${member.kind} into Go struct field disfixWrapper.type of type string`,
			)
		}
		type = member.value
	}
	if (type === '') throw plainError('JSON encoding of interfaces require non-empty type field.')
	if (value === undefined) throw plainError('interface JSON wrapper should have non-empty value field')
	return { type, value }
}

function readConcrete(table: MessageTable, node: JsonNode, input: AminoJsonInput, depth: number): Message {
	switch (table.typeName) {
		case 'cosmos.crypto.secp256k1.PubKey':
		case 'ethermint.crypto.v1.ethsecp256k1.PubKey':
			return keyMessage(table, node, 33, input)
		case 'cosmos.crypto.ed25519.PubKey':
			return keyMessage(table, node, 32, input)
		case 'cosmos.crypto.multisig.LegacyAminoPubKey':
			return readMultisig(node, input, depth)
		case 'cosmos.auth.v1beta1.ModuleAccount':
			return readModuleAccount(node)
		default:
			return readStruct(table, node, input, depth) as unknown as Message
	}
}

/** The JSON form module accounts have of their own: plain numbers, no key (x/auth/types/account.go). */
function readModuleAccount(node: JsonNode): Message {
	const members = objectMembers(node)
	const text = (name: string): string => stringValue(members.get(name) ?? nullNode)
	const number = (name: string): bigint => integerValue(members.get(name) ?? nullNode, 'uint64')
	return create(ModuleAccountSchema, {
		baseAccount: { address: text('address'), accountNumber: number('account_number'), sequence: number('sequence') },
		name: text('name'),
		permissions: items(members.get('permissions')).map(stringValue),
	})
}

function keyMessage(table: MessageTable, node: JsonNode, length: number, { generation }: AminoJsonInput): Message {
	const key = bytesValue(node)
	if (key === undefined) {
		const zeros = generation === 8 ? { key: new Uint8Array(length) } : {}
		return { ...emptyMessage(table), ...zeros } as unknown as Message
	}
	if (key.length !== length) throw sdkErrors.invalidPubKey.wrap('invalid pubkey size')
	return { ...emptyMessage(table), key } as unknown as Message
}

function readMultisig(node: JsonNode, input: AminoJsonInput, depth: number): Message {
	const members = objectMembers(node)
	const count = quotedInteger(members.get('threshold') ?? nullNode, 'uint64', 'uint')
	const publicKeys = items(members.get('pubkeys')).map((item) => {
		const key = decodeAminoInterface(item, 'pubKey', input, depth + 1)
		if (key === undefined) {
			throw sdkErrors.packAny.wrap('Expecting non nil value to create a new Any')
		}
		return packMessage(key, input.registry)
	})
	return create(LegacyAminoPubKeySchema, { threshold: Number(BigInt.asUintN(32, count)), publicKeys })
}

/** A message of any registered type, packed. */
export function packMessage(message: Message, registry: Registry): Any {
	const typeUrl = `/${message.$typeName}`
	return create(AnySchema, { typeUrl, value: encodeMessage(registry.resolve(typeUrl), message) })
}

function readStruct(
	table: MessageTable,
	node: JsonNode,
	input: AminoJsonInput,
	depth: number,
): Record<string, unknown> {
	const draft = emptyMessage(table)
	const members = objectMembers(node)
	for (const { field, name } of rulesOf(table)) {
		const value = members.get(name)
		if (value === undefined || value.kind === 'null') continue
		if (!field.repeated) {
			draft[field.local] = readOne(field, value, input, depth)
			continue
		}
		draft[field.local] = items(value).map((item) => readOne(field, item, input, depth))
	}
	return draft
}

/** Names of the fields of messages that hold an address. */
const addressNames: ReadonlySet<string> = new Set(['from_address', 'to_address', 'address', 'owner'])

function readOne(field: FieldTable, node: JsonNode, input: AminoJsonInput, depth: number): unknown {
	switch (field.kind) {
		case 'message': {
			const table = field.message()
			if (!table.isAny) return readStruct(table, node, input, depth + 1)
			const key = decodeAminoInterface(node, 'pubKey', input, depth + 1)
			return key === undefined ? undefined : packMessage(key, input.registry)
		}
		case 'string': {
			const text = stringValue(node)
			return input.readAddress !== undefined && addressNames.has(field.name) ? input.readAddress(text) : text
		}
		case 'bytes':
			return bytesValue(node) ?? noBytes
		case 'bool':
			return boolValue(node)
		case 'int':
		case 'dec':
			return readInt(node)
		case 'int64':
		case 'sint64':
		case 'sfixed64':
			return quotedInteger(node, 'int64')
		case 'uint64':
		case 'fixed64':
			return quotedInteger(node, 'uint64')
		case 'uint32':
		case 'fixed32':
			return Number(integerValue(node, 'uint32'))
		default:
			return Number(integerValue(node, 'int32'))
	}
}

/**
 * Reads a bare StdTx out of amino JSON: missing keys are zero values, unknown keys are ignored, `null` is empty.
 * Throws plain errors with the texts of go-amino v0.16.0, and PanicError as `decodeAminoInterface`.
 */
export function decodeStdTx(node: JsonNode, input: AminoJsonInput): StdTx {
	const members = objectMembers(node)
	const msgs = items(members.get('msg')).map((item) => decodeAminoInterface(item, 'msg', input))
	const fee = objectMembers(members.get('fee') ?? nullNode)
	const amount = readCoins(fee.get('amount'))
	const gas = quotedInteger(fee.get('gas') ?? nullNode, 'uint64')
	const signatures = items(members.get('signatures')).map((item) => {
		const parts = objectMembers(item)
		const pubKey = decodeAminoInterface(parts.get('pub_key') ?? nullNode, 'pubKey', input)
		const signature = bytesValue(parts.get('signature') ?? nullNode) ?? noBytes
		return { pubKey, signature }
	})
	const memo = stringValue(members.get('memo') ?? nullNode)
	const timeoutHeight = quotedInteger(members.get('timeout_height') ?? nullNode, 'uint64')
	return { msgs, fee: { amount, gas }, signatures, memo, timeoutHeight }
}

function items(node: JsonNode | undefined): readonly JsonNode[] {
	return node === undefined ? [] : (arrayItems(node) ?? [])
}

/** An amount: decimal, or with Go's prefixes (types/int.go UnmarshalJSON). Throws plain errors. */
export function readInt(node: JsonNode): string {
	const text = stringValue(node)
	const value = parseBigInt(text)
	if (value === undefined) throw plainError(`math/big: cannot unmarshal ${goQuote(text)} into a *big.Int`)
	if (bitLength(value) > maxIntBits) throw plainError(`integer out of range: ${text}`)
	return value.toString()
}

/** A quoted 64-bit integer; null is 0. The text between the quotes is parsed as JSON. Errors use the type `name`. */
export function quotedInteger(node: JsonNode, goType: GoInteger, name: string = goType): bigint {
	if (node.kind === 'null') return 0n
	if (node.kind !== 'string') {
		throw plainError(
			`invalid character -- Amino:JSON int/int64/uint/uint64 expects quoted values for javascript numeric support, got: ${node.raw}.`,
		)
	}
	return integerValue(parseJson(node.raw.slice(1, -1)), goType, name)
}

/** A list of coins with amounts as canonical decimal text; null or absent is empty. */
export function readCoins(node: JsonNode | undefined): readonly { readonly denom: string; readonly amount: string }[] {
	return items(node).map((item) => {
		const members = objectMembers(item)
		const amount = givenMembers(members)('amount')
		return { denom: stringValue(members.get('denom') ?? nullNode), amount: amount === undefined ? '' : readInt(amount) }
	})
}
