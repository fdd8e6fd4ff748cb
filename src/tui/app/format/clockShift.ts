import type { NodeStatus } from '../../../client/index.ts'
import { counted } from '../../kit/text/numbers.ts'

const units = [
	['day', 'd', 86_400],
	['hour', 'h', 3_600],
	['minute', 'min', 60],
	['second', 's', 1],
] as const

/**
 * How the chain's clock differs from the machine's, as a badge and in words; undefined where it does not, by less than a second,
 * or where the node does not tell. A moved clock is told in its largest unit, rounded down.
 */
export function clockShift({
	clockFrozen = false,
	clockOffsetMs = 0,
}: Pick<NodeStatus, 'clockFrozen' | 'clockOffsetMs'>): { readonly badge: string; readonly words: string } | undefined {
	// How far a stopped clock is off changes with each moment: only that it stands still is told.
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
