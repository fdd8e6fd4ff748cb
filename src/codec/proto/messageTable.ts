import { type DescEnum, type DescField, type DescMessage, getOption, hasOption, ScalarType } from '@bufbuild/protobuf'
import { BugError } from '../../errors/UserError.ts'
import { customname, customtype, nullable, stdtime } from '../../gen/gogoproto/gogo_pb.js'
import { getOrInsert } from '../../util/getOrInsert.ts'

/** Wire encoding and JavaScript type of a field: protobuf's own, and gogoproto's integers and decimals in texts. */
export type FieldKind = 'message' | 'enum' | 'int' | 'dec' | Lowercase<keyof typeof ScalarType>

/** One field as the wire walkers see it. */
export interface FieldTable {
	readonly number: number
	/** Name in the framework's JSON. */
	readonly name: string
	/** lowerCamelCase JSON name, accepted on input. */
	readonly jsonName: string
	/** Property of the protobuf-es message object. */
	readonly local: string
	/** Struct field in Go, for error texts. */
	readonly goName: string
	readonly kind: FieldKind
	/** Natural wire type: 0 varint, 1 64-bit, 2 length-delimited, 5 32-bit. */
	readonly wire: 0 | 1 | 2 | 5
	readonly repeated: boolean
	/** Property of the oneof group it belongs to. */
	readonly oneof: string | undefined
	/** Declared `optional`: absent differs from empty. */
	readonly optional: boolean
	/** gogoproto nullable = false: a struct value in Go, always written. */
	readonly always: boolean
	/** gogoproto nullable: a pointer or slice of pointers in Go (default: true). */
	readonly nullable: boolean
	readonly stdtime: boolean
	readonly desc: DescField
	/** Table of the nested message. */
	message(): MessageTable
}

/** A message as the wire walkers see it: the 0.44 framework's fields only, in order of their numbers. */
export interface MessageTable {
	readonly desc: DescMessage
	readonly typeName: string
	/** Name in Go's generated decoding errors: the last part of the type name. */
	readonly shortName: string
	readonly goType: string
	readonly isAny: boolean
	readonly fields: readonly FieldTable[]
	/** The same fields in the order of the protobuf source, which JSON uses. */
	readonly declared: readonly FieldTable[]
	readonly byNumber: ReadonlyMap<number, FieldTable>
	/** Properties of the oneof groups. */
	readonly oneofs: readonly string[]
}

/** The table of a message type, made once. */
export function tableOf(desc: DescMessage): MessageTable {
	return getOrInsert(tables, desc, build)
}

const tables = new Map<DescMessage, MessageTable>()

function build(desc: DescMessage): MessageTable {
	const declared = desc.fields
		.filter((field) => !newerFields.has(`${desc.typeName}.${field.name}`))
		.map((field) => fieldTable(desc, field))
	const fields = [...declared].sort((a, b) => a.number - b.number)
	return {
		desc,
		typeName: desc.typeName,
		shortName: desc.name,
		goType: goTypeName(desc),
		isAny: desc.typeName === 'google.protobuf.Any',
		fields,
		declared,
		byNumber: new Map(fields.map((field) => [field.number, field])),
		oneofs: desc.oneofs.map((oneof) => oneof.localName),
	}
}

function fieldTable(desc: DescMessage, field: DescField): FieldTable {
	const kind = kindOf(field)
	const nested = field.fieldKind === 'map' ? undefined : field.message
	let table: MessageTable | undefined
	return {
		number: field.number,
		name: olderNames[`${desc.typeName}.${field.name}`] ?? field.name,
		jsonName: field.jsonName,
		local: field.localName,
		goName: goFieldName(field),
		kind,
		wire: wireOf(kind),
		repeated: field.fieldKind === 'list',
		oneof: field.oneof?.localName,
		optional: field.proto.proto3Optional === true,
		always:
			field.fieldKind !== 'list' &&
			field.oneof === undefined &&
			isCustomOrMessage(kind) &&
			hasOption(field, nullable) &&
			!getOption(field, nullable),
		nullable: !hasOption(field, nullable) || getOption(field, nullable),
		stdtime: getOption(field, stdtime),
		desc: field,
		message: () => {
			if (nested === undefined) throw new BugError(`${desc.typeName}.${field.name} is not a message`)
			table ??= tableOf(nested)
			return table
		},
	}
}

function isCustomOrMessage(kind: FieldKind): boolean {
	return kind === 'message' || kind === 'int' || kind === 'dec'
}

function kindOf(field: DescField): FieldKind {
	if (field.fieldKind === 'map') throw new BugError(`${field.parent.typeName}.${field.name}: maps are not supported`)
	if (field.message !== undefined) return 'message'
	if (field.enum !== undefined) return 'enum'
	const custom = getOption(field, customtype).split('.').at(-1)
	if (custom === 'Int') return 'int'
	if (custom === 'Dec') return 'dec'
	return ScalarType[field.scalar].toLowerCase() as FieldKind
}

function wireOf(kind: FieldKind): 0 | 1 | 2 | 5 {
	switch (kind) {
		case 'message':
		case 'bytes':
		case 'string':
		case 'int':
		case 'dec':
			return 2
		case 'fixed64':
		case 'sfixed64':
		case 'double':
			return 1
		case 'fixed32':
		case 'sfixed32':
		case 'float':
			return 5
		default:
			return 0
	}
}

/** Fields of our protobuf sources that framework 0.44 does not have: unknown on the wire, left out of every output. */
const newerFields: ReadonlySet<string> = new Set([
	'cosmos.tx.v1beta1.AuthInfo.tip',
	'cosmos.base.abci.v1beta1.Result.msg_responses',
	'cosmos.base.abci.v1beta1.TxMsgData.msg_responses',
	'cosmos.bank.v1beta1.Metadata.uri',
	'cosmos.bank.v1beta1.Metadata.uri_hash',
])

/** Protobuf field names that differ from those of the 0.44 framework, with its names. */
const olderNames: Readonly<Record<string, string>> = {
	'cosmos.base.tendermint.v1beta1.GetNodeInfoResponse.node_info': 'default_node_info',
	'tendermint.p2p.NodeInfo.node_id': 'default_node_id',
}

/** Enum values that the 0.44 framework does not have, as `enum.VALUE`. */
export const newerEnumValues: ReadonlySet<string> = new Set(['cosmos.tx.signing.v1beta1.SignMode.SIGN_MODE_DIRECT_AUX'])

/** Go packages whose name is not `types`, by protobuf package. */
const goPackages: Readonly<Record<string, string>> = {
	'cosmos.tx.v1beta1': 'tx',
	'cosmos.tx.signing.v1beta1': 'signing',
	'cosmos.crypto.secp256k1': 'secp256k1',
	'cosmos.crypto.secp256r1': 'secp256r1',
	'cosmos.crypto.ed25519': 'ed25519',
	'cosmos.crypto.multisig': 'multisig',
	'ethermint.crypto.v1.ethsecp256k1': 'ethsecp256k1',
	'cosmos.params.v1beta1': 'proposal',
	'cosmos.base.query.v1beta1': 'query',
	'cosmos.base.tendermint.v1beta1': 'tmservice',
}

/** The pointer type of a message as Go prints it in decoding errors: `*tx.TxBody`, `*types.MsgSend`; of an enum likewise. */
export function goTypeName(schema: DescMessage | DescEnum): string {
	const pkg = schema.file.proto.package
	const name = schema.typeName.slice(pkg.length + 1).replaceAll('.', '_')
	return `*${goPackages[pkg] ?? 'types'}.${name}`
}

/** The struct field of a protobuf field in Go, as decoding errors name it: `BodyBytes`. */
function goFieldName(field: DescField): string {
	return getOption(field, customname) || camelCase(field.name)
}

/** protoc-gen-gogo's CamelCase: removes an underscore before a lower-case letter and capitalizes the letter. */
function camelCase(name: string): string {
	return name.replace(/^_/, 'X_').replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
