import { short } from '../../../kit/text/numbers.ts'

/** A count on an axis; half a call is none, so such a place has no label. */
export function countLabel(value: number): string {
	return Number.isInteger(value) || value >= 1_000 ? short(value) : ''
}
