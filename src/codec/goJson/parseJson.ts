import { plainError } from '../../errors/ChainError.ts'
import { thrownText } from '../../errors/UserError.ts'
import { goQuote, goString, goStringBytes } from '../../util/goString.ts'

/** A parsed JSON value. Numbers stay literal text; `raw` is the value as written. */
export type JsonNode =
	| {
			readonly kind: 'object'
			readonly members: ReadonlyMap<string, JsonNode>
			/** Members replaced by a later one of the same name, in order, because Go reads them too. */
			readonly replaced?: readonly (readonly [name: string, value: JsonNode])[]
			readonly raw: string
	  }
	| { readonly kind: 'array'; readonly items: readonly JsonNode[]; readonly raw: string }
	| { readonly kind: 'string'; readonly value: string; readonly raw: string }
	| { readonly kind: 'number'; readonly raw: string }
	| { readonly kind: 'bool'; readonly value: boolean; readonly raw: string }
	| { readonly kind: 'null'; readonly raw: string }

/** Deepest nesting of arrays and objects that Go reads (encoding/json maxNestingDepth). */
const maxNesting = 10_000

/** Limits for untrusted text. */
export interface ParseLimits {
	/** Most values in it, those within others included; Go has no such limit. */
	readonly maxValues?: number | undefined
}

/**
 * Parses a JSON document like Go's encoding/json: the last of duplicate keys counts, bytes that are not UTF-8 and lone
 * surrogates become U+FFFD.
 * @throws plain errors with Go's texts: `unexpected end of JSON input`, `invalid character 'x' after top-level value`,
 * ...; and `more than N values`, which is this program's limit.
 */
export function parseJson(input: Uint8Array | string, { maxValues }: ParseLimits = {}): JsonNode {
	const scanner = new Scanner(input, { maxValues })
	const node = scanner.value()
	scanner.space()
	if (scanner.pos < scanner.text.length) throw scanner.invalid('after top-level value')
	return node
}

/** Why Go takes a text for no JSON; undefined if it reads it. */
export function jsonFault(text: string): string | undefined {
	try {
		parseJson(text)
		return undefined
	} catch (fault) {
		return thrownText(fault)
	}
}

/**
 * Parses the first JSON value of a text like Go's json.Decoder and ignores the rest.
 * @throws plain errors: `EOF` for a blank text, `unexpected EOF` for an incomplete value, otherwise as `parseJson`.
 */
export function parseJsonStream(input: Uint8Array | string, { maxValues }: ParseLimits = {}): JsonNode {
	const scanner = new Scanner(input, { isStream: true, maxValues })
	scanner.space()
	if (scanner.pos >= scanner.text.length) throw plainError('EOF')
	return scanner.value()
}

/** Empty containers share what they hold: a hostile text has a third of a million of them. */
const noMembers: ReadonlyMap<string, JsonNode> = new Map()
const noItems: JsonNode[] = []

function emptyObject(raw: string): JsonNode {
	return raw === '{}' ? plainEmptyObject : { kind: 'object', members: noMembers, raw }
}

function emptyArray(raw: string): JsonNode {
	return raw === '[]' ? plainEmptyArray : { kind: 'array', items: noItems, raw }
}

const plainEmptyObject: JsonNode = { kind: 'object', members: noMembers, raw: '{}' }
const plainEmptyArray: JsonNode = { kind: 'array', items: noItems, raw: '[]' }

/** An array or object whose end has not been seen. */
interface Open {
	readonly start: number
	/** Members of an object, undefined for an array. */
	readonly members: Map<string, JsonNode> | undefined
	readonly items: JsonNode[]
	replaced?: [name: string, value: JsonNode][]
	key: string
}

class Scanner {
	readonly text: string
	pos = 0
	readonly #isStream: boolean
	readonly #maxValues: number
	#values = 0

	constructor(
		input: Uint8Array | string,
		{ isStream = false, maxValues = Number.POSITIVE_INFINITY }: { isStream?: boolean; maxValues?: number | undefined },
	) {
		this.#isStream = isStream
		this.#maxValues = maxValues
		this.text = typeof input === 'string' ? input : goString(input)
	}

	/** One value; containers are kept on a list of our own, since input decides how deep they nest. */
	value(): JsonNode {
		const open: Open[] = []
		for (;;) {
			let node = this.#begin(open)
			if (node === undefined) continue
			for (;;) {
				const top = open.at(-1)
				if (top === undefined) return node
				if (top.members === undefined) top.items.push(node)
				else {
					const before = top.members.get(top.key)
					if (before !== undefined) {
						top.replaced ??= []
						top.replaced.push([top.key, before])
					}
					top.members.set(top.key, node)
				}
				if (this.#next(top)) break
				open.pop()
				node = this.#closed(top)
			}
		}
	}

	/** Steps over white space; the text's end is none. */
	space(): void {
		for (; ; this.pos++) {
			const code = this.text.charCodeAt(this.pos)
			if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return
		}
	}

	/** The error of an unexpected character; at the text's end Go names a space where none may be. */
	invalid(context: string, takesSpace = false): Error {
		const code = this.text.codePointAt(this.pos) ?? (takesSpace ? undefined : 0x20)
		if (this.pos >= this.text.length && this.#isStream) return plainError('unexpected EOF')
		if (code === undefined) return plainError('unexpected end of JSON input')
		return plainError(`invalid character ${quotedByte(code)} ${context}`)
	}

	/** A whole scalar or empty container, or undefined when a container was opened. */
	#begin(open: Open[]): JsonNode | undefined {
		this.space()
		if (++this.#values > this.#maxValues) throw plainError(`more than ${this.#maxValues} values`)
		const start = this.pos
		switch (this.text[start]) {
			case '{':
			case '[': {
				if (open.length >= maxNesting) throw this.invalid('exceeded max depth')
				const isObject = this.text[start] === '{'
				this.pos++
				this.space()
				if (this.text[this.pos] === (isObject ? '}' : ']')) {
					this.pos++
					return isObject ? emptyObject(this.text.slice(start, this.pos)) : emptyArray(this.text.slice(start, this.pos))
				}
				const members = isObject ? new Map<string, JsonNode>() : undefined
				const container: Open = { start, members, items: isObject ? noItems : [], key: '' }
				if (members !== undefined) this.#key(container, 'looking for beginning of object key string')
				open.push(container)
				return undefined
			}
			case '"':
				return this.#string()
			case 't':
				return this.#literal('true', { kind: 'bool', value: true, raw: 'true' })
			case 'f':
				return this.#literal('false', { kind: 'bool', value: false, raw: 'false' })
			case 'n':
				return this.#literal('null', { kind: 'null', raw: 'null' })
			default:
				return this.#number()
		}
	}

	/** Reads the comma behind an element and, in an object, the next key; false at the closing bracket. */
	#next(top: Open): boolean {
		this.space()
		const isArray = top.members === undefined
		const char = this.text[this.pos]
		if (char === ',') {
			this.pos++
			if (!isArray) {
				this.space()
				this.#key(top, 'looking for beginning of object key string')
			}
			return true
		}
		if (char !== (isArray ? ']' : '}')) {
			throw this.invalid(isArray ? 'after array element' : 'after object key:value pair', true)
		}
		this.pos++
		return false
	}

	#key(container: Open, context: string): void {
		if (this.text[this.pos] !== '"') throw this.invalid(context, true)
		container.key = this.#string().value
		this.space()
		if (this.text[this.pos] !== ':') throw this.invalid('after object key', true)
		this.pos++
	}

	#closed({ start, members, items, replaced }: Open): JsonNode {
		const raw = this.text.slice(start, this.pos)
		if (members === undefined) return { kind: 'array', items, raw }
		return replaced === undefined ? { kind: 'object', members, raw } : { kind: 'object', members, replaced, raw }
	}

	#literal(word: string, node: JsonNode): JsonNode {
		for (let i = 1; i < word.length; i++) {
			this.pos++
			if (this.text[this.pos] !== word[i]) throw this.invalid(`in literal ${word} (expecting '${word[i]}')`)
		}
		this.pos++
		return node
	}

	#string(): Extract<JsonNode, { kind: 'string' }> {
		const start = this.pos
		this.pos++
		for (;;) {
			// No regular expression: in a process that compiled many, V8 fails for a run of more than four million characters.
			const code = this.text.charCodeAt(this.pos)
			if (code === 0x22) break
			if (code === 0x5c) this.#escape()
			else if (code >= 0x20) this.pos++
			else throw this.invalid('in string literal', true)
		}
		this.pos++
		const raw = this.text.slice(start, this.pos)
		return { kind: 'string', value: unquoted(raw), raw }
	}

	#escape(): void {
		this.pos++
		const char = this.text[this.pos] ?? ''
		if (char === 'u') {
			for (let i = 0; i < 4; i++) {
				this.pos++
				if (!isHexDigit(this.text.charCodeAt(this.pos))) {
					throw this.invalid('in \\u hexadecimal character escape')
				}
			}
		} else if (char === '' || !'"\\/bfnrt'.includes(char)) throw this.invalid('in string escape code')
		this.pos++
	}

	#number(): JsonNode {
		const start = this.pos
		const { text } = this
		if (text[this.pos] === '-') {
			this.pos++
			if (!isDigit(text[this.pos])) throw this.invalid('in numeric literal')
		} else if (!isDigit(text[this.pos])) throw this.invalid('looking for beginning of value', true)
		if (text[this.pos] === '0') this.pos++
		else this.#digits()
		if (text[this.pos] === '.') {
			this.pos++
			if (!isDigit(text[this.pos])) throw this.invalid('after decimal point in numeric literal')
			this.#digits()
		}
		if (text[this.pos] === 'e' || text[this.pos] === 'E') {
			this.pos++
			if (text[this.pos] === '+' || text[this.pos] === '-') this.pos++
			if (!isDigit(text[this.pos])) throw this.invalid('in exponent of numeric literal')
			this.#digits()
		}
		return { kind: 'number', raw: text.slice(start, this.pos) }
	}

	#digits(): void {
		while (isDigit(this.text[this.pos])) this.pos++
	}
}

function isHexDigit(code: number): boolean {
	return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}

function isDigit(char = ''): boolean {
	return char >= '0' && char <= '9'
}

/** The first byte of a character as Go's scanner names it. */
function quotedByte(code: number): string {
	if (code === 0x27) return "'\\''"
	if (code === 0x22) return "'\"'"
	const byte = goStringBytes(String.fromCodePoint(code))[0]!
	return `'${goQuote(String.fromCharCode(byte)).slice(1, -1)}'`
}

const loneSurrogates = /\p{Surrogate}/gu

/** The text of a JSON string literal that has passed the scanner. */
function unquoted(raw: string): string {
	// Bytes that are not UTF-8 first: one behind an escaped high surrogate must not make a pair with it.
	const inner = raw.replace(loneSurrogates, '\ufffd')
	// A literal that passed the scanner is valid for JavaScript too, whose parser handles a hundred thousand escapes
	// fast.
	if (inner.includes('\\')) return (JSON.parse(inner) as string).replace(loneSurrogates, '\ufffd')
	return inner.slice(1, -1)
}
