import { plainError } from '../../errors/ChainError.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { goQuote, goString, goStringBytes } from '../../util/goString.ts'
import { hexDigit } from '../services/goParse.ts'

/** Values by key in order of appearance, as Go's url.Values. */
export type UrlValues = Map<string, string[]>

const percent = 0x25
const plus = 0x2b

/** A path or query part unescaped, without loss (see `goString`). Throws `invalid URL escape "%zz"` (Go: net/url). */
export function unescapeUrl(text: string, mode: 'path' | 'query'): string {
	if (!text.includes('%') && (mode === 'path' || !text.includes('+'))) return text
	const source = goStringBytes(text)
	const out: number[] = []
	for (let i = 0; i < source.length; i++) {
		const byte = source[i]!
		if (byte === percent) {
			const high = hexDigit(source[i + 1])
			const low = hexDigit(source[i + 2])
			if (high === undefined || low === undefined) {
				throw plainError(`invalid URL escape ${goQuote(goString(source.subarray(i, i + 3)))}`)
			}
			out.push(high * 16 + low)
			i += 2
		} else if (byte === plus && mode === 'query') out.push(0x20)
		else out.push(byte)
	}
	return goString(Uint8Array.from(out))
}

/**
 * Adds the pairs of a query or form to `values` and returns Go's error: the last semicolon, otherwise the first bad
 * escape. The other pairs are added anyway (Go: net/url parseQuery).
 */
export function parseQuery(query: string, values: UrlValues): Error | undefined {
	let told: Error | undefined
	for (const pair of query.split('&')) {
		if (pair === '') continue
		if (pair.includes(';')) {
			told = plainError('invalid semicolon separator in query')
			continue
		}
		try {
			const equals = pair.indexOf('=')
			const key = unescapeUrl(equals === -1 ? pair : pair.slice(0, equals), 'query')
			const value = equals === -1 ? '' : unescapeUrl(pair.slice(equals + 1), 'query')
			getOrInsert(values, key, () => []).push(value)
		} catch (error) {
			told ??= error as Error
		}
	}
	return told
}

/** The canonical form of a path: no empty, `.` or `..` parts, the last slash kept (gorilla/mux cleanPath). */
export function cleanPath(path: string): string {
	if (!needsCleaning.test(path) && path.startsWith('/')) return path
	const parts: string[] = []
	for (const part of path.split('/')) {
		if (part === '..') parts.pop()
		else if (part !== '' && part !== '.') parts.push(part)
	}
	const clean = `/${parts.join('/')}`
	return path.endsWith('/') && clean !== '/' ? `${clean}/` : clean
}

/** Escapes a path like Go's URL.String, if it differs from the request's. */
export function escapePath(path: string): string {
	let out = ''
	for (const byte of goStringBytes(path)) {
		const char = String.fromCharCode(byte)
		out += unescapedInPath.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
	}
	return out
}

const needsCleaning = /\/\/|\/\.{1,2}(?:\/|$)/

/** Letters, digits, `-_.~` and `$&+,/:;=@` stay as they are (Go: net/url shouldEscape for paths). */
const unescapedInPath = /^[A-Za-z0-9\-_.~$&+,/:;=@]$/
