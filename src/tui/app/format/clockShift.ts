import type { NodeStatus } from '../../../client/index.ts'
import { counted } from '../../kit/text/numbers.ts'

const units = [
	['day', 'd', 86_400],
	['hour', 'h', 3_600],
	['minute', 'min', 60],
	['second', 's', 1],
] as const

/**
 * The difference between the chain's clock and the machine's, as a badge and as text. Undefined below one second, or if
 * the node does not report it. The shift is shown in its largest unit, rounded down.
 */
export function clockShift({
	clockFrozen = false,
	clockOffsetMs = 0,
}: Pick<NodeStatus, 'clockFrozen' | 'clockOffsetMs'>): { readonly badge: string; readonly words: string } | undefined {
	// The shift of a stopped clock changes all the time, so only the stop is shown.
	if (clockFrozen) return { badge: '⏱ stopped', words: 'stopped: it stands still' }
	const seconds = Math.floor(Math.abs(clockOffsetMs) / 1_000)
	const unit = units.find(([, , length]) => seconds >= length)
	if (unit === undefined) return undefined
	const [word, sign, length] = unit
	const count = Math.floor(seconds / length)
	const ahead = clockOffsetMs > 0
	return {
		badge: `⏱ ${ahead ? '+' : '−'}${count} ${sign}`,
		words: `moved: ${counted(count, word)} ${ahead ? 'ahead of' : 'behind'} the machine's`,
	}
}
