import { create, createFileRegistry, type Message, ScalarType, toBinary, toJsonString } from '@bufbuild/protobuf'
import {
	FieldDescriptorProto_Label,
	type FieldDescriptorProto_Type,
	FileDescriptorProtoSchema,
	FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { describe, expect, test } from 'vitest'
import { decodeProtoJson } from '../../../../src/codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../../../../src/codec/gatewayJson/encodeProtoJson.ts'
import { decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { utf8 } from '../../../../src/util/bytes.ts'

/** Values at the ends of each kind's range, as protobuf-es holds them. */
const values: Readonly<Record<string, readonly unknown[]>> = {
	DOUBLE: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -0.1, 5e-324, 1.7976931348623157e308],
	FLOAT: [1.5, -0.25, 3.4028234663852886e38],
	INT64: [1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)],
	UINT64: [1n, 300n, 2n ** 64n - 1n],
	INT32: [1, -1, 2 ** 31 - 1, -(2 ** 31)],
	FIXED64: [1n, 2n ** 32n, 2n ** 64n - 1n],
	FIXED32: [1, 2 ** 32 - 1],
	BOOL: [true],
	STRING: ['a', 'ä€'],
	BYTES: [Uint8Array.of(0, 255)],
	UINT32: [1, 300, 2 ** 32 - 1],
	SFIXED32: [1, -1, 2 ** 31 - 1, -(2 ** 31)],
	SFIXED64: [1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)],
	SINT32: [1, -1, 2 ** 31 - 1, -(2 ** 31)],
	SINT64: [1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)],
}
const names = Object.keys(values)

/** A message with one field and one list of each kind, as a module of a developer's chain may have it. */
const file = create(FileDescriptorProtoSchema, {
	name: 'kinds.proto',
	package: 'test.kinds',
	syntax: 'proto3',
	messageType: [
		{
			name: 'Kinds',
			field: names.flatMap((name, place) => {
				const type = ScalarType[name as keyof typeof ScalarType] as number as FieldDescriptorProto_Type
				const one = { name: `one_${name.toLowerCase()}`, number: 1 + place, type }
				const list = { name: `list_${name.toLowerCase()}`, number: 101 + place, type }
				return [
					{ ...one, label: FieldDescriptorProto_Label.OPTIONAL },
					{ ...list, label: FieldDescriptorProto_Label.REPEATED },
				]
			}),
		},
	],
})
const schema = createFileRegistry(create(FileDescriptorSetSchema, { file: [file] })).getMessage('test.kinds.Kinds')!

const one = (name: string, value: unknown): Message =>
	create(schema, { [`one${name[0]}${name.slice(1).toLowerCase()}`]: value })
/** All values of a kind, and its zero value between them. */
const listed = (name: string): Record<string, unknown> => {
	const [first, ...rest] = values[name]!
	const zero = { bigint: 0n, number: 0, boolean: false, string: '', object: new Uint8Array(0) }[
		typeof first as 'bigint'
	]
	return { [`list${name[0]}${name.slice(1).toLowerCase()}`]: [first, zero, ...rest] }
}

/** Each value alone, all of a kind in a list, and all lists together. */
const messages = [
	...names.flatMap((name) => [...values[name]!.map((value) => one(name, value)), create(schema, listed(name))]),
	create(schema, Object.assign({}, ...names.map(listed)) as Record<string, unknown>),
]

describe('scalars of every kind', () => {
	test('scalars of every kind are written and read as the library does', () => {
		for (const message of messages) {
			const bytes = toBinary(schema, message)
			expect([...encodeMessage(schema, message)], toJsonString(schema, message)).toEqual([...bytes])
			expect(toJsonString(schema, decodeMessage(schema, bytes))).toBe(toJsonString(schema, message))
		}
		expect(messages.length).toBeGreaterThan(3 * names.length)
	})

	test('a fixed number that is cut off is refused', () => {
		for (const name of ['DOUBLE', 'FLOAT', 'FIXED64', 'FIXED32', 'SFIXED32', 'SFIXED64']) {
			const bytes = toBinary(schema, one(name, values[name]!.at(-1)))
			expect(() => decodeMessage(schema, bytes.subarray(0, -1)), name).toThrow('unexpected EOF')
		}
	})

	test('scalars of every kind come back from the JSON of the gateway', () => {
		const registry = createRegistry()
		for (const message of messages) {
			const text = encodeProtoJson(message, schema, { registry })
			const read = decodeProtoJson(schema, utf8(text), { registry })
			expect(toJsonString(schema, read), text).toBe(toJsonString(schema, message))
		}
	})
})
