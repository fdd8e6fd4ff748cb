import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { allowedOrigins, allowPage } from '../../../src/serve/allowedOrigins.ts'

describe('pages that may use a listener', () => {
	it.each([
		['same-machine', 'http://localhost:3000', true],
		['same-machine', 'https://127.0.0.1', true],
		['same-machine', 'http://[::1]:8080', true],
		['same-machine', 'http://evil.example', false],
		['same-machine', 'http://localhost.evil.example', false],
		['same-machine', 'http://evil.example/http://localhost', false],
		['same-machine', 'null', false],
		['same-machine', 'ftp://localhost', false],
		['same-machine', 'chrome-extension://localhost', false],
		['same-machine', 'chrome-extension://abcdef', false],
		['*', 'null', true],
		['*', 'http://anyone.example', true],
		['https://wallet.example', 'https://wallet.example', true],
		['https://wallet.example:443', 'https://wallet.example', true],
		['http://wallet.example:80', 'http://wallet.example', true],
		['https://wallet.example:80', 'https://wallet.example', false],
		['https://wallet.example:80', 'https://wallet.example:80', true],
		['ws://wallet.example:80', 'ws://wallet.example', false],
		['https://Wallet.Example', 'https://wallet.example', true],
		['https://wallet.example', 'http://wallet.example', false],
		['https://wallet.example', 'https://wallet.example:8443', false],
		['https://wallet.example', 'http://localhost:3000', false],
		['same-machine, https://wallet.example', 'http://localhost:3000', true],
		['https://*.example', 'https://a.b.example', true],
		['https://*.example', 'http://a.example', false],
		['https://*.example', 'https://example', false],
		['https://*.example', 'https://evil.test, https://a.example', false],
		['https://*.example', 'https://evil.test#.example', false],
		['https://*.example', 'https://evil.test/.example', false],
		['https://*.example', 'https://user@a.example', false],
		['https://*.example', 'https://a.badexample', false],
		['https://*.example', 'https://evil.com, https://a.example', false],
		['https://*.example', 'https://evil.com#.example', false],
		['https://*.example', 'https://evil.com/.example', false],
		['https://*.example', 'https://user@a.example', false],
		['chrome-extension://abcdef', 'chrome-extension://abcdef', true],
		['', 'http://localhost', false],
	])('%s: %s %s', (setting, origin, allowed) => expect(allowedOrigins(setting).allows(origin)).toBe(allowed))

	it.each(['wallet.example', 'https://', 'https://wallet.example/path', 'https://a b', 'null', 'localhost:3000'])(
		'%s is refused when it is set',
		(text) => expect(() => allowedOrigins(text)).toThrow(`--allowed-origins cannot have "${text}".`),
	)
})

describe('what a page of an allowed origin is told', () => {
	const origin = 'https://wallet.example'
	/** Has a page ask with these headers; whether that was all, and the headers of the reply. */
	function asked(method: string, headers: IncomingMessage['headers']) {
		const request = Object.assign(new IncomingMessage(new Socket()), { method, headers })
		const response = new ServerResponse(request)
		const isAnswered = allowPage(request, response, origin)
		const { statusCode: status, writableEnded: ended } = response
		return { isAnswered, ended, status, headers: { ...response.getHeaders() } }
	}
	const allowed = { 'access-control-allow-origin': origin, vary: 'Origin' }

	it.each([
		['POST', {}],
		['POST', { 'access-control-request-method': 'POST' }],
		['OPTIONS', {}],
	])('a page that sends %s with %o may read the reply, which is still to come', (method, headers) =>
		expect(asked(method, headers)).toEqual({ isAnswered: false, ended: false, status: 200, headers: allowed }),
	)

	it.each([
		[{}, 'Content-Type'],
		[{ 'access-control-request-headers': 'x-api-key' }, 'x-api-key'],
	])('a page that asks beforehand with %o may send %s', (more, sent) => {
		const { isAnswered, ended, status, headers } = asked('OPTIONS', {
			'access-control-request-method': 'POST',
			...more,
		})
		expect({ isAnswered, ended, status, headers }).toMatchObject({
			isAnswered: true,
			ended: true,
			status: 204,
			headers: allowed,
		})
		expect(headers).toMatchObject({
			'access-control-allow-methods': 'GET, POST, HEAD',
			'access-control-allow-headers': sent,
			'access-control-max-age': '600',
		})
	})
})
