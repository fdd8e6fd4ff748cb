import { grouped } from '../../../kit/text/numbers.ts'

/** Milliseconds in a few digits; of no calls there is no latency. */
export function latencyText(ms: number, calls: number): string {
	if (calls === 0) return '–'
	return ms >= 100 ? grouped(Math.round(ms)) : ms.toFixed(ms >= 10 ? 1 : 2)
}
