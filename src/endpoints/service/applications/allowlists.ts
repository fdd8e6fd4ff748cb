import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Origin, parseOrigin } from '../../../serve/allowedOrigins.ts'
import { limits } from '../../limits.ts'
import { invalid } from '../ServiceContext.ts'

/** Ports that browsers leave out of an Origin (Fetch standard, default ports of schemes). */
const defaultPorts: Readonly<Record<string, string>> = { 'http://': '80', 'https://': '443' }

/**
 * Normalizes an origin entry to the form of browsers: lower case, without path or default port. Refuses origins that no
 * browser sends, since they would allow nobody.
 * @throws {ServiceFault} for an invalid entry.
 */
export function originEntry(text: string): string {
	const refused = (why: string) =>
		invalid(
			`"${text.slice(0, 80)}" is no origin${why}.`,
			'Write it as https://app.example.com, app.example.com or https://*.example.com.',
		)
	const entry = text.trim().toLowerCase().replace(/\/+$/, '')
	const parts = /^([a-z][a-z0-9+.-]*:\/\/)?(\*\.)?(\[[^\]]*\]|[^[\]/?#@:*\s]+)(?::(\d{1,5}))?$/.exec(entry)
	if (entry.length > 255 || parts === null) throw refused('')
	const [, scheme = '', wildcard = '', host = '', port = ''] = parts
	if (entry === 'null') throw refused(': every sandboxed page sends it')
	if (Number(port) > 65_535 || port.startsWith('0')) throw refused(': ports go from 1 to 65535')
	const written = hostAsBrowsersWriteIt(host)
	if (written === undefined) throw refused('')
	// `*.10.0.0.1` and the like have no names below them.
	if (wildcard !== '' && (host.startsWith('[') || isIPv4(written))) throw refused(': an address has no subdomains')
	const shownPort = port === '' || defaultPorts[scheme] === port ? '' : `:${port}`
	return `${scheme}${wildcard}${written}${shownPort}`
}

/** A host in the form of an Origin header; undefined if it is not one. Non-ASCII names become Punycode. */
function hostAsBrowsersWriteIt(host: string): string | undefined {
	let written: string
	try {
		written = new URL(`http://${host}`).hostname
	} catch {
		return undefined
	}
	if (host.startsWith('[')) return isIPv6(host.slice(1, -1)) ? written : undefined
	// Browsers convert 1.2, 0x7f.1 or 01.02.03.04 to another address, which nobody intends.
	if (isIPv4(written) && written !== host) return undefined
	const isName = written.split('.').every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
	return isName ? written : undefined
}

/**
 * An address or CIDR range as it is kept: in its shortest form, a range by its first address. Refused is what reads in
 * two ways or never fits a client: zones (`::1%lo`), leading zeros (`01.02.03.04` is octal to some) and ranges of IPv4
 * written as IPv6, since such clients count as IPv4.
 * @throws {ServiceFault}
 */
export function ipEntry(text: string): string {
	const refused = (why = '', next = 'Write it as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.') =>
		invalid(`"${text.slice(0, 80)}" is no IP address or range${why}.`, next)
	const entry = text.trim().toLowerCase()
	const [address = '', prefix, ...more] = entry.split('/')
	if (entry.includes('%')) throw refused(': a zone has a meaning on one machine only', 'Leave out what follows the %.')
	if (/(^|\.)0\d/.test(address)) throw refused(': leading zeros read in two ways', 'Leave them out.')
	const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined
	if (bits === undefined || more.length > 0) throw refused()
	const parsed = ipaddr.parse(address)
	const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
	if (prefix === undefined) return ipaddr.process(address).toString()
	if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) throw refused()
	if (isMapped) {
		const length = Number(prefix) - 96
		const instead = length >= 0 ? `${ipaddr.process(address).toString()}/${length}` : '0.0.0.0/0'
		throw refused(': clients of IPv4 count as IPv4', `Write it as ${instead}.`)
	}
	const cidr = `${parsed.toString()}/${prefix}`
	const first = bits === 32 ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
	return `${first.toString()}/${prefix}`
}

/** Checked entries without doubles, in order. @throws {ServiceFault} */
export function checkEntries(texts: readonly string[], check: (text: string) => string): readonly string[] {
	if (texts.length > limits.allowEntries) throw invalid(`An allowlist holds at most ${limits.allowEntries} entries.`)
	return [...new Set(texts.map(check))].sort()
}

/** Decides about origins. Entries are OR-ed; without any every request passes, with one a missing Origin is refused. */
export interface OriginRule {
	allows(origin: string | undefined): boolean
	readonly empty: boolean
}

/** Decides about client addresses in the same way. */
export interface IpRule {
	allows(address: string): boolean
	readonly empty: boolean
}

/** Compiles origin entries. */
export function originRule(entries: readonly string[]): OriginRule {
	const tests = entries.map(originTest)
	return {
		empty: entries.length === 0,
		allows(origin) {
			if (tests.length === 0) return true
			if (origin === undefined) return false
			const asked = parseOrigin(origin)
			return asked !== undefined && tests.some((test) => test(asked))
		},
	}
}

function originTest(entry: string): (origin: Origin) => boolean {
	const [, scheme = '', wanted = ''] = /^([^/]+:\/\/)?(.*)$/.exec(entry) ?? []
	const anyPort = scheme === '' && !/:\d+$/.test(wanted)
	return (origin) => {
		if (scheme !== '' && origin.scheme !== scheme) return false
		const place = anyPort ? origin.host : `${origin.host}${origin.port}`
		if (!wanted.startsWith('*.')) return place === wanted
		// No host begins with a point, so that something stands before it.
		return place.endsWith(wanted.slice(1))
	}
}

/** Compiles address entries. IPv4 written as IPv6 is IPv4. */
export function ipRule(entries: readonly string[]): IpRule {
	const ranges = entries.map((entry): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
		if (entry.includes('/')) return ipaddr.parseCIDR(entry)
		const address = ipaddr.process(entry)
		return [address, address.toByteArray().length * 8]
	})
	return {
		empty: entries.length === 0,
		allows(text) {
			if (ranges.length === 0) return true
			if (!ipaddr.isValid(text)) return false
			const address = ipaddr.process(text)
			return ranges.some((range) => address.kind() === range[0].kind() && address.match(range))
		},
	}
}
