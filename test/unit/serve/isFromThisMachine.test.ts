import { describe, expect, it } from 'vitest'
import { isFromThisMachine } from '../../../src/serve/isFromThisMachine.ts'

const place = (remoteAddress: string | undefined, headers: Record<string, string>) => ({
	headers,
	socket: { remoteAddress },
})

describe('a request is from a program of this machine', () => {
	it.each([
		['127.0.0.1', { host: '127.0.0.1:26657' }],
		['127.8.9.1', { host: 'localhost' }],
		['::1', { host: '[::1]:26657' }],
		['::ffff:127.0.0.1', { host: 'LOCALHOST:1' }],
	])('a request from %s with %o is from a program of this machine', (peer, headers) =>
		expect(isFromThisMachine(place(peer, headers))).toBe(true),
	)
})

describe('a request is from elsewhere', () => {
	it.each([
		['192.168.1.7', { host: '127.0.0.1:26657' }, 'another machine'],
		['::ffff:10.0.0.1', { host: 'localhost' }, 'another machine, mapped'],
		['2001:db8::1', { host: '[::1]' }, 'another machine, IPv6'],
		['127.0.0.1', { host: 'evil.example:26657' }, 'a page that gave its name this address'],
		['127.0.0.1', { host: '127.0.0.1.evil.example' }, 'a name that only looks like an address'],
		['127.0.0.1', { host: 'localhost:1', origin: 'http://evil.example' }, 'a page'],
		['127.0.0.1', { host: 'localhost:1', origin: 'null' }, 'a page in a sandbox'],
		['127.0.0.1', { host: 'localhost:1', 'x-forwarded-for': '8.8.8.8' }, 'carried by a proxy'],
		['127.0.0.1', {}, 'no Host'],
		['', { host: 'localhost' }, 'no peer'],
	])('a request from %s with %o is from elsewhere: %s', (peer, headers, _who) =>
		expect(isFromThisMachine(place(peer, headers))).toBe(false),
	)
})
