import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import {
	arrayItems,
	boolValue,
	bytesValue,
	type GoInteger,
	givenMembers,
	integerValue,
	memberOf,
	objectMembers,
	stringValue,
} from '../../../../src/codec/goJson/unmarshal.ts'

const refusal = (kind: string, type: string): string => `json: cannot unmarshal ${kind} into Go value of type ${type}`

describe('an integer of Go', () => {
	const bounds: readonly (readonly [GoInteger, bigint, bigint])[] = [
		['uint8', 0n, 255n],
		['int32', -(2n ** 31n), 2n ** 31n - 1n],
		['uint32', 0n, 2n ** 32n - 1n],
		['int64', -(2n ** 63n), 2n ** 63n - 1n],
		['uint64', 0n, 2n ** 64n - 1n],
	]

	test.each(bounds)('an integer of the type %s is from %s to %s', (type, low, high) => {
		const read = (text: string) => integerValue(parseJson(text), type)
		expect([read(`${low}`), read(`${high}`), read('0'), read('null')]).toEqual([low, high, 0n, 0n])
		for (const text of [`${low - 1n}`, `${high + 1n}`, '1.5', '1e2', '-1.0']) {
			expect(() => read(text), text).toThrow(refusal(`number ${text}`, type))
		}
		for (const [text, kind] of [
			['"1"', 'string'],
			['true', 'bool'],
			['{}', 'object'],
			['[1]', 'array'],
		] as const) {
			expect(() => read(text), text).toThrow(refusal(kind, type))
		}
	})

	test('an integer of very many digits is refused', () => {
		for (const text of ['1'.padEnd(21, '0'), '9'.repeat(50_000), `-${'9'.repeat(50_000)}`]) {
			expect(() => integerValue(parseJson(text), 'int64')).toThrow(refusal(`number ${text}`, 'int64'))
		}
	})

	test('an unsigned integer has no sign, not even zero', () => {
		expect(() => integerValue(parseJson('-0'), 'uint64')).toThrow(refusal('number -0', 'uint64'))
		expect(integerValue(parseJson('-0'), 'int64')).toBe(0n)
		expect(() => integerValue(parseJson('-1'), 'uint32', 'types.Mode')).toThrow(refusal('number -1', 'types.Mode'))
	})
})

test('null is the zero value of each type of Go, and another kind is refused', () => {
	const [nothing, yes, text, one] = ['null', 'true', '"a"', '1'].map((json) => parseJson(json))
	expect([boolValue(nothing!), boolValue(yes!), stringValue(nothing!), stringValue(text!)]).toEqual([
		false,
		true,
		'',
		'a',
	])
	expect([objectMembers(nothing!).size, arrayItems(nothing!), bytesValue(nothing!)]).toEqual([0, undefined, undefined])
	expect(() => boolValue(one!)).toThrow(refusal('number', 'bool'))
	expect(() => stringValue(yes!)).toThrow(refusal('bool', 'string'))
	expect(() => objectMembers(one!)).toThrow(refusal('number', 'map[string]json.RawMessage'))
	expect(() => arrayItems(text!)).toThrow(refusal('string', '[]json.RawMessage'))
	expect(() => bytesValue(one!)).toThrow(refusal('number', '[]uint8'))
	expect(bytesValue(parseJson('[0,255]'))).toEqual(Uint8Array.of(0, 255))
	expect(() => bytesValue(parseJson('[256]'))).toThrow(refusal('number 256', 'uint8'))
	expect(bytesValue(parseJson('"AP8="'))).toEqual(Uint8Array.of(0, 255))
})

test('a member is there where its object is one, and one that is null is not given', () => {
	const object = parseJson('{"a":null,"b":1}')
	expect([memberOf(object, 'a')?.kind, memberOf(object, 'c'), memberOf(parseJson('[]'), 'a')]).toEqual([
		'null',
		undefined,
		undefined,
	])
	expect(memberOf(undefined, 'a')).toBeUndefined()
	const given = givenMembers(objectMembers(object))
	expect([given('a'), given('b')?.raw, given('c')]).toEqual([undefined, '1', undefined])
})
