import { describe, expect, it } from 'vitest'
import { Bound } from '../../../../../src/api/eth/rpc/Bound.ts'
import { errorReply } from '../../../../../src/api/eth/rpc/EthFault.ts'
import { EthHandler } from '../../../../../src/api/eth/rpc/EthHandler.ts'
import type { EthMethodSet } from '../../../../../src/api/eth/rpc/EthMethodSet.ts'
import {
	type EthRequest,
	firstId,
	gethEnvelope,
	type RequestBody,
	readRequests,
	standardEnvelope,
} from '../../../../../src/api/eth/rpc/readRequests.ts'

function parseCalls(text: string): RequestBody {
	return readRequests(text, standardEnvelope)
}

function single(text: string): EthRequest {
	const body = parseCalls(text)
	if (body.kind !== 'single') throw new TypeError(`not single: ${body.kind}`)
	return body.request
}

describe('a request body', () => {
	it.each([
		'1',
		'-0',
		'1.0',
		'1.5',
		'1e2',
		'1E+2',
		'12345678901234567890123',
		'9007199254740993',
		'0.1000',
		'-1.25e-7',
		'"1"',
		'"\\u00e9 \\"x\\""',
		'null',
	])('keeps the id %s', (id) => {
		const wanted = id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id
		expect(single(`{"jsonrpc":"2.0","method":"m","id":${id}}`)).toMatchObject({ valid: true, id: wanted })
		expect(single(`{ "id" : ${id} , "jsonrpc":"2.0","method":"m","params":[{"id":7}]}`)).toMatchObject({ id: wanted })
		expect(single(`{"\\u0069d":${id},"jsonrpc":"2.0","method":"m","params":["\\"id\\":3"]}`)).toMatchObject({
			id: wanted,
		})
		const body = parseCalls(`[{"jsonrpc":"2.0","method":"a","id":5},{"jsonrpc":"2.0","method":"m","id":${id}}]`)
		expect(body).toMatchObject({ kind: 'batch', requests: [{ id: '5' }, { id: wanted }] })
	})

	it('takes the last of doubled ids, as JSON.parse does', () => {
		expect(single('{"id":1.50,"jsonrpc":"2.0","method":"m","id":2.50}')).toMatchObject({ id: '2.50' })
	})

	it.each(['[]', '{}', 'true', '[1]'])('refuses the id %s', (id) => {
		expect(single(`{"jsonrpc":"2.0","method":"m","id":${id}}`)).toEqual({
			valid: false,
			id: 'null',
		})
	})

	it.each([
		['1', 'null'],
		['"x"', 'null'],
		['null', 'null'],
		['{"jsonrpc":"1.0","method":"m","id":3}', '3'],
		['{"jsonrpc":"2.0","method":1,"id":"a"}', '"a"'],
		['{"jsonrpc":"2.0","id":4}', '4'],
		['{"jsonrpc":"2.0","method":"m","params":"bar","id":1.0}', '1.0'],
		['{"jsonrpc":"2.0","method":"m","params":null,"id":5}', '5'],
	])('calls %s an invalid request and answers with id %s', (text, id) => {
		expect(single(text)).toMatchObject({ valid: false, id })
	})

	it('a request body has no id as a notification, and params when they are left out', () => {
		expect(single('{"jsonrpc":"2.0","method":"m"}')).toEqual({
			valid: true,
			id: undefined,
			method: 'm',
			params: undefined,
		})
	})

	it.each(['{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', '', '[{"jsonrpc":"2.0"},', '{"id":1}x'])(
		'a request body that is no JSON is one parse error: %s',
		(text) => {
			const reply = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'
			expect(parseCalls(text)).toEqual({ kind: 'fault', reply })
		},
	)

	it('a want of memory while a body is read is no parse error', async () => {
		const memory = new RangeError('Array buffer allocation failed')
		const body = new Proxy(new Uint8Array(1), {
			get() {
				throw memory
			},
		})
		expect(() => readRequests(body, standardEnvelope)).toThrow(memory)
		expect(() => readRequests(body, gethEnvelope)).toThrow(memory)
		const methods = { methods: new Map() } as unknown as EthMethodSet
		const bound = new Bound({ counts: 'items', most: 1, text: undefined })
		const limits = { batchItems: bound, batchReplyBytes: bound }
		const reply = await new EthHandler(methods, { limits, hasPowers: false }).reply(body)
		expect(JSON.parse(reply)).toEqual({
			jsonrpc: '2.0',
			id: null,
			error: { code: -32603, message: 'the node could not read the request: Array buffer allocation failed' },
		})
	})

	it('a request body that is an empty array is one invalid request', () => {
		expect(parseCalls('[]')).toMatchObject({ kind: 'fault', reply: expect.stringContaining('-32600') })
	})
})

describe('a request body as geth reads it', () => {
	const valid = (id: string | undefined, params?: string) => ({
		valid: true,
		id,
		method: 'm',
		params: params === undefined ? undefined : expect.objectContaining({ raw: params }),
	})
	const wrong = (id: string) => ({ valid: false, id })

	it.each([
		['{"method":"m"}', valid(undefined)],
		['{"method":"m","id":1.0} and more', valid('1.0')],
		['{"method":"m","id":true,"params":"x"}', valid('true', '"x"')],
		['{"method":"m","id":"\\u0061","params":{}}', valid('"\\u0061"', '{}')],
		['{"method":"m","id":null,"result":2}', valid('null')],
		['{"method":"","id":1}', wrong('1')],
		['{"method":"m","id":{}}', wrong('null')],
		['{"method":"m","id":[]}', wrong('null')],
		['{"id":1}', wrong('1')],
		['{"result":2}', wrong('null')],
		['"m"', wrong('null')],
	])('a single request of geth is read: %s', (text, request) => {
		expect(readRequests(text, gethEnvelope)).toEqual({ kind: 'single', request })
	})

	it.each(['', ' ', '{"id":1,"result":2}', '{"id":1,"error":{}}'])('nothing is answered by geth: %j', (text) => {
		expect(readRequests(text, gethEnvelope)).toEqual({ kind: 'nothing' })
	})

	it.each([
		['[]', -32600, 'empty batch'],
		['[', -32700, 'parse error'],
		['x', -32700, 'parse error'],
	])('a body that has no request is refused by geth: %s', (text, code, message) => {
		const reply = `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":"${message}"}}`
		expect(readRequests(text, gethEnvelope)).toEqual({ kind: 'fault', reply })
	})

	it('a batch of geth leaves out what is a reply', () => {
		const requests = [valid('2')]
		expect(readRequests('[{"method":"m","id":2}]', gethEnvelope)).toEqual({ kind: 'batch', requests })
		expect(readRequests('[{"id":1,"result":2},{"method":"m","id":2}]', gethEnvelope)).toEqual({
			kind: 'batch',
			requests,
		})
	})
})

describe('a request body as the standard has it', () => {
	it.each(['[]', '{}'])('params of the standard are an array or an object: %s', (params) => {
		const text = `{"jsonrpc":"2.0","method":"","id":1,"params":${params}}`
		expect(single(text)).toMatchObject({ valid: true, id: '1', method: '', params: { raw: params } })
	})

	it.each(['', '"jsonrpc":2.0,', '"jsonrpc":"2",'])('a request of another version is none: %s', (version) => {
		expect(single(`{${version}"method":"m","id":1}`)).toEqual({ valid: false, id: '1' })
	})

	it.each(['{"id":1,"jsonrpc":"2.0","result":2}', '{"id":1,"jsonrpc":"2.0","error":{}}'])(
		'a reply is an invalid request of the standard: %s',
		(text) => {
			expect(single(text)).toEqual({ valid: false, id: '1' })
		},
	)
})

describe('the id that a refusal of a whole array has', () => {
	const request = (id: string | undefined, valid = true): EthRequest =>
		valid ? { valid, id, method: 'm', params: undefined } : { valid, id: id! }

	it.each([
		['null', []],
		['null', [request(undefined), request('null', false)]],
		['7', [request(undefined), request('null', false), request('7'), request('8')]],
		['"a"', [request('null', false), request('"a"', false), request('7')]],
		['null', [request('null'), request('7')]],
	])('the first id of requests is %s', (id, requests) => {
		expect(firstId(requests)).toBe(id)
	})
})

describe('an error reply', () => {
	it('an error reply is JSON whatever the message holds', () => {
		const reply = errorReply('1', { code: -32000, message: 'a "b"\n\ud800', data: { x: 1 } })
		expect(JSON.parse(reply)).toEqual({
			jsonrpc: '2.0',
			id: 1,
			error: { code: -32000, message: 'a "b"\n\ud800', data: { x: 1 } },
		})
	})
})
