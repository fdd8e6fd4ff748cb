import { short } from '../../../kit/text/numbers.ts'

/** A count on an axis. A fraction of a call does not exist, so its position has no label. */
export function countLabel(value: number): string {
	return Number.isInteger(value) || value >= 1_000 ? short(value) : ''
}
