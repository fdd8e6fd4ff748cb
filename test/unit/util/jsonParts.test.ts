import { expect, test } from 'vitest'
import { isObject, items, jsonOf, member, objectOf } from '../../../src/util/jsonParts.ts'

test.each([
	['an object', { a: 1 }, true, { a: 1 }, 1, []],
	['a list', [{ a: 1 }], false, {}, undefined, [{ a: 1 }]],
	['null', null, false, {}, undefined, []],
	['a text', 'a', false, {}, undefined, []],
	['a number', 7, false, {}, undefined, []],
	['nothing', undefined, false, {}, undefined, []],
])('the parts of %s are those that such a JSON value has', (_name, value, isOne, members, a, list) => {
	expect([isObject(value), objectOf(value), member(value, 'a'), items(value)]).toEqual([isOne, members, a, list])
})

test('a JSON text is its value, and any other text is none', () => {
	expect(['{"a":[1]}', 'null', '{', ''].map(jsonOf)).toEqual([{ a: [1] }, null, undefined, undefined])
})
