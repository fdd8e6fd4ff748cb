import { getOrInsert } from '../../util/getOrInsert.ts'
import type { JsonNode } from './parseJson.ts'
import { quoteJson } from './quoteJson.ts'

// The values are trees of JSON's kinds, bigint for numbers of 64 bits, and `RawJson` and `SharedJson`. Members that are undefined
// are left out, as JSON.stringify leaves them out.

/** A value as Go's json.MarshalIndent writes it with two spaces (tendermint rpc/jsonrpc/server WriteRPCResponseHTTP). */
export function writeIndentedJson(value: unknown): string {
	return write(value, '\n')
}

/** One of several replies of a batch, indented for their array. */
export function writeIndentedItem(value: unknown): string {
	return write(value, '\n  ')
}

/** The array of a batch, from what `writeIndentedItem` made. */
export function joinIndentedItems(items: readonly string[]): string {
	return list('[', ']', items, '\n')
}

/** Compact JSON like Go's json.Marshal. */
export function writeCompactJson(value: unknown): string {
	return write(value, '')
}

/**
 * A value without spaces, as Go's Encoder writes it after `SetEscapeHTML(false)`: `<`, `>` and `&` stand for themselves.
 * It holds no `RawJson` or `SharedJson`.
 */
export function writePlainJson(value: unknown): string {
	const text = writeNatively(value)
	if (text !== undefined && !writtenOtherwise.test(text)) return text
	return write(value, '').replace(/\\\\|\\u003[ce]|\\u0026/g, (sequence) => plain[sequence] ?? sequence)
}

/** What V8 writes in another way than Go: U+2028, U+2029, \\b, \\f and lone surrogates. */
const writtenOtherwise = /[\u2028\u2029]|\\[bf]|\\ud/

/** As V8 writes it, in half the time; undefined for a value with a bigint in it. */
function writeNatively(value: unknown): string | undefined {
	try {
		return JSON.stringify(value)
	} catch {
		return undefined
	}
}

/** An escaped backslash is matched too and stays, so that what follows it is not mistaken for an escape. */
const plain: Readonly<Record<string, string>> = { '\\u003c': '<', '\\u003e': '>', '\\u0026': '&' }

/** `line` is the line break with the indentation so far, or empty for compact output. */
function write(value: unknown, line: string): string {
	if (value === null || value === undefined) return 'null'
	if (typeof value === 'string') return quoteJson(value)
	if (typeof value !== 'object') return String(value)
	if (value instanceof RawJson) return writeNode(value.node, line)
	if (value instanceof SharedJson) return value.text(line, write)
	const inner = line === '' ? '' : `${line}  `
	if (Array.isArray(value))
		return list(
			'[',
			']',
			value.map((item) => write(item, inner)),
			line,
		)
	const members: string[] = []
	for (const [key, member] of Object.entries(value)) {
		if (member !== undefined) members.push(`${quoteJson(key)}${colon(line)}${write(member, inner)}`)
	}
	return list('{', '}', members, line)
}

/** Texts and numbers of a document keep their spelling; only what Go escapes for HTML changes (json.RawMessage). */
function writeNode(node: JsonNode, line: string): string {
	const inner = line === '' ? '' : `${line}  `
	if (node.kind === 'array')
		return list(
			'[',
			']',
			node.items.map((item) => writeNode(item, inner)),
			line,
		)
	if (node.kind !== 'object') return node.raw.replace(/[<>&\u2028\u2029]/g, htmlEscape)
	const members = [...node.members].map(([key, member]) => `${quoteJson(key)}${colon(line)}${writeNode(member, inner)}`)
	return list('{', '}', members, line)
}

function list(open: string, close: string, parts: readonly string[], line: string): string {
	if (parts.length === 0) return open + close
	const inner = line === '' ? '' : `${line}  `
	return `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`
}

function colon(line: string): string {
	return line === '' ? ':' : ': '
}

function htmlEscape(char: string): string {
	return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A part of a document that `writeJson` writes with its own spelling of numbers and its own order of members. */
export class RawJson {
	readonly node: JsonNode

	constructor(node: JsonNode) {
		this.node = node
	}

	/** For plain JSON.stringify. */
	toJSON(): unknown {
		return JSON.parse(this.node.raw)
	}
}

/** A part that many documents have in common: `writeJson` writes it once and not for each. */
export class SharedJson<Value = unknown> {
	readonly value: Value
	readonly #written = new Map<string, string>()

	constructor(value: Value) {
		this.value = value
	}

	/** The text at an indentation, as `write` makes it the first time. */
	text(line: string, write: (value: Value, line: string) => string): string {
		return getOrInsert(this.#written, line, () => write(this.value, line))
	}

	/** For plain JSON.stringify. */
	toJSON(): unknown {
		return this.value
	}
}

/**
 * JSON text with one member or item a line, as Go's json.Indent lays it out with an empty prefix: `{}` and `[]` stay
 * together, one space behind a colon. The text must be valid JSON; its strings and numbers are not touched.
 */
export function indentJson(text: string): string {
	const step = '  '
	const out: string[] = []
	let depth = 0
	let isFresh = false
	for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs)) {
		if (isFresh && token !== '}' && token !== ']') {
			depth++
			out.push(`\n${step.repeat(depth)}`)
		}
		const wasFresh = isFresh
		isFresh = token === '{' || token === '['
		if (token === ',') out.push(`,\n${step.repeat(depth)}`)
		else if (token === ':') out.push(': ')
		else if ((token === '}' || token === ']') && !wasFresh) {
			depth--
			out.push(`\n${step.repeat(depth)}${token}`)
		} else out.push(token)
	}
	return out.join('')
}
