import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress } from '../../../src/endpoints/gateway/clientAddress.ts'
import { ipRule } from '../../../src/endpoints/service/applications/allowlists.ts'

const proxies = ['10.0.0.0/8', '2001:db8::/32']

it.each([
	['nobody is trusted', [], '10.0.0.1', '203.0.113.7', '10.0.0.1'],
	['the peer is no proxy', proxies, '198.51.100.1', '203.0.113.7', '198.51.100.1'],
	['a proxy names the client', proxies, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
	['a proxy in IPv6 form names the client', proxies, '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
	['the client adds an address of its own', proxies, '10.0.0.1', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
	['proxies follow one another', proxies, '10.0.0.1', '192.0.2.1, 203.0.113.7,10.0.0.2 , 2001:db8::5', '203.0.113.7'],
	['a proxy names nobody', proxies, '10.0.0.1', undefined, '10.0.0.1'],
	['a proxy names only proxies', proxies, '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.1'],
	['a proxy leaves places empty', proxies, '10.0.0.1', '203.0.113.7, ,', '203.0.113.7'],
	['a proxy names what is no address', proxies, '10.0.0.1', '203.0.113.7, unknown', 'unknown'],
	['several headers name hops', proxies, '10.0.0.1', ['192.0.2.1', '203.0.113.7, 10.0.0.2'], '203.0.113.7'],
	['the connection has ended', proxies, undefined, '203.0.113.7', ''],
] as const)('the address of a client where %s', (_what, trusted, remoteAddress, forwarded, address) => {
	const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage
	expect(clientAddress(request, ipRule(trusted))).toBe(address)
})
