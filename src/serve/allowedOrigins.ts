import type { IncomingMessage, ServerResponse } from 'node:http'
import { UserError } from '../errors/UserError.ts'
import { isLoopbackHost } from './isFromThisMachine.ts'

/** Web origins that may use a listener. Programs send no origin and are not affected. */
export interface AllowedOrigins {
	allows(origin: string): boolean
	/** Whether pages of this machine are among them, whatever their port. */
	readonly sameMachine: boolean
}

/**
 * Reads the setting: `same-machine` (pages that this machine serves, whatever their port), `*` (every page), and
 * origins such as `https://wallet.example` or `https://*.example`, comma-separated. A page in a sandbox has the origin
 * `null`, which every page can get, so that only `*` allows it.
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

/** Whether an origin is a browser extension's, which no page can have; Firefox names its extensions at random. */
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
	return match[3] === own ? text.slice(0, -own.length) : text
}

/** The parts of an Origin header, in lower case. */
export interface Origin {
	/** With the slashes: `https://`. */
	readonly scheme: string
	readonly host: string
	/** With its colon: `:8443`; empty for the scheme's own port. */
	readonly port: string
}

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const form = new RegExp(`^([a-z][a-z0-9+.-]*://)(\\[[0-9a-f:.]+\\]|${label}(?:\\.${label})*)(:\\d{1,5})?$`)

/**
 * Parses one origin as browsers send it (RFC 6454 section 6.2). Undefined for every other text: a list, a path, a user, a
 * fragment, `null`. A text that is not parsed first may begin and end like an allowed origin and be none.
 */
export function parseOrigin(text: string): Origin | undefined {
	const parts = form.exec(text.toLowerCase())
	if (parts === null) return undefined
	const [, scheme = '', host = '', port = ''] = parts
	return { scheme, host, port }
}

/** Lets a page of an allowed origin read the reply (CORS); true if it was a preflight, which is answered then. */
export function allowPage({ method, headers }: IncomingMessage, response: ServerResponse, origin: string): boolean {
	response.setHeader('Access-Control-Allow-Origin', origin)
	response.setHeader('Vary', 'Origin')
	if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
	response.writeHead(204, {
		'Access-Control-Allow-Methods': 'GET, POST, HEAD',
		'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? 'Content-Type',
		'Access-Control-Max-Age': '600',
	})
	response.end()
	return true
}
