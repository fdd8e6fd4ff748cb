import { UserError } from '../../../errors/UserError.ts'
import { type CheckedRequest, type ClientPaths, type ClientRead, checkedRequests } from './checkClientPaths.ts'
import kava4 from './kava-sdk-4.0.0.json' with { type: 'json' }
import kava9 from './kava-sdk-9.0.1.json' with { type: 'json' }
import launchpad from './launchpad-0.27.1.json' with { type: 'json' }

/** Path lists of well-known old clients by name. */
export const knownClients: Readonly<Record<string, ClientPaths>> = {
	'launchpad-0.27.1': launchpad as ClientPaths,
	'kava-sdk-4.0.0': kava4 as ClientPaths,
	'kava-sdk-9.0.1': kava9 as ClientPaths,
}

/** The well-known client of a name, which may leave out the last part of its version: `launchpad-0.27`. */
export function knownClient(name: string): ClientPaths | undefined {
	const found = Object.keys(knownClients).filter((known) => `${known}.`.startsWith(`${name}.`))
	return found.length === 1 ? knownClients[found[0]!] : undefined
}

/**
 * The paths in a JSON text: a list of jq paths into account replies, or an object with `client`, `version` and `reads`,
 * where a read is a path or `{request, path, use, expects}`.
 * @throws {UserError} naming the place.
 */
export function readClientPaths(text: string): ClientPaths {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch (cause) {
		throw new UserError('The list of paths is no JSON.', {
			because: cause,
			next: 'Give a list such as [".result.value.sequence"].',
		})
	}
	if (Array.isArray(value)) return { client: 'client', version: '', source: [], reads: value.map(readOf) }
	if (typeof value !== 'object' || value === null) throw wrong('the whole text')
	const { client = 'client', version = '', source = [], reads } = value as Readonly<Record<string, unknown>>
	if (!Array.isArray(reads)) throw wrong('.reads')
	return {
		client: String(client),
		version: String(version),
		source: Array.isArray(source) ? source.map(String) : [String(source)],
		reads: reads.map(readOf),
	}
}

function readOf(item: unknown, index: number): ClientRead {
	if (typeof item === 'string') return { request: 'account', path: pathOf(item, index), use: '' }
	if (item === null) throw wrong(`entry ${index}`)
	const { request = 'account', path, use = '', expects } = item as Readonly<Record<string, unknown>>
	if (!checkedRequests.includes(request as CheckedRequest)) {
		throw new UserError(`Entry ${index} names the request ${JSON.stringify(request)}, which is not known.`, {
			next: `Use one of: ${checkedRequests.join(', ')}.`,
		})
	}
	return {
		request: request as CheckedRequest,
		path: pathOf(path, index),
		use: String(use),
		...(Array.isArray(expects) ? { expects: expects.map(String) } : {}),
	}
}

function pathOf(path: unknown, index: number): string {
	if (typeof path === 'string' && /^(?:\.[A-Za-z_][\w-]*|\.?\["[^"]*"\]|\[\d*\])+$/.test(path)) return path
	throw wrong(`entry ${index}`)
}

function wrong(place: string): UserError {
	return new UserError(`The list of paths cannot be read: ${place} is no path.`, {
		next: 'A path starts with a dot, such as .result.value.sequence or .logs[0].msg_index.',
	})
}
