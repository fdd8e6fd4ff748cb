import { describe, expect, test } from 'vitest'
import type { RequestSummary } from '../../../src/client/RequestsClient.ts'
import { clientOf, listenerWords, msText, outcomeOf, whatOf } from '../../../src/client/requestWords.ts'

const request = (parts: Partial<RequestSummary>): RequestSummary =>
	({
		method: 'GET',
		path: '/a',
		calls: '',
		listener: 'rest',
		status: 200,
		agent: '',
		from: '::1',
		...parts,
	}) as RequestSummary

describe('a recorded request in words', () => {
	test.each<[Partial<RequestSummary>, string]>([
		[{ method: 'GET', path: '/a?b=1' }, 'GET /a?b=1'],
		[{ method: 'POST', path: '/', calls: 'status, block', listener: 'rpc' }, 'status, block'],
		[{ method: 'POST', path: '/v1/node', calls: 'status', listener: 'endpoints' }, 'status  /v1/node'],
		[{ method: 'WS', path: '/websocket' }, 'a message over a websocket'],
		[{ method: 'WS', path: '/websocket', calls: 'subscribe', listener: 'rpc' }, 'subscribe'],
		[{ method: 'gRPC', path: '/cosmos.bank.v1beta1.Query/Balance' }, 'Query/Balance  cosmos.bank.v1beta1'],
		[{ method: 'gRPC', path: '/Query/Balance' }, 'Query/Balance'],
		[{ method: 'gRPC', path: '/' }, '/'],
	])('the request %j asks for %s', (parts, what) => {
		expect(whatOf(request(parts))).toBe(what)
	})

	test.each<[Partial<RequestSummary>, string, boolean]>([
		[{ status: 200 }, '200', false],
		[{ status: 399 }, '399', false],
		[{ status: 400 }, '400', true],
		[{ status: 500, code: 5 }, '500', true],
		[{ status: 0 }, 'gone', true],
		[{ status: 0, method: 'WS' }, 'ok', false],
		[{ status: 0, method: 'WS', code: -32601 }, 'err -32601', true],
		[{ status: 200, code: 0 }, '200', false],
		[{ status: 200, code: 1 }, 'code 1', true],
		[{ status: 200, code: 5 }, 'code 5', true],
		[{ status: 200, code: -1 }, 'err -1', true],
		[{ method: 'gRPC' }, 'OK', false],
		[{ method: 'gRPC', code: 0, status: 500 }, 'OK', false],
		[{ method: 'gRPC', code: 1 }, 'cancelled', true],
		[{ method: 'gRPC', code: 16 }, 'no login', true],
		[{ method: 'gRPC', code: 17 }, 'gRPC 17', true],
	])('the request %j ended with %s', (parts, text, bad) => {
		expect(outcomeOf(request(parts))).toEqual({ text, bad })
	})

	test('a client is told by its agent, otherwise by its address', () => {
		expect([clientOf(request({ agent: 'curl/8' })), clientOf(request({}))]).toEqual(['curl/8', '::1'])
	})

	test('a duration below ten milliseconds has tenths', () => {
		expect([0, 0.04, 9.94, 9.99, 10, 10.4, 10.5, 1234].map(msText)).toEqual([
			'0.0',
			'0.0',
			'9.9',
			'10.0',
			'10',
			'10',
			'11',
			'1234',
		])
	})

	test('the names of listeners have at most eight letters', () => {
		expect(
			Object.values(listenerWords)
				.map(({ length }) => length)
				.sort((a, b) => a - b)
				.at(-1),
		).toBe(8)
	})
})
