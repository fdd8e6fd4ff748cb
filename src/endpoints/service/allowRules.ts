import ipaddr from 'ipaddr.js'
import { type Origin, parseOrigin } from '../../serve/parseOrigin.ts'

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
	const at = entry.indexOf('://')
	const scheme = at < 0 ? undefined : entry.slice(0, at + 3)
	const wanted = at < 0 ? entry : entry.slice(at + 3)
	const anyPort = scheme === undefined && !/:\d+$/.test(wanted)
	return (origin) => {
		if (scheme !== undefined && origin.scheme !== scheme) return false
		const place = anyPort ? origin.host : `${origin.host}${origin.port}`
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
