import type { Condition, Operand, Operator, Query } from './parseQuery.ts'

/**
 * Whether all conditions match these values (tendermint v0.34.15 libs/pubsub/query/query.go Matches). A condition
 * matches if any value of its key does. A value that is not the required number or time makes the whole query fail, as
 * the failed match does there.
 */
export function matchQuery(query: Query, keys: ReadonlyMap<string, readonly string[]>): boolean {
	return query.fault === undefined && query.conditions.every((condition) => holds(condition, keys))
}

function holds({ key, operator, operand }: Condition, keys: ReadonlyMap<string, readonly string[]>): boolean {
	if (operand === undefined) {
		if (key.includes('.')) return keys.has(key)
		for (const known of keys.keys()) if (known.startsWith(key)) return true
		return false
	}
	for (const value of keys.get(key) ?? []) {
		const result = compareValue(value, operator, operand)
		if (result === undefined) return false
		if (result) return true
	}
	return false
}

/** Undefined when the value cannot be read as the operand's kind. */
function compareValue(value: string, operator: Operator, operand: Operand): boolean | undefined {
	switch (operand.kind) {
		case 'text':
			return operator === '=' ? value === operand.value : value.includes(operand.value)
		case 'time': {
			const time = value.includes('T') ? Date.parse(value) : Date.parse(`${value}T00:00:00Z`)
			return Number.isNaN(time) ? undefined : ordered(operator, time, operand.value)
		}
		case 'float': {
			const number = firstNumber(value)
			return number === undefined ? undefined : ordered(operator, number, operand.value)
		}
		case 'int': {
			const digits = /[0-9.]+/.exec(value)?.[0] ?? ''
			if (digits.includes('.')) {
				const number = firstNumber(value)
				return number === undefined ? undefined : ordered(operator, BigInt(Math.trunc(number)), operand.value)
			}
			if (digits === '' || BigInt(digits) >= 1n << 63n) return undefined
			return ordered(operator, BigInt(digits), operand.value)
		}
	}
}

/** The first run of digits and dots as a number (Go: regexp `([0-9\.]+)` and ParseFloat). */
function firstNumber(value: string): number | undefined {
	const text = /[0-9.]+/.exec(value)?.[0] ?? ''
	return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}

function ordered<T extends number | bigint>(operator: Operator, value: T, operand: T): boolean {
	switch (operator) {
		case '<=':
			return value <= operand
		case '>=':
			return value >= operand
		case '<':
			return value < operand
		case '>':
			return value > operand
		// The grammar has numbers and instants with no other operator.
		default:
			return value === operand
	}
}
