import { describe, expect, it } from 'vitest'
import { clockShift } from '../../../../src/tui/app/format/clockShift.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'

const day = 86_400_000

describe('how the clock of the chain differs from the machine', () => {
	it.each([
		[30 * day, '⏱ +30 d', "moved: 30 days ahead of the machine's"],
		[day + 7_000, '⏱ +1 d', "moved: 1 day ahead of the machine's"],
		[day - 1, '⏱ +23 h', "moved: 23 hours ahead of the machine's"],
		[day, '⏱ +1 d', "moved: 1 day ahead of the machine's"],
		[3_600_000, '⏱ +1 h', "moved: 1 hour ahead of the machine's"],
		[3_599_999, '⏱ +59 min', "moved: 59 minutes ahead of the machine's"],
		[60_000, '⏱ +1 min', "moved: 1 minute ahead of the machine's"],
		[59_999, '⏱ +59 s', "moved: 59 seconds ahead of the machine's"],
		[-1_000, '⏱ −1 s', "moved: 1 second behind the machine's"],
		[90_000, '⏱ +1 min', "moved: 1 minute ahead of the machine's"],
		[-2_500, '⏱ −2 s', "moved: 2 seconds behind the machine's"],
	])('%i ms is %s', (clockOffsetMs, badge, words) => {
		expect(clockShift({ clockOffsetMs, clockFrozen: false })).toEqual({ badge, words })
	})

	it('tells only that a stopped clock stands still', () => {
		expect(clockShift({ clockOffsetMs: 30 * day, clockFrozen: true })?.badge).toBe('⏱ stopped')
		expect(clockShift({ clockOffsetMs: 0, clockFrozen: true })?.words).toBe('stopped: it stands still')
	})

	it('says nothing of a clock that runs with the machine, or that the node does not tell of', () => {
		expect(clockShift({ clockOffsetMs: 0, clockFrozen: false })).toBeUndefined()
		expect(clockShift({ clockOffsetMs: 999, clockFrozen: false })).toBeUndefined()
		expect(clockShift({})).toBeUndefined()
	})

	it('the text of how the clock of the chain differs is as wide as it has characters', () => {
		expect(cellWidth('⏱ stopped')).toBe(9)
	})
})
