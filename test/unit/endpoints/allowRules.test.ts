import { describe, expect, it } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import {
	checkEntries,
	ipEntry,
	ipRule,
	originEntry,
	originRule,
} from '../../../src/endpoints/service/applications/allowlists.ts'
import { randomSource } from '../../support/random.js'

/** A host name of so many characters. */
const long = (length: number): string => `${'a.'.repeat(length).slice(0, length - 1)}b`

describe('an allowlist', () => {
	const whole = Array.from({ length: limits.allowEntries }, (_, index) => `10.0.${index >> 8}.${index & 255}`)

	it('keeps its entries in order and without doubles', () => {
		expect(checkEntries(['b.test', 'HTTPS://a.test/', 'b.test', 'https://a.test'], originEntry)).toEqual([
			'b.test',
			'https://a.test',
		])
	})

	it('holds so many entries and no more', () => {
		expect(checkEntries(whole, ipEntry)).toHaveLength(limits.allowEntries)
		expect(() => checkEntries([...whole, '10.0.0.1'], ipEntry)).toThrow(
			`An allowlist holds at most ${limits.allowEntries} entries.`,
		)
	})

	it('says whether it is empty, and names a refused entry by its first 80 characters', () => {
		expect([originRule([]).empty, originRule(['a.test']).empty]).toEqual([true, false])
		expect([ipRule([]).empty, ipRule(['10.0.0.1']).empty]).toEqual([true, false])
		expect(() => ipEntry('x'.repeat(81))).toThrow(`"${'x'.repeat(80)}" is no IP address or range.`)
	})
})

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
		[['*.example.com'], 'x.example.com', false],
		...[
			'https://evil.com, https://a.example.com',
			'https://evil.com#.example.com',
			'https://evil.com/.example.com',
			'https://evil.com?.example.com',
			'https://evil.com\\.example.com',
			'https://user@a.example.com',
			'https://a b.example.com',
			'https://a.example.com:x.example.com',
			'https://evil.com\u0000.example.com',
			'https://-.example.com',
		].flatMap((origin) => [
			[['https://*.example.com'], origin, false] as const,
			[['*.example.com'], origin, false] as const,
		]),
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

	it.each([
		['https://app.example.com:443', 'https://app.example.com'],
		['http://app.example.com:80/', 'http://app.example.com'],
		['http://app.example.com:443', 'http://app.example.com:443'],
		['https://bücher.example', 'https://xn--bcher-kva.example'],
		['http://[0:0:0:0:0:0:0:1]:3000', 'http://[::1]:3000'],
		['*.EXAMPLE.com', '*.example.com'],
		['127.0.0.1:3000', '127.0.0.1:3000'],
		['https://a.test:1', 'https://a.test:1'],
		['https://a.test:65535', 'https://a.test:65535'],
		[`https://${long(247)}`, `https://${long(247)}`],
	])('keeps %j as browsers write it', (entry, kept) => {
		expect(originEntry(entry)).toBe(kept)
	})

	it.each([
		['null', 'every sandboxed page sends it'],
		['https://a.test:0', 'ports go from 1 to 65535'],
		['https://a.test:65536', 'ports go from 1 to 65535'],
		['https://a.test:080', 'ports go from 1 to 65535'],
		['http://01.02.03.04', 'is no origin'],
		['http://0x7f.1', 'is no origin'],
		['http://1.2.3.4.5', 'is no origin'],
		['http://[::1%lo]', 'is no origin'],
		['http://[::::]', 'is no origin'],
		['http://a..test', 'is no origin'],
		['http://-a.test', 'is no origin'],
		['http://a.test.', 'is no origin'],
		['http://user@a.test', 'is no origin'],
		['https://*.10.0.0.1', 'an address has no subdomains'],
		['https://*.[::1]', 'an address has no subdomains'],
		[`https://${long(248)}`, 'is no origin'],
		[`https://${'a'.repeat(80)}`, `"https://${'a'.repeat(72)}" is no origin.`],
		[`https://${'a'.repeat(64)}.test`, 'is no origin'],
	])('refuses %j, which would allow nobody, or too many', (entry, why) => {
		expect(() => originEntry(entry)).toThrow(why)
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
		[['2001:db8::1'], '2001:db8::2', false],
		[['2001:db8::1'], '2001:db8:0:1::1', false],
		[['10.0.0.1', '10.0.0.2'], '10.0.0.2', true],
		[['10.0.0.1', '2001:db8::1'], '2001:db8::1', true],
		[['10.0.0.1', '2001:db8::1'], '10.0.0.1', true],
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

	it.each([
		['::1%lo', 'a zone has a meaning on one machine only', 'Leave out what follows the %.'],
		['fe80::1%eth0/64', 'a zone has a meaning on one machine only', 'Leave out what follows the %.'],
		['01.02.03.04', 'leading zeros read in two ways', 'Leave them out.'],
		['10.0.0.010/32', 'leading zeros read in two ways', 'Leave them out.'],
		['::ffff:203.0.113.0/120', 'clients of IPv4 count as IPv4', 'Write it as 203.0.113.0/24.'],
		['::ffff:cb00:7100/124', 'clients of IPv4 count as IPv4', 'Write it as 203.0.113.0/28.'],
		['::ffff:203.0.113.0/97', 'clients of IPv4 count as IPv4', 'Write it as 203.0.113.0/1.'],
		['::ffff:203.0.113.0/96', 'clients of IPv4 count as IPv4', 'Write it as 203.0.113.0/0.'],
		['::ffff:203.0.113.0/95', 'clients of IPv4 count as IPv4', 'Write it as 0.0.0.0/0.'],
		['::ffff:0:0/96', 'clients of IPv4 count as IPv4', 'Write it as 0.0.0.0/0.'],
	])('refuses %j and says what to write', (entry, why, next) => {
		expect(() => ipEntry(entry)).toThrow(why)
		try {
			ipEntry(entry)
		} catch (fault) {
			expect(fault).toMatchObject({ status: 400, next })
		}
	})

	it.each([
		'10.0.0.0/',
		'10.0.0.0/-1',
		'10.0.0.0/8/8',
		'10.0.0.0/08',
		'2001:db8::/129',
		'1.2.3',
		'::ffff:1.2.3',
		'1::2::3',
	])('refuses %j', (entry) => {
		expect(() => ipEntry(entry)).toThrow(/is no IP address or range/)
	})

	it.each([
		['203.0.113.77/24', '203.0.113.0/24'],
		['2001:0DB8:0:0::1/32', '2001:db8::/32'],
		['::ffff:203.0.113.7', '203.0.113.7'],
		['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
	])('keeps %j as %j, which is what it allows', (entry, kept) => {
		expect(ipEntry(entry)).toBe(kept)
		expect(ipEntry(kept)).toBe(kept)
	})

	it('allows of a range what the range holds and nothing else, however it was written', () => {
		const random = randomSource('ranges')
		for (let round = 0; round < 2_000; round++) {
			const octets = Array.from({ length: 4 }, () => random(256))
			const bits = random(33)
			const value = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
			const size = 2 ** (32 - bits)
			const client = octets.map((octet) => (random(2) === 0 ? octet : random(256)))
			const holds = Math.floor(value(octets) / size) === Math.floor(value(client) / size)
			const rule = ipRule([ipEntry(`${octets.join('.')}/${bits}`)])
			expect(rule.allows(client.join('.'))).toBe(holds)
			expect(rule.allows(`::ffff:${client.join('.')}`)).toBe(holds)
		}
	})
})
