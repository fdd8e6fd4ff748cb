import { QueryPanic } from '../../chain/faults.ts'
import type { Condition, Operand } from './parseQuery.ts'

/** All comparisons of one key with `<`, `<=`, `>` and `>=`, both bounds inclusive; absent bounds are open. */
export interface KeyRange {
	readonly key: string
	readonly lower: bigint | undefined
	readonly upper: bigint | undefined
	/** Only whole numbers can match anything in an index. */
	readonly numeric: boolean
}

/**
 * Collects the range conditions by key (tendermint v0.34.15 state/indexer/query_range.go): a later bound of the same side
 * takes the place of an earlier one. Throws QueryPanic where an open bound is a decimal number, as Tendermint panics.
 */
export function keyRanges(conditions: readonly Condition[]): KeyRange[] {
	const found = new Map<string, { lower?: Bound; upper?: Bound }>()
	for (const condition of conditions) {
		if (!isRange(condition)) continue
		const { key, operator, operand } = condition
		const range = found.get(key) ?? {}
		found.set(key, range)
		const inclusive = operator.endsWith('=')
		// An inclusive bound stays inclusive when a later strict one replaces its operand.
		if (operator.startsWith('>')) range.lower = { operand, inclusive: inclusive || range.lower?.inclusive === true }
		else range.upper = { operand, inclusive: inclusive || range.upper?.inclusive === true }
	}
	return [...found].map(([key, { lower, upper }]) => ({
		key,
		lower: lower && boundValue(lower, 1n),
		upper: upper && boundValue(upper, -1n),
		numeric: (lower ?? upper)?.operand.kind === 'int',
	}))
}

/** A condition with `<`, `<=`, `>` or `>=`. */
interface RangeCondition extends Condition {
	readonly operand: Operand
}

/** Whether `keyRanges` handles a condition. */
export function isRange(condition: Condition): condition is RangeCondition {
	return /^[<>]/.test(condition.operator)
}

/** Whether a text is a whole number in the range. */
export function inRange(range: KeyRange, text: string): boolean {
	if (!range.numeric || !/^[+-]?\d+$/.test(text)) return false
	const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
	if (BigInt.asIntN(64, value) !== value) return false
	return (range.lower === undefined || value >= range.lower) && (range.upper === undefined || value <= range.upper)
}

interface Bound {
	readonly operand: Operand
	readonly inclusive: boolean
}

function boundValue({ operand, inclusive }: Bound, step: bigint): bigint {
	if (operand.kind === 'int') return inclusive ? operand.value : operand.value + step
	if (operand.kind === 'float' && !inclusive) throw new QueryPanic('not implemented')
	return 0n
}
