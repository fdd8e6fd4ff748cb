import { describe, expect, it } from 'vitest'
import { Bound } from '../../../../../src/api/eth/rpc/Bound.ts'
import { errorReply } from '../../../../../src/api/eth/rpc/EthFault.ts'
import { EthHandler } from '../../../../../src/api/eth/rpc/EthHandler.ts'
import type { EthMethodSet } from '../../../../../src/api/eth/rpc/EthMethodSet.ts'
import {
	type EthRequest,
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
