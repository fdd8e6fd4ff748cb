import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { required } from '../../../src/api/eth/args/valueParams.ts'
import { type EthJson, optional } from '../../../src/api/eth/rpc/EthMethod.ts'
import { definePlainMethod } from '../../../src/endpoints/methods/plainParams.ts'
import { post, startService, type TestService, withApplication } from './support/service.ts'

let service: TestService
let call: (body: string) => ReturnType<typeof post>

const ran: string[] = []
const value = optional(required((node): EthJson => JSON.parse(node.raw)))
const method = (name: string, run: (params: readonly EthJson[]) => EthJson | Promise<EthJson>) =>
	definePlainMethod({
		name,
		params: [value, value, value, value, value],
		cost: 'none',
		endpoint: 'serve',
		run: async (params) => {
			ran.push(name)
			return run(params.filter((param) => param !== undefined))
		},
	})

beforeAll(async () => {
	service = await startService({
		config: { limits: { bodyBytes: 20_000, batchItems: 20, replyBytes: 5_000, callTimeoutMs: 200 } },
		methods: [
			method('subtract', ([a, b]) => Number(a) - Number(b)),
			method('sum', (all) => all.reduce<number>((sum, one) => sum + Number(one), 0)),
			method('get_data', () => ['hello', 5]),
			...['update', 'notify_hello', 'notify_sum'].map((name) => method(name, () => null)),
			method('never', () => new Promise(() => {})),
			method('large', () => 'x'.repeat(6_000)),
			method('broken', () => {
				throw new TypeError('secret detail')
			}),
		],
	})
	const { application, key } = await withApplication(service)
	call = (body) => post(application.url, body, { 'x-api-key': key.key })
})

afterAll(() => service.close())

// https://www.jsonrpc.org/specification#examples. By-name parameters are refused: the methods here take positions.
describe('the examples of the JSON-RPC 2.0 specification', () => {
	it.each([
		[
			'positional parameters',
			'{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
			'{"jsonrpc": "2.0", "result": 19, "id": 1}',
		],
		[
			'positional parameters the other way round',
			'{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
			'{"jsonrpc": "2.0", "result": -19, "id": 2}',
		],
		[
			'a method that does not exist',
			'{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
			'{"jsonrpc": "2.0", "error": {"code": -32601, "message": "the method foobar does not exist/is not available"}, "id": "1"}',
		],
		[
			'invalid JSON',
			'{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
			'{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}',
		],
		[
			'an invalid request object',
			'{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
			'{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}',
		],
		[
			'a batch of invalid JSON',
			'[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
			'{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}',
		],
		['an empty array', '[]', '{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}'],
		[
			'an invalid batch that is not empty',
			'[1]',
			'[{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}]',
		],
		[
			'an invalid batch',
			'[1,2,3]',
			`[${Array(3).fill('{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}')}]`,
		],
		[
			'a batch of everything',
			`[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
			{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
			{"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
			{"foo": "boo"},
			{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
			{"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`,
			`[{"jsonrpc": "2.0", "result": 7, "id": "1"},
			{"jsonrpc": "2.0", "result": 19, "id": "2"},
			{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
			{"jsonrpc": "2.0", "error": {"code": -32601, "message": "the method foo.get does not exist/is not available"}, "id": "5"},
			{"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"}]`,
		],
	])('%s', async (_name, request, reply) => {
		const { status, text } = await call(request)
		expect(status).toBe(200)
		expect(JSON.parse(text)).toEqual(JSON.parse(reply))
	})

	it.each([
		['{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', ['update']],
		['{"jsonrpc": "2.0", "method": "foobar"}', []],
		[
			'[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
			['notify_sum', 'notify_hello'],
		],
	])('a notification is run and not answered: %s', async (request, methods) => {
		ran.length = 0
		const { status, text } = await call(request)
		expect([status, text]).toEqual([204, ''])
		expect(ran).toEqual(methods)
	})

	it.each([
		'{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
		'{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
	])('by-name parameters are invalid here: %s', async (request) => {
		expect(JSON.parse((await call(request)).text)).toMatchObject({ error: { code: -32602 } })
	})
})

describe('limits and faults', () => {
	it('keeps the spelling of an id', async () => {
		const { text } = await call('{"jsonrpc":"2.0","method":"get_data","id":12345678901234567890.10}')
		expect(text).toBe('{"jsonrpc":"2.0","id":12345678901234567890.10,"result":["hello",5]}')
	})

	it('answers a call that takes too long', async () => {
		const { text } = await call('{"jsonrpc":"2.0","method":"never","id":1}')
		expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: -32002, message: 'request timed out' } })
	})

	it('tells nothing of a fault of its own', async () => {
		const { text } = await call('{"jsonrpc":"2.0","method":"broken","id":1}')
		expect(JSON.parse(text)).toMatchObject({ error: { code: -32603, message: 'Internal error' } })
		expect(text).not.toContain('secret detail')
		expect(service.lines.join()).toContain('secret detail')
	})

	it('refuses a reply that is too large', async () => {
		const { text } = await call('{"jsonrpc":"2.0","method":"large","id":"a"}')
		expect(JSON.parse(text)).toMatchObject({ id: 'a', error: { code: -32003, message: 'response too large' } })
	})

	it('refuses a batch that is too large with the first id', async () => {
		const calls = Array.from({ length: 21 }, (_, id) => ({ jsonrpc: '2.0', method: 'get_data', id: id + 7 }))
		const { text } = await call(JSON.stringify(calls))
		expect(JSON.parse(text)).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32600, message: 'batch too large' } }])
	})

	it('refuses a body that is too large', async () => {
		const { status, text } = await call(' '.repeat(20_001))
		expect(status).toBe(413)
		expect(JSON.parse(text)).toMatchObject({ error: { code: -32005 } })
	})

	it.each([
		['eth_getBalance', '[]', 'missing value for required argument 0'],
		['eth_blockNumber', '[1]', 'too many arguments, want at most 0'],
		['eth_getBalance', '["0x12"]', 'invalid argument 0: hex string has length 2, want 40 for common.Address'],
		[
			'eth_getBalance',
			'["0x0000000000000000000000000000000000000000","0x01"]',
			'invalid argument 1: hex number with leading zero digits',
		],
	])('%s%s is invalid: %s', async (name, params, message) => {
		const { text } = await call(`{"jsonrpc":"2.0","method":"${name}","params":${params},"id":1}`)
		expect(JSON.parse(text)).toMatchObject({ error: { code: -32602, message } })
	})

	it('answers a chain id from the name of the chain', async () => {
		const { text } = await call('{"jsonrpc":"2.0","method":"eth_chainId","id":1}')
		expect(JSON.parse(text)).toMatchObject({ result: '0x8ae' })
	})
})
