import { describe, expect, it } from 'vitest'
import { allowedOrigins } from '../../../src/serve/allowedOrigins.ts'

describe('pages that may use a listener', () => {
	it.each([
		['same-machine', 'http://localhost:3000', true],
		['same-machine', 'https://127.0.0.1', true],
		['same-machine', 'http://[::1]:8080', true],
		['same-machine', 'http://evil.example', false],
		['same-machine', 'http://localhost.evil.example', false],
		['same-machine', 'http://evil.example/http://localhost', false],
		['same-machine', 'null', false],
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
