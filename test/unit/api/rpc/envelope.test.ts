import { describe, expect, test } from 'vitest'
import { envelope, parseBody, parseMessage } from '../../../../src/api/rpc/envelope.ts'
import { writeCompactJson } from '../../../../src/codec/goJson/writeJson.ts'
import { utf8 } from '../../../../src/util/bytes.ts'

/** The id of a request as its reply shows it, or what is said of it. */
function idShown(id: string): string {
	try {
		const request = parseMessage(`{"jsonrpc":"2.0","id":${id},"method":"health"}`)
		if (request === undefined) return 'none'
		const reply = writeCompactJson(envelope(request.id, { result: {} }))
		return reply.slice('{"jsonrpc":"2.0","id":'.length, -',"result":{}}'.length)
	} catch (fault) {
		return (fault as Error).message
	}
}

// tendermint v0.34.15 rpc/jsonrpc/types/types.go: a number is a float64 that becomes an int.
test.each([
	['0', '0'],
	['7', '7'],
	['-1', '-1'],
	['1.9', '1'],
	['-1.9', '-1'],
	['1e3', '1000'],
	['9007199254740991', '9007199254740991'],
	['9007199254740993', '9007199254740992'],
	['4611686018427387904', '4611686018427387904'],
	['9223372036854774784', '9223372036854774784'],
	['9223372036854775807', '-9223372036854775808'],
	['-9223372036854774784', '-9223372036854774784'],
	['1e300', '-9223372036854775808'],
	['-1e300', '-9223372036854775808'],
	['"a"', '"a"'],
	['""', '""'],
	['null', 'none'],
	['true', 'json-rpc ID (true) is of unknown type (bool)'],
	['[1,"a",null,[]]', 'json-rpc ID ([1 a <nil> []]) is of unknown type ([]interface {})'],
	['{"b":1,"a":{"d":2,"c":3}}', 'json-rpc ID (map[a:map[c:3 d:2] b:1]) is of unknown type (map[string]interface {})'],
])('the id %s of a request is shown as %s', (id, shown) => {
	expect(idShown(id)).toBe(shown)
})

describe('the body of a request', () => {
	const parse = (text: string) => parseBody(utf8(text)).map(({ id, method }) => [id, method])
	const call = (id: number) => `{"id":${id},"method":"health"}`
	const struct =
		'struct { JSONRPC string "json:\\"jsonrpc\\""; ID interface {} "json:\\"id,omitempty\\""; Method string "json:\\"method\\""; Params json.RawMessage "json:\\"params\\"" }'

	test('the body of a request is one request or a list, without those that have no id', () => {
		expect(parse(call(1))).toEqual([[1, 'health']])
		expect(parse(`[${call(1)},{"method":"health"},null,${call(2)}]`)).toEqual([
			[1, 'health'],
			[2, 'health'],
		])
		for (const nothing of ['null', '[]', '{}', '{"method":"health"}', '{"id":null,"method":"health"}']) {
			expect(parse(nothing), nothing).toEqual([])
		}
		expect(parse('{"id":1,"method":null}')).toEqual([[1, '']])
		expect(parse('{"ID":1,"Method":"a","mEthod":"b"}')).toEqual([[1, 'b']])
	})

	test('the body of a request is refused in the words of Go', () => {
		expect(() => parse('7')).toThrow(`json: cannot unmarshal number into Go value of type ${struct}`)
		for (const list of ['[7]', `[${call(1)},"a"]`, '[{"id":1,"method":7}]']) {
			expect(() => parse(list), list).toThrow(`json: cannot unmarshal array into Go value of type ${struct}`)
		}
		expect(() => parse('{"id":1,"method":7}')).toThrow(
			'json: cannot unmarshal number into Go struct field .method of type string',
		)
		expect(() => parse('{"id":1,"jsonrpc":2.0}')).toThrow(
			'json: cannot unmarshal number into Go struct field .jsonrpc of type string',
		)
	})

	test('the body of a request has at most a thousand requests, of which those without an id do not count unless there are many', () => {
		const calls = (count: number, one = call) => `[${Array.from({ length: count }, (_, id) => one(id)).join(',')}]`
		expect(parse(calls(1000))).toHaveLength(1000)
		expect(() => parse(calls(1001))).toThrow('a batch has at most 1000 requests')
		// Names in other letters are not seen before the body is read.
		const hidden = (id: number) => `{"id":${id},"METHOD":"health"}`
		expect(parse(calls(1000, hidden))).toHaveLength(1000)
		expect(() => parse(calls(1001, hidden))).toThrow('a batch has at most 1000 requests')
		expect(parse(`[${'null,'.repeat(1001)}${call(1)}]`)).toEqual([[1, 'health']])
	})
})

test('an error is shown without data where there is none', () => {
	const shown = (data?: string) =>
		writeCompactJson(
			envelope(undefined, { error: { code: -1, message: 'm', ...(data === undefined ? {} : { data }) } }),
		)
	expect([shown(), shown(''), shown('d')]).toEqual([
		'{"jsonrpc":"2.0","error":{"code":-1,"message":"m"}}',
		'{"jsonrpc":"2.0","error":{"code":-1,"message":"m"}}',
		'{"jsonrpc":"2.0","error":{"code":-1,"message":"m","data":"d"}}',
	])
})
