import { QueryError } from '../../chain/faults.ts'

/** Comparison of a condition, as it is written. */
export type Operator = '<=' | '>=' | '<' | '>' | '=' | 'CONTAINS' | 'EXISTS'

/** The right side: a quoted text, a whole number, a decimal number or an instant (ms since the epoch). */
export type Operand =
	| { readonly kind: 'text'; readonly value: string }
	| { readonly kind: 'int'; readonly value: bigint }
	| { readonly kind: 'float'; readonly value: number }
	| { readonly kind: 'time'; readonly value: number }

/** One condition; all of a query must hold. EXISTS has no operand. */
export interface Condition {
	readonly key: string
	readonly operator: Operator
	readonly operand: Operand | undefined
}

/** A parsed query with its text, which identifies subscriptions. */
export interface Query {
	readonly text: string
	/** A number or date that the grammar takes but no value is: such a query matches nothing and cannot be searched by. */
	readonly fault: string | undefined
	readonly conditions: readonly Condition[]
}

/**
 * A longer query is refused, with the text of later releases (cometbft v0.34.34 rpc/core/events.go, where 512 is the limit);
 * v0.34.15 has none, so that one query of a megabyte takes a node's time for seconds.
 */
const maxQueryLength = 4096

/**
 * Parses Tendermint's query language (v0.34.15 libs/pubsub/query/query.peg): conditions joined by AND, keywords in
 * either case. The texts of errors, with their rule names and positions, are those of the generated Go parser.
 * @throws {QueryError}
 */
export function parseQuery(text: string): Query {
	if (text.length > maxQueryLength) throw new QueryError('maximum query length exceeded')
	const parser = new Parser([...`"${text}"`])
	if (!parser.query()) throw new QueryError(parser.fault())
	return { text, conditions: parser.conditions, fault: parser.operandFault }
}

const notInTag = new Set([' ', '\t', '\n', '\r', '\\', '(', ')', '"', "'", '=', '>', '<'])

/** A recursive-descent parser that records the rule that got furthest, as the generated parser does. */
class Parser {
	readonly conditions: Condition[] = []
	operandFault: string | undefined
	readonly #input: readonly string[]
	#at = 0
	#furthest = { rule: 'Unknown', begin: 0, end: 0 }
	#key = ''

	constructor(input: readonly string[]) {
		this.#input = input
	}

	/** Whether the whole input is a query. */
	query(): boolean {
		if (!this.#literal('"') || !this.#condition()) return false
		for (;;) {
			const before = this.#at
			if (this.#spaces() > 0 && this.#keyword('AND', 'and') && this.#spaces() > 0 && this.#condition()) continue
			this.#at = before
			break
		}
		return this.#literal('"') && this.#at === this.#input.length
	}

	/** The text of the error: the furthest rule with its line and column. */
	fault(): string {
		const { rule, begin, end } = this.#furthest
		const [from, to] = [this.#position(begin), this.#position(end)]
		const near = JSON.stringify(this.#input.slice(begin, end).join(''))
		return `\nparse error near ${rule} (line ${from.line} symbol ${from.symbol} - line ${to.line} symbol ${to.symbol}):\n${near}\n`
	}

	#condition(): boolean {
		if (!this.#tag()) return false
		this.#spaces()
		return (
			this.#comparison('<=', 'le') ||
			this.#comparison('>=', 'ge') ||
			this.#comparison('<', 'l') ||
			this.#comparison('>', 'g') ||
			this.#equality() ||
			this.#containing() ||
			this.#exists()
		)
	}

	#tag(): boolean {
		const start = this.#at
		// The quote that closes the input ends it at the latest.
		while (!notInTag.has(this.#input[this.#at]!)) this.#at++
		if (this.#at === start) return false
		this.#key = this.#input.slice(start, this.#at).join('')
		this.#record('PegText', start)
		return true
	}

	#comparison(operator: Operator, rule: string): boolean {
		return this.#attempt(
			() => this.#keyword(operator, rule) && this.#spaces() >= 0 && (this.#number(operator) || this.#instant(operator)),
		)
	}

	#equality(): boolean {
		return this.#attempt(() => {
			if (!this.#keyword('=', 'equal')) return false
			this.#spaces()
			return this.#number('=') || this.#instant('=') || this.#value('=')
		})
	}

	#containing(): boolean {
		return this.#attempt(() => this.#keyword('CONTAINS', 'contains') && this.#spaces() >= 0 && this.#value('CONTAINS'))
	}

	#exists(): boolean {
		return this.#attempt(() => this.#keyword('EXISTS', 'exists') && this.#add('EXISTS', undefined))
	}

	#value(operator: Operator): boolean {
		return this.#attempt(() => {
			const start = this.#at
			if (!this.#literal("'")) return false
			while (this.#input[this.#at] !== "'" && this.#input[this.#at] !== '"') this.#at++
			if (!this.#literal("'")) return false
			this.#record('PegText', start)
			return this.#add(operator, { kind: 'text', value: this.#input.slice(start + 1, this.#at - 1).join('') })
		})
	}

	#number(operator: Operator): boolean {
		return this.#attempt(() => {
			const start = this.#at
			if (!this.#literal('0')) {
				if (!this.#oneOf('123456789')) return false
				this.#digits()
				if (this.#literal('.')) this.#digits()
			}
			this.#record('PegText', start)
			const text = this.#input.slice(start, this.#at).join('')
			if (text.includes('.')) return this.#add(operator, { kind: 'float', value: Number(text) })
			const value = BigInt(text)
			if (value > maxInt64) this.#refuse(`strconv.ParseInt: parsing "${text}": value out of range`, text, 'int64')
			return this.#add(operator, { kind: 'int', value })
		})
	}

	/** `TIME 2013-05-03T14:45:00Z` or `DATE 2013-05-03`. */
	#instant(operator: Operator): boolean {
		return this.#attempt(() => this.#time(operator)) || this.#attempt(() => this.#date(operator))
	}

	#time(operator: Operator): boolean {
		if (!this.#word('TIME ')) return false
		const start = this.#at
		if (!this.#day() || !this.#literal('T') || !this.#clock()) return false
		if (!this.#literal('Z') && !(this.#oneOf('-+') && this.#twoDigits() && this.#literal(':') && this.#twoDigits()))
			return false
		this.#record('PegText', start)
		return this.#addInstant(operator, this.#input.slice(start, this.#at).join(''), 'time.Time / RFC3339')
	}

	#date(operator: Operator): boolean {
		if (!this.#word('DATE ')) return false
		const start = this.#at
		if (!this.#day()) return false
		return this.#addInstant(operator, this.#input.slice(start, this.#at).join(''), "time.Time / '2006-01-02'")
	}

	#day(): boolean {
		return (
			this.#group('year', () => this.#oneOf('12') && this.#twoDigits() && this.#digit()) &&
			this.#literal('-') &&
			this.#group('month', () => this.#oneOf('01') && this.#digit()) &&
			this.#literal('-') &&
			this.#group('day', () => this.#oneOf('0123') && this.#digit())
		)
	}

	#clock(): boolean {
		return this.#twoDigits() && this.#literal(':') && this.#twoDigits() && this.#literal(':') && this.#twoDigits()
	}

	#addInstant(operator: Operator, text: string, as: string): boolean {
		const unit = unitOutOfRange(text)
		if (unit !== undefined) this.#refuse(`parsing time "${text}": ${unit} out of range`, text, as)
		return this.#add(operator, { kind: 'time', value: Date.parse(text) })
	}

	#refuse(cause: string, text: string, as: string): void {
		this.operandFault ??= `got ${cause} while trying to parse ${text} as ${as} (should never happen if the grammar is correct)`
	}

	#add(operator: Operator, operand: Operand | undefined): boolean {
		this.conditions.push({ key: this.#key, operator, operand })
		return true
	}

	#attempt(rule: () => boolean): boolean {
		const before = this.#at
		if (rule()) return true
		this.#at = before
		return false
	}

	#group(rule: string, parts: () => boolean): boolean {
		const start = this.#at
		if (!parts()) return false
		this.#record(rule, start)
		return true
	}

	#keyword(text: string, rule: string): boolean {
		return this.#group(rule, () => this.#word(text))
	}

	#word(text: string): boolean {
		return this.#attempt(() => [...text].every((char) => this.#oneOf(char + char.toLowerCase())))
	}

	#digits(): void {
		while (this.#digit());
	}

	#twoDigits(): boolean {
		return this.#digit() && this.#digit()
	}

	#digit(): boolean {
		return this.#group('digit', () => this.#oneOf('0123456789'))
	}

	#spaces(): number {
		const start = this.#at
		while (this.#literal(' '));
		return this.#at - start
	}

	#literal(char: string): boolean {
		if (this.#input[this.#at] !== char) return false
		this.#at++
		return true
	}

	#oneOf(chars: string): boolean {
		if (!chars.includes(this.#input[this.#at]!)) return false
		this.#at++
		return true
	}

	#record(rule: string, begin: number): void {
		if (this.#at > this.#furthest.end) this.#furthest = { rule, begin, end: this.#at }
	}

	/** Line and column (from 1) of a position; a line break itself is column 0 of the next line. */
	#position(of: number): { line: number; symbol: number } {
		let line = 1
		let symbol = 0
		for (let i = 0; i <= of; i++) {
			if (this.#input[i] === '\n') {
				line++
				symbol = 0
			} else symbol++
		}
		return { line, symbol }
	}
}

const maxInt64 = (1n << 63n) - 1n

/** The first invalid part of a date and time, as Go's time.Parse names it; it checks the day last. */
function unitOutOfRange(text: string): string | undefined {
	type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number]
	// A date has no clock: it is one at midnight.
	const [year, month, day, hour, minute, second] = `${text} 0 0 0`.match(/\d+/g)!.map(Number) as Parts
	if (month < 1 || month > 12) return 'month'
	if (hour > 23) return 'hour'
	if (minute > 59) return 'minute'
	if (second > 59) return 'second'
	return day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? 'day' : undefined
}
