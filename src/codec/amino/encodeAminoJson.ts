import { create, getOption, type Message } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'
import { type BaseAccount, BaseAccountSchema } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { CoinSchema } from '../../gen/cosmos/base/v1beta1/coin_pb.js'
import { castrepeated, jsontag } from '../../gen/gogoproto/gogo_pb.js'
import { toBase64 } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { byKey } from '../../util/order.ts'
import type { AminoBrand } from '../ChainSettings.ts'
import { quoteJson, quoteSortedJson } from '../goJson/quoteJson.ts'
import { fieldValue } from '../proto/encodeMessage.ts'
import { type FieldTable, type MessageTable, tableOf } from '../proto/messageTable.ts'
import type { Registry } from '../registry/createRegistry.ts'
import { aminoNames } from './aminoNames.ts'

/** Options of amino JSON. */
export interface AminoJsonOptions {
	readonly registry: Registry
	readonly brand: AminoBrand
	/** Sorts keys by bytes, as sign documents do (framework: types/utils.go SortJSON); else keeps the fields' order. */
	readonly sorted?: boolean
	/** The generation that is to read it: 9 by default. */
	readonly generation?: 8 | 9
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Encodes a message as compact amino JSON: wrapped as `{"type":name,"value":...}` if it has an amino name, otherwise
 * the bare object. Zero values are omitted except struct values and lists of them; 64-bit integers are quoted. Source:
 * go-amino v0.16.0 json-encode.go with the JSON tags of cosmos-sdk v0.44.5.
 */
export function encodeAminoJson(message: Message, options: AminoJsonOptions): string {
	const table = tableOf(options.registry.resolve(`/${message.$typeName}`))
	const value = valueJson(table, message as unknown as Fields, options)
	const name = aminoNames(options.brand).nameOf(table.typeName)
	return name === undefined ? value : `{"type":${quote(name, options)},"value":${value}}`
}

function valueJson(table: MessageTable, message: Fields, options: AminoJsonOptions): string {
	switch (table.typeName) {
		case 'cosmos.crypto.secp256k1.PubKey':
		case 'cosmos.crypto.ed25519.PubKey':
		case 'ethermint.crypto.v1.ethsecp256k1.PubKey':
			return keyJson(message.key as Uint8Array)
		case 'cosmos.crypto.multisig.LegacyAminoPubKey':
			return multisigJson(message, options)
		case 'cosmos.auth.v1beta1.ModuleAccount':
			return moduleAccountJson(message, options)
		default:
			return structJson(table, message, options)
	}
}

/** Keys are bare bytes; none is a nil slice in Go. */
function keyJson(key: Uint8Array): string {
	return key.length === 0 ? 'null' : `"${toBase64(key)}"`
}

/** The threshold is a quoted number here, since tendermint's key had an `uint` (crypto/keys/multisig/amino.go). */
function multisigJson(message: Fields, options: AminoJsonOptions): string {
	const keys = (message.publicKeys as readonly Any[]).map((any) => anyJson(any, options))
	const pubkeys = `"pubkeys":[${keys.join(',')}]`
	const threshold = `"threshold":"${message.threshold as number}"`
	return options.sorted ? `{${pubkeys},${threshold}}` : `{${threshold},${pubkeys}}`
}

/** Module accounts have a JSON form of their own, with plain numbers (x/auth/types/account.go moduleAccountPretty). */
function moduleAccountJson(message: Fields, options: AminoJsonOptions): string {
	const base = (message.baseAccount ?? create(BaseAccountSchema)) as BaseAccount
	const permissions = message.permissions as readonly string[]
	const list = permissions.length === 0 ? 'null' : `[${permissions.map((text) => quote(text, options)).join(',')}]`
	const members: [string, string][] = [
		['address', quote(base.address, options)],
		['public_key', '""'],
		['account_number', `${base.accountNumber}`],
		['sequence', `${base.sequence}`],
		['name', quote(message.name as string, options)],
		['permissions', list],
	]
	return objectJson(members, options)
}

function structJson(table: MessageTable, message: Fields, options: AminoJsonOptions): string {
	const members: [string, string][] = []
	for (const { field, name, omitEmpty, isCoins } of rulesOf(table)) {
		const value = fieldValue(message, field)
		// Coins of generation 8 had no omitempty (cosmos-sdk v0.39.2 types/coin.go).
		const stays = options.generation === 8 && table.typeName === CoinSchema.typeName
		if (omitEmpty && isEmpty(value) && !stays) continue
		members.push([name, field.repeated ? listJson(field, value, isCoins, options) : oneJson(field, value, options)])
	}
	return objectJson(members, options)
}

function objectJson(members: [string, string][], options: AminoJsonOptions): string {
	if (options.sorted) members.sort(byKey)
	return `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`
}

function listJson(field: FieldTable, value: unknown, isCoins: boolean, options: AminoJsonOptions): string {
	const items = (value ?? []) as readonly unknown[]
	// A nil slice is null, but the marshaller of Coins writes an empty list (types/coin.go).
	if (items.length === 0) return isCoins ? '[]' : 'null'
	return `[${items.map((item) => oneJson(field, item, options)).join(',')}]`
}

function oneJson(field: FieldTable, value: unknown, options: AminoJsonOptions): string {
	switch (field.kind) {
		case 'message': {
			const table = field.message()
			if (table.isAny) return anyJson(value as Any, options)
			return structJson(table, (value ?? {}) as Fields, options)
		}
		case 'string':
			return quote(value as string, options)
		case 'bytes':
			return `"${toBase64(value as Uint8Array)}"`
		case 'int':
		case 'dec':
			return `"${(value as string | undefined) || '0'}"`
		case 'int64':
		case 'uint64':
		case 'sint64':
		case 'fixed64':
		case 'sfixed64':
			return `"${value as bigint}"`
		default:
			return String(value)
	}
}

function anyJson(any: Any, options: AminoJsonOptions): string {
	return encodeAminoJson(options.registry.unpack(any, 'pubKey'), options)
}

function quote(text: string, options: AminoJsonOptions): string {
	return options.sorted ? quoteSortedJson(text) : quoteJson(text)
}

function isEmpty(value: unknown): boolean {
	if (value === undefined || value === false || value === 0 || value === 0n || value === '') return true
	return Array.isArray(value) || value instanceof Uint8Array ? value.length === 0 : false
}

interface JsonRule {
	readonly field: FieldTable
	readonly name: string
	readonly omitEmpty: boolean
	/** The Go type of the list is Coins. */
	readonly isCoins: boolean
}

const rules = new Map<MessageTable, readonly JsonRule[]>()

/** Encoding of each field by Go's struct tags (protoc-gen-gogo: omitempty unless the field is not nullable). */
export function rulesOf(table: MessageTable): readonly JsonRule[] {
	return getOrInsert(rules, table, () => table.declared.map(ruleOf))
}

function ruleOf(field: FieldTable): JsonRule {
	const tag = getOption(field.desc, jsontag)
	const [name = ''] = tag.split(',')
	return {
		field,
		name: name || field.name,
		omitEmpty: tag === '' ? field.nullable : tag.includes('omitempty'),
		isCoins: getOption(field.desc, castrepeated).endsWith('.Coins'),
	}
}

/** Options of reading and writing amino JSON. The generation tells which registered types there are, and what a key of null is. */
export interface AminoJsonInput extends Omit<AminoJsonOptions, 'sorted'> {
	/** Parses address texts while reading the JSON; by default they stay as they are. */
	readonly readAddress?: (text: string) => string
}
