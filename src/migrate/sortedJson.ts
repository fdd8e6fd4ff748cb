import { quoteSortedJson } from '../codec/goJson/quoteJson.ts'
import { writeCompactJson } from '../codec/goJson/writeJson.ts'
import { compareBytes, utf8 } from '../util/bytes.ts'
import { byKey } from '../util/order.ts'
import type { Json } from './GenesisReader.ts'

/**
 * A parsed value as the framework's SortJSON writes it: members in the order of their bytes, numbers as 64-bit floats,
 * Go's escapes (types/utils.go).
 * @param refuseNumber is called for a number that no float holds
 */
export function sortedJson(value: unknown, refuseNumber: () => never): string {
	if (typeof value === 'string') return quoteSortedJson(value)
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) return refuseNumber()
		// V8 and Go write the shortest digits that read back the same, and change to exponents at the same sizes.
		return Object.is(value, -0) ? '-0' : String(value)
	}
	if (typeof value !== 'object' || value === null) return String(value)
	if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item, refuseNumber)).join(',')}]`
	const members = Object.entries(value)
		.sort(byName)
		.map(([name, member]) => `${quoteSortedJson(name)}:${sortedJson(member, refuseNumber)}`)
	return `{${members.join(',')}}`
}

/** UTF-16 and UTF-8 order texts alike but for pairs of surrogates. */
function byName(one: readonly [name: string, unknown], other: readonly [name: string, unknown]): number {
	const [[a], [b]] = [one, other]
	if (/\p{Surrogate}|[\u{10000}-\u{10ffff}]/u.test(a + b)) return compareBytes(utf8(a), utf8(b))
	return byKey(one, other)
}

/** What V8 writes in another way than Go. */
const writtenOtherwise = /[<>&\u2028\u2029]|\\[bf]|\\ud/

/** A converted value, whose members are in order already, as text with Go's escapes. */
export function convertedJson(value: Json): string {
	const text = JSON.stringify(value)
	return writtenOtherwise.test(text) ? writeCompactJson(value) : text
}
