import { describe, expect, it } from 'vitest'
import { ipEntry, ipRule, originEntry, originRule } from '../../../src/endpoints/service/allowRules.ts'

describe('the allowlist of origins', () => {
	it.each([
		[[], undefined, true],
		[[], 'https://any.example', true],
		[['https://app.example.com'], undefined, false],
		[['https://app.example.com'], 'https://app.example.com', true],
		[['https://app.example.com'], 'HTTPS://APP.example.com', true],
		[['https://app.example.com'], 'http://app.example.com', false],
		[['https://app.example.com'], 'https://app.example.com:8443', false],
		[['https://app.example.com'], 'https://app.example.com.evil.test', false],
		[['https://app.example.com'], 'https://evilapp.example.com', false],
		[['https://app.example.com'], 'null', false],
		[['app.example.com'], 'http://app.example.com:3000', true],
		[['app.example.com:3000'], 'http://app.example.com:3000', true],
		[['app.example.com:3000'], 'http://app.example.com:3001', false],
		[['https://*.example.com'], 'https://a.example.com', true],
		[['https://*.example.com'], 'https://a.b.example.com', true],
		[['https://*.example.com'], 'https://example.com', false],
		[['https://*.example.com'], 'https://.example.com', false],
		[['https://*.example.com'], 'https://badexample.com', false],
		[['*.example.com'], 'http://x.example.com:81', true],
		[['https://one.test', 'https://two.test'], 'https://two.test', true],
		[['https://one.test', 'https://two.test'], 'https://three.test', false],
	] as const)('%j with origin %s: %s', (entries, origin, allowed) => {
		expect(originRule(entries.map(originEntry)).allows(origin)).toBe(allowed)
	})

	it.each(['', 'https://', 'https://a.test/path', 'https://a b', 'https://*', '*', 'https://a.*.test', 'javascript:x'])(
		'does not take %j',
		(entry) => {
			expect(() => originEntry(entry)).toThrow(/is no origin/)
		},
	)

	it('takes what people copy from the address bar', () => {
		expect(originEntry(' https://App.Example.com/ ')).toBe('https://app.example.com')
		expect(originEntry('http://[::1]:3000')).toBe('http://[::1]:3000')
		expect(originEntry('capacitor://localhost')).toBe('capacitor://localhost')
	})
})

describe('the allowlist of addresses', () => {
	it.each([
		[[], '203.0.113.7', true],
		[['203.0.113.7'], '203.0.113.7', true],
		[['203.0.113.7'], '203.0.113.8', false],
		[['203.0.113.7'], '::ffff:203.0.113.7', true],
		[['203.0.113.0/24'], '203.0.113.255', true],
		[['203.0.113.0/24'], '203.0.114.0', false],
		[['0.0.0.0/0'], '8.8.8.8', true],
		[['0.0.0.0/0'], '2001:db8::1', false],
		[['2001:db8::/32'], '2001:db8:1::1', true],
		[['2001:db8::/32'], '2001:db9::1', false],
		[['2001:db8::1'], '2001:0db8:0:0:0:0:0:1', true],
		[['10.0.0.1', '10.0.0.2'], '10.0.0.2', true],
		[['10.0.0.1'], '', false],
		[['10.0.0.1'], 'unknown', false],
	] as const)('%j with %s: %s', (entries, address, allowed) => {
		expect(ipRule(entries.map(ipEntry)).allows(address)).toBe(allowed)
	})

	it.each(['', '1', '0x7f.1', '10.0.0', '10.0.0.256', '10.0.0.0/33', 'example.com', '::g'])(
		'does not take %j',
		(entry) => {
			expect(() => ipEntry(entry)).toThrow(/is no IP address/)
		},
	)
})
