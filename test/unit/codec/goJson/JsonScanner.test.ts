import { describe, expect, test } from 'vitest'
import {
	type ByteSource,
	JsonScanner,
	type JsonSpan,
	memorySource,
	spanText,
	type WantedMembers,
} from '../../../../src/codec/goJson/JsonScanner.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

/** The text as a file that gives so many bytes at a time. */
function sourceOf(text: string, step: number): ByteSource {
	const whole = memorySource(Buffer.from(text))
	return { size: whole.size, read: (position, length) => whole.read(position, Math.min(step, length)) }
}

type Found = string | { readonly [name: string]: Found }

/** The members that were found, as texts. */
function texts(text: string, members: ReadonlyMap<string, JsonSpan>): Found {
	return Object.fromEntries(
		[...members].map(([name, span]) => [
			name,
			span.members === undefined ? spanText(memorySource(Buffer.from(text)), span) : texts(text, span.members),
		]),
	)
}

const steps = [1, 2, 3, 1000]
const wanted: WantedMembers = { b: { c: {} }, toString: {} }

describe('the members of a document', () => {
	test.each<[string, Found]>([
		['{}', {}],
		[' { } \n', {}],
		['{"a":1}', { a: '1' }],
		['{"a" : [ {"x": "]}"} , 2 ] , "d":-1.5e3 }', { a: '[ {"x": "]}"} , 2 ]', d: '-1.5e3' }],
		['{"a":"\\"","\\u0062":"\\\\"}', { a: '"\\""', b: '"\\\\"' }],
		['{"a":1,"a":{"b":2}}', { a: '{"b":2}' }],
		['{"b":{"c":{},"d":{ }},"e":null}', { b: { c: {}, d: '{ }' }, e: 'null' }],
		['{"b":[1],"c":{"c":1}}', { b: '[1]', c: '{"c":1}' }],
		['{"b":{"c": {"f" : true\t}}}', { b: { c: { f: 'true' } } }],
		['{"é":"ü"\r\n,"":""}', { é: '"ü"', '': '""' }],
		['{"constructor":{"a":1}}', { constructor: '{"a":1}' }],
	])('the members of a document are found: %s', async (text, found) => {
		for (const step of steps) {
			const source = sourceOf(text, step)
			expect(texts(text, new JsonScanner(source).document(wanted))).toEqual(found)
			expect(texts(text, await new JsonScanner(source).documentInTurns(wanted))).toEqual(found)
		}
	})

	test('an object whose members are wanted has its own place in the document too', () => {
		const text = ' {"a":1, "b":{"c":{} , "d":2}}'
		for (const step of steps) {
			const { start, end } = new JsonScanner(sourceOf(text, step)).document(wanted).get('b')!
			expect(text.slice(start, end)).toBe('{"c":{} , "d":2}')
		}
	})

	test.each([
		['', 'The document ends where an object should be.'],
		['[]', 'an object should be at byte 0.'],
		[' "a"', 'an object should be at byte 1.'],
		['{', 'The document ends where a name within quotes should be.'],
		['{a:1}', 'a name within quotes should be at byte 1.'],
		['{"\n":1}', 'a name within quotes should be at byte 4.'],
		['{"a" 1}', 'a colon should be at byte 5.'],
		['{"a":,"b":1}', 'a value should be at byte 5.'],
		['{"a":', 'The document ends where the rest of a value should be.'],
		['{"a":"b', 'The document ends where the rest of a value should be.'],
		['{"a":[1', 'The document ends where the rest of a value should be.'],
		['{"a":[{"b":1}', 'The document ends where the rest of a value should be.'],
		['{"a":1[', 'The document ends where the rest of a value should be.'],
		['{"a":1', 'The document ends where a comma or } should be.'],
		['{"a":[]]', 'a comma or } should be at byte 7.'],
		['{"a":1 "b":2}', 'a comma or } should be at byte 7.'],
		['{"a":1,}', 'a name within quotes should be at byte 7.'],
		['{"a":1}}', 'the end of the file should be at byte 7.'],
	])('%s is no document', (text, why) => {
		for (const step of steps) {
			const refused = () => new JsonScanner(sourceOf(text, step)).document(wanted)
			expect(refused).toThrow(UserError)
			expect(refused).toThrow(expect.objectContaining({ why, message: 'The document is not JSON.' }))
		}
	})

	test('a long document gives other work a turn with each megabyte of a value', async () => {
		const source = memorySource(Buffer.from(`{"a":"${'b'.repeat(3 << 20)}"}`))
		const told: number[] = []
		let turns = 0
		const count = (): void => {
			turns++
			timer = setImmediate(count)
		}
		let timer = setImmediate(count)
		const members = await new JsonScanner(source, 0, (position) => told.push(position)).documentInTurns({})
		clearImmediate(timer)
		expect(members.get('a')).toEqual({ start: 5, end: (3 << 20) + 7 })
		expect(turns).toBeGreaterThanOrEqual(2)
		expect(told).toEqual([1 << 20, 2 << 20, 3 << 20, (3 << 20) + 8])
	})
})

describe('the elements of an array', () => {
	test.each([
		['[]', []],
		[' [ ] ', []],
		['[1]', [['1', 1]]],
		[
			'[1, "a]" ,{"b":[2]},[]]',
			[
				['1', 1],
				['"a]"', 4],
				['{"b":[2]}', 10],
				['[]', 20],
			],
		],
		['{"a":1}', []],
		['', []],
	])('the elements of an array are found: %s', (text, elements) => {
		for (const step of steps) {
			const found: unknown[] = []
			for (const [bytes, start] of new JsonScanner(sourceOf(text, step)).elements()) {
				found.push([Buffer.from(bytes).toString(), start])
			}
			expect(found).toEqual(elements)
		}
	})

	test('the elements may be those of an array in the middle of a document', () => {
		const scanner = new JsonScanner(sourceOf('{"a":[1,22],"b":3}', 2), 5)
		expect([...scanner.elements()].map(([bytes, start]) => [bytes.length, start])).toEqual([
			[1, 6],
			[2, 8],
		])
	})

	test.each([
		['[1', 'The document ends where a comma or ] should be.'],
		['[1 2]', 'a comma or ] should be at byte 3.'],
		['[,1]', 'a value should be at byte 1.'],
		['[1}', 'a comma or ] should be at byte 2.'],
		['[[1]', 'The document ends where a comma or ] should be.'],
	])('%s is no whole array', (text, why) => {
		for (const step of steps) {
			const all = () => [...new JsonScanner(sourceOf(text, step)).elements()]
			expect(all).toThrow(expect.objectContaining({ why }))
		}
	})
})
