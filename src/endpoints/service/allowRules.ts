import ipaddr from 'ipaddr.js'
import { limits } from '../limits.ts'
import { invalid } from './ServiceFault.ts'

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

/** An origin entry as it is kept: lower case, no path. Throws ServiceFault. */
export function originEntry(text: string): string {
	const entry = text.trim().toLowerCase().replace(/\/+$/, '')
	const host = '(\\*\\.)?([a-z0-9_-]+\\.)*[a-z0-9_-]+|\\[[0-9a-f:]+\\]'
	if (entry.length <= 255 && new RegExp(`^([a-z][a-z0-9+.-]*://)?(${host})(:\\d{1,5})?$`).test(entry)) return entry
	throw invalid(
		`"${text.slice(0, 80)}" is no origin.`,
		'Write it as https://app.example.com, app.example.com or https://*.example.com.',
	)
}

/** An address or CIDR range as it is kept. Throws ServiceFault. */
export function ipEntry(text: string): string {
	const entry = text.trim().toLowerCase()
	if (ipaddr.isValidCIDR(entry) || isPlainAddress(entry)) return entry
	throw invalid(
		`"${text.slice(0, 80)}" is no IP address or range.`,
		'Write it as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
	)
}

/** Checked entries without doubles, in order. Throws ServiceFault. */
export function checkEntries(texts: readonly string[], check: (text: string) => string): readonly string[] {
	if (texts.length > limits.allowEntries) throw invalid(`An allowlist holds at most ${limits.allowEntries} entries.`)
	return [...new Set(texts.map(check))].sort()
}

/** Compiles origin entries. */
export function originRule(entries: readonly string[]): OriginRule {
	const tests = entries.map(originTest)
	return {
		empty: entries.length === 0,
		allows(origin) {
			if (tests.length === 0) return true
			if (origin === undefined) return false
			const lower = origin.toLowerCase()
			const at = lower.indexOf('://')
			const place = at < 0 ? lower : lower.slice(at + 3)
			return tests.some((test) => test(lower, place))
		},
	}
}

function originTest(entry: string): (origin: string, place: string) => boolean {
	const at = entry.indexOf('://')
	const scheme = at < 0 ? undefined : entry.slice(0, at + 3)
	const wanted = at < 0 ? entry : entry.slice(at + 3)
	const anyPort = scheme === undefined && !/:\d+$/.test(wanted)
	return (origin, full) => {
		if (scheme !== undefined && !origin.startsWith(scheme)) return false
		const place = anyPort ? full.replace(/:\d+$/, '') : full
		if (!wanted.startsWith('*.')) return place === wanted
		const suffix = wanted.slice(1)
		return place.length > suffix.length && place.endsWith(suffix)
	}
}

/** Compiles address entries. IPv4 written as IPv6 is IPv4. */
export function ipRule(entries: readonly string[]): IpRule {
	const ranges = entries.map((entry): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
		if (entry.includes('/')) return ipaddr.parseCIDR(entry)
		const address = ipaddr.process(entry)
		return [address, address.kind() === 'ipv4' ? 32 : 128]
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

function isPlainAddress(text: string): boolean {
	// ipaddr.js also reads `1`, `0x7f.1` and the like, which nobody means.
	return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? ipaddr.isValid(text) : text.includes(':') && ipaddr.isValid(text)
}
