import { create, createFileRegistry } from '@bufbuild/protobuf'
import {
	FieldDescriptorProto_Label,
	FieldDescriptorProto_Type,
	FileDescriptorProtoSchema,
	FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { varintBytes } from '../../../../src/codec/proto/encodeMessage.ts'
import { rejectUnknownFields } from '../../../../src/codec/proto/rejectUnknownFields.ts'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { ModeInfoSchema, TxBodySchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { utf8 } from '../../../../src/util/bytes.ts'

/** A field of bytes; lengths below 128. */
const field = (number: number, bytes: readonly number[]): readonly number[] => [
	(number << 3) | 2,
	bytes.length,
	...bytes,
]
/** Field 1025, whose number says that a reader may ignore it, and field 99. */
const [ignorable, critical] = [
	[0x88, 0x40, 1],
	[0x98, 0x06, 1],
]
const coin = (extra: readonly number[]) => field(3, [...field(1, [...utf8('uchain')]), ...extra])
const any = (inAny: readonly number[], inMessage: readonly number[]) =>
	field(1, [...field(1, [...utf8('/cosmos.bank.v1beta1.MsgSend')]), ...field(2, inMessage), ...inAny])

test.each([
	['the body', [...any([], []), ...ignorable], [...any([], []), ...critical], '*tx.TxBody'],
	['the wrapping of a message', any(ignorable, []), any(critical, []), '*types.Any'],
	['a message', any([], ignorable), any([], critical), '*types.MsgSend'],
	['a coin of a message', any([], coin(ignorable)), any([], coin(critical)), '*types.Coin'],
])('an unknown field of %s is told where it may be ignored, and refused where not', (_, may, mayNot, type) => {
	const reject = (bytes: readonly number[], allow: boolean) =>
		rejectUnknownFields(TxBodySchema, Uint8Array.from(bytes), allow, () => MsgSendSchema)
	expect(reject(may, true)).toBe(true)
	expect(() => reject(may, false)).toThrow(`errUnknownField "${type}": {TagNum: 1025, WireType:"varint"}`)
	expect(() => reject(mayNot, true)).toThrow(`errUnknownField "${type}": {TagNum: 99, WireType:"varint"}`)
	expect(reject(any([], coin([])), true)).toBe(false)
})

/** A field of bytes of any length, in front of what is there. */
const around = (number: number, ...parts: readonly Uint8Array[]): Uint8Array => {
	const bytes = Buffer.concat(parts)
	return Buffer.concat([Uint8Array.of((number << 3) | 2), varintBytes(BigInt(bytes.length)), bytes])
}

test('messages may be nested a thousand deep, of one type in another and in wrappings of any type', () => {
	const never = (): never => {
		throw new TypeError('holds no type')
	}
	let modes: Uint8Array = new Uint8Array(0)
	let bodies: Uint8Array = new Uint8Array(0)
	for (let depth = 1; depth <= 1000; depth++) {
		modes = around(2, modes)
		bodies = around(1, around(1, utf8('/b')), around(2, bodies))
	}
	expect(rejectUnknownFields(ModeInfoSchema, modes, false, never)).toBe(false)
	expect(rejectUnknownFields(TxBodySchema, bodies, false, () => TxBodySchema)).toBe(false)
	const deeper = 'proto: message nested too deeply'
	expect(() => rejectUnknownFields(ModeInfoSchema, around(2, modes), false, never)).toThrow(deeper)
	const deeperBody = around(1, around(1, utf8('/b')), around(2, bodies))
	expect(() => rejectUnknownFields(TxBodySchema, deeperBody, false, () => TxBodySchema)).toThrow(deeper)
})

const kinds = ['UINT32', 'BOOL', 'FIXED64', 'DOUBLE', 'STRING', 'BYTES', 'FIXED32', 'SFIXED32', 'FLOAT'] as const
const file = create(FileDescriptorProtoSchema, {
	name: 'fields.proto',
	package: 'test.fields',
	syntax: 'proto3',
	messageType: [
		{
			name: 'Fields',
			field: kinds.map((kind, place) => ({
				name: kind.toLowerCase(),
				number: 1 + place,
				type: FieldDescriptorProto_Type[kind],
				label: FieldDescriptorProto_Label.OPTIONAL,
			})),
		},
	],
})
const schema = createFileRegistry(create(FileDescriptorSetSchema, { file: [file] })).getMessage('test.fields.Fields')!

// cosmos-sdk v0.44.5 codec/unknownproto checks: a packed form passes for all kinds but those of 32 bits.
test.each([
	['UINT32', [0, 2], 'varint'],
	['BOOL', [0, 2], 'varint'],
	['FIXED64', [1, 2], 'fixed64'],
	['DOUBLE', [1, 2], 'fixed64'],
	['STRING', [2], 'bytes'],
	['BYTES', [2], 'bytes'],
	['FIXED32', [5], 'fixed32'],
	['SFIXED32', [5], 'fixed32'],
	['FLOAT', [5], 'fixed32'],
] as const)('a field of the kind %s has the wire types %j and no other', (kind, right, wanted) => {
	const number = 1 + kinds.indexOf(kind)
	const names = ['varint', 'fixed64', 'bytes', 'start_group', 'end_group', 'fixed32']
	for (const [wireType, name] of names.entries()) {
		const bytes = Uint8Array.of(
			(number << 3) | wireType,
			...(wireType === 0 || wireType === 2 ? [0] : Array(8).fill(0)),
		)
		const value = wireType === 5 ? bytes.subarray(0, 5) : bytes
		const reject = () => rejectUnknownFields(schema, value, true, () => schema)
		if ((right as readonly number[]).includes(wireType)) expect(reject(), name).toBe(false)
		else {
			expect(reject).toThrow(
				`Mismatched "*types.Fields": {TagNum: ${number}, GotWireType: "${name}" != WantWireType: "${wanted}"}`,
			)
		}
	}
})
