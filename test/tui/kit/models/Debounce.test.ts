import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Debounce } from '../../../../src/tui/kit/models/Debounce.ts'

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	vi.useRealTimers()
})

it('a debounced action is run once nothing newer was asked for, and the one that is cancelled is not', () => {
	const debounce = new Debounce(50)
	const done: string[] = []
	debounce.run(() => done.push('first'))
	vi.advanceTimersByTime(49)
	debounce.run(() => done.push('second'))
	vi.advanceTimersByTime(49)
	expect(done).toEqual([])
	vi.advanceTimersByTime(1)
	expect(done).toEqual(['second'])
	debounce.run(() => done.push('third'))
	debounce.cancel()
	vi.advanceTimersByTime(1_000)
	expect(done).toEqual(['second'])
})
