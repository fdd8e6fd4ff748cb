import { expect, it } from 'vitest'
import { reachableHost } from '../../../src/serve/isFromThisMachine.ts'

it.each([
	['0.0.0.0', '127.0.0.1'],
	['::', '[::1]'],
	['::0', '[::1]'],
	['::1', '[::1]'],
	['127.0.0.2', '127.0.0.2'],
	['2001:db8::1', '[2001:db8::1]'],
	['name.example', 'name.example'],
])('a listener on %s is reached at %s', (host, shown) => expect(reachableHost(host)).toBe(shown))
