import { decodeBech32, encodeBech32 } from '../codec/address/bech32.ts'
import { bitLength, maxIntBits, parseBigInt } from '../codec/coins/parseBigInt.ts'
import { parseTimestamp } from '../codec/gatewayJson/parseTime.ts'
import { durationText, timestampText } from '../codec/gatewayJson/wellKnown.ts'
import { thrownText } from '../errors/UserError.ts'
import { byKey } from '../util/order.ts'
import type { GenesisReader, Json } from './GenesisReader.ts'

/** Reads a value as go-amino reads JSON and returns the framework's protobuf JSON; null is Go's zero value. */
export type Rule = (value: unknown, reader: GenesisReader) => Json

/** The members of a JSON object; none for a missing one. */
export function membersOf(value: unknown, reader: GenesisReader): Readonly<Record<string, unknown>> {
	if (value === undefined || value === null) return {}
	if (typeof value !== 'object' || Array.isArray(value)) return reader.refuse(`must be an object, is ${kindOf(value)}`)
	return value as Readonly<Record<string, unknown>>
}

/** The items of a JSON array; none for a missing one. */
export function itemsOf(value: unknown, reader: GenesisReader): readonly unknown[] {
	if (value === undefined || value === null) return []
	if (!Array.isArray(value)) return reader.refuse(`must be a list, is ${kindOf(value)}`)
	return value
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list'
	if (typeof value === 'object') return 'an object'
	return typeof value === 'string' ? 'a text' : `the ${typeof value} ${value}`
}

/** A struct: each member by its rule, others ignored. @param fields new name to rule, or to old name and rule */
export function struct(fields: Readonly<Record<string, Rule | readonly [from: string, rule: Rule]>>): Rule {
	const rules = Object.entries(fields)
		.sort(byKey)
		.map(([to, field]) =>
			typeof field === 'function' ? { to, from: to, rule: field } : { to, from: field[0], rule: field[1] },
		)
	return (value, reader) => {
		const members = membersOf(value, reader)
		const written: Record<string, Json> = {}
		for (const { to, from, rule } of rules) {
			written[to] = reader.attempt(from, () => rule(members[from], reader), null)
		}
		return written
	}
}

/** A struct inside another: `wrap('rewards', rule)` writes `{"rewards": …}`. */
export function wrap(name: string, rule: Rule): Rule {
	return (value, reader) => ({ [name]: rule(value, reader) })
}

/** A list of values. */
export function list(rule: Rule): Rule {
	return (value, reader) =>
		itemsOf(value, reader).map((item, index) => reader.attempt(index, () => rule(item, reader), null))
}

/** A text. */
export const text: Rule = (value, reader) => {
	if (value === undefined || value === null) return ''
	return typeof value === 'string' ? value : reader.refuse(`must be a text, is ${kindOf(value)}`)
}

/** A truth value. */
export const bool: Rule = (value, reader) => {
	if (value === undefined || value === null) return false
	return typeof value === 'boolean' ? value : reader.refuse(`must be true or false, is ${kindOf(value)}`)
}

/** A 64-bit number, which amino writes as a text; it reads what is within the quotes as JSON, spaces and null included. */
export function readInteger64(value: unknown, reader: GenesisReader, min: bigint, max: bigint): bigint {
	if (value === undefined || value === null) return 0n
	if (typeof value === 'number') return reader.refuse(`must be a number within quotes: "${value}"`)
	const written = typeof value === 'string' ? value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') : ''
	if (written === 'null' && !reader.escaped.has(reader.place)) return 0n
	if (!/^-?(?:0|[1-9]\d*)$/.test(written) || reader.escaped.has(reader.place)) {
		return reader.refuse(`must be a whole number within quotes, is ${shown(value)}`)
	}
	const number = BigInt(written)
	if (number < min || number > max) return reader.refuse(`must be from ${min} to ${max}, is ${written}`)
	return number
}

/** A uint64: `"7"`. */
export const uint64: Rule = (value, reader) => readInteger64(value, reader, 0n, 2n ** 64n - 1n).toString()

/** An int64: `"-7"`. */
export const int64: Rule = (value, reader) => readInteger64(value, reader, -(2n ** 63n), 2n ** 63n - 1n).toString()

/** A number of 8 or 16 bits, which amino writes without quotes. */
export function smallNumber(bits: 8 | 16): Rule {
	return (value, reader) => {
		if (value === undefined || value === null) return 0
		const number = value as number
		if (Number.isInteger(number) && number >= 0 && number < 2 ** bits) return number
		return reader.refuse(`must be a whole number from 0 to ${2 ** bits - 1}, is ${shown(value)}`)
	}
}

/** An amount of the framework (types/int.go): a whole number of at most 256 bits as a text. */
export const integer: Rule = (value, reader) => {
	if (value === undefined || value === null) return '0'
	if (typeof value !== 'string') return reader.refuse(`must be an amount within quotes, is ${shown(value)}`)
	if (plainAmount.test(value)) return value
	const number = parseBigInt(value)
	if (number === undefined) return reader.refuse(`must be a whole number, is ${shown(value)}`)
	if (bitLength(number) > maxIntBits)
		return reader.refuse(`must have at most ${maxIntBits} bits, has ${bitLength(number)}`)
	return number.toString()
}

/** Amounts as they are mostly written; they surely fit. */
const plainAmount = /^(?:0|[1-9][0-9]{0,76})$/

/** Decimals with 18 places (types/decimal.go NewDecFromStr). */
export function readDecimal(value: string, reader: GenesisReader): string {
	const match = /^(-?)([+-]?\d[\d]*|[+-]?\d*(?=\.))(?:\.(\d+))?$/.exec(value)
	const [, sign = '', whole = '', decimals = ''] = match ?? []
	if (whole === '') return reader.refuse(`must be a decimal number, is ${shown(value)}`)
	if (decimals.length > 18) return reader.refuse(`must have at most 18 decimals, has ${decimals.length}`)
	let number = BigInt(whole + decimals.padEnd(18, '0'))
	if (bitLength(number) > maxDecimalBits) return reader.refuse(`must have at most ${maxDecimalBits} bits`)
	if (sign === '-') number = -number
	const digits = number.toString().replace('-', '').padStart(19, '0')
	return `${number < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`
}

/** The framework's bound on decimals: 256 bits and those of 10^18 (types/decimal.go maxBitLen). */
const maxDecimalBits = 315

/** A decimal; a missing one is `0`, as Go writes one without a value. */
export const decimal: Rule = (value, reader) => {
	if (value === undefined || value === null) return '0'
	return typeof value === 'string' ? readDecimal(value, reader) : reader.refuse(`must be a text, is ${kindOf(value)}`)
}

/** A coin: amount and denomination are not checked, as in Go's decoding. */
export const coin = struct({ amount: integer, denom: text })

/** A list of coins, in its order. */
export const coins = list(coin)

/** A list of coins with decimals. */
export const decCoins = list(struct({ amount: decimal, denom: text }))

/** A time of RFC 3339; a missing one is Go's year 1. */
export const time: Rule = (value, reader) => {
	if (value === undefined || value === null) return '0001-01-01T00:00:00Z'
	if (typeof value !== 'string' || !value.endsWith('Z')) {
		return reader.refuse(`must be a time in UTC that ends with Z, is ${shown(value)}`)
	}
	try {
		const { seconds, nanos } = parseTimestamp(value)
		return timestampText(seconds, nanos)
	} catch (cause) {
		return reader.refuse(`must be a time, as 2021-03-04T15:00:00Z: ${thrownText(cause)}`)
	}
}

/** A time span in nanoseconds; the new form is `1.500s`. */
export const duration: Rule = (value, reader) => {
	const nanos = readInteger64(value, reader, -(2n ** 63n), 2n ** 63n - 1n)
	return durationText(nanos / 1_000_000_000n, Number(nanos % 1_000_000_000n))
}

/** A bech32 address whose prefix is that of accounts with this ending; an empty one stays empty. */
export function address(ending: '' | 'valoper' | 'valcons'): Rule {
	return (value, reader) => {
		if (value === undefined || value === null || value === '') return ''
		if (typeof value !== 'string') return reader.refuse(`must be an address, is ${kindOf(value)}`)
		return encodeBech32(reader.prefix + ending, readBech32(value, reader.prefix + ending, reader))
	}
}

/** Bytes of a bech32 text with a prefix, from 1 to 255 of them. */
export function readBech32(value: string, prefix: string, reader: GenesisReader): Uint8Array {
	let decoded: { readonly prefix: string; readonly bytes: Uint8Array }
	try {
		decoded = decodeBech32(value)
	} catch (cause) {
		return reader.refuse(`is no bech32 text: ${thrownText(cause)}`)
	}
	if (decoded.prefix !== prefix) {
		return reader.refuse(
			`has the prefix ${decoded.prefix}, the file's others have ${prefix}`,
			'correct it in the file; --prefix names the right one if most are wrong',
		)
	}
	const { length } = decoded.bytes
	if (length === 0 || length > 255) return reader.refuse(`has ${length} bytes, an address has 1 to 255`)
	return decoded.bytes
}

/** One of some words; a missing one is the first. */
export function word(words: Readonly<Record<string, string>>): Rule {
	return (value, reader) => {
		if (value === undefined || value === null) return Object.values(words)[0]!
		const found = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined
		return found ?? reader.refuse(`must be one of ${Object.keys(words).filter(Boolean).join(', ')}, is ${shown(value)}`)
	}
}

/** Type and value of a typed one; go-amino takes these two names in letters of either case. */
export function typedParts(
	value: unknown,
	reader: GenesisReader,
): { readonly type?: unknown; readonly value?: unknown } {
	const members = membersOf(value, reader)
	if ('type' in members && 'value' in members) return members
	return Object.fromEntries(Object.entries(members).map(([name, member]) => [name.toLowerCase(), member]))
}

/** Values by the type that amino names. */
export function typed(rules: Readonly<Record<string, Rule>>): Rule {
	return (value, reader) => {
		const { type, value: inner } = typedParts(value, reader)
		const rule = typeof type === 'string' && Object.hasOwn(rules, type) ? rules[type] : undefined
		if (rule === undefined) {
			return reader.inside('type', () =>
				reader.refuse(
					type === undefined ? 'is missing' : `${shown(type)} is a type that the framework does not know`,
					'leave it out of the file, or write it as one of the framework\u2019s types',
				),
			)
		}
		if (inner === undefined || inner === null) return reader.inside('value', () => reader.refuse('is missing'))
		return reader.inside('value', () => rule(inner, reader))
	}
}

/** A value for an error text, cut to 60 characters. */
export function shown(value: unknown): string {
	const written = JSON.stringify(value) ?? 'missing'
	return written.length > 60 ? `${written.slice(0, 60)}…` : written
}
