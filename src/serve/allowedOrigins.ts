import { UserError } from '../errors/UserError.ts'
import { isLoopbackHost } from './isLoopbackHost.ts'
import { type Origin, parseOrigin } from './parseOrigin.ts'

/** Web origins that may use a listener. Programs send no origin and are not affected. */
export interface AllowedOrigins {
	allows(origin: string): boolean
	/** Whether pages of this machine are among them, whatever their port. */
	readonly sameMachine: boolean
}

/**
 * Reads the setting: `same-machine` (pages that this machine serves, whatever their port), `*` (every page), and
 * origins such as `https://wallet.example` or `https://*.example`, comma-separated.
 *
 * A page in a sandbox has the origin `null`, which every page can get, so that only `*` allows it.
 *
 * @throws {UserError} for a part that is no origin.
 */
export function allowedOrigins(text: string): AllowedOrigins {
	const parts = text.split(',').map((part) => part.trim().toLowerCase())
	const exact = new Set<string>()
	const endings: { readonly scheme: string; readonly ending: string }[] = []
	for (const part of parts) {
		if (part === 'same-machine' || part === '*' || part === '') continue
		const wild = /^([a-z][a-z0-9+.-]*:\/\/)\*(\.[a-z0-9.-]+(?::\d+)?)$/.exec(part)
		if (wild) endings.push({ scheme: wild[1]!, ending: wild[2]! })
		else exact.add(originOf(part))
	}
	const [all, sameMachine] = [parts.includes('*'), parts.includes('same-machine')]
	return {
		sameMachine,
		allows(origin) {
			if (all) return true
			const asked = parseOrigin(origin)
			if (asked === undefined) return false
			const { scheme, host, port } = asked
			const place = `${host}${port}`
			if (exact.has(`${scheme}${place}`)) return true
			if (endings.some((one) => one.scheme === scheme && place.endsWith(one.ending))) return true
			return sameMachine && isOfThisMachine(asked)
		},
	}
}

/**
 * Whether an origin is that of a browser's extension, which a person has installed: no page can have it. Firefox gives its
 * extensions a random name, the others a fixed one.
 */
export function isExtensionOrigin(origin: string): boolean {
	return /^(chrome-extension:\/\/[a-p]{32}|(moz|safari-web)-extension:\/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(
		origin,
	)
}

function isOfThisMachine({ scheme, host }: Origin): boolean {
	return (scheme === 'http://' || scheme === 'https://') && isLoopbackHost(host)
}

function originOf(text: string): string {
	const match = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.exec(text)
	if (match === null) {
		throw new UserError(`--allowed-origins cannot have "${text}".`, {
			next: 'Give same-machine, * or origins such as https://wallet.example, comma-separated.',
		})
	}
	// A browser leaves the port out when it is the scheme's own.
	const own = match[1] === 'http' ? ':80' : match[1] === 'https' ? ':443' : ''
	return match[3] === own ? text.slice(0, -own.length || undefined) : text
}
