import { expect, test } from 'vitest'
import { BlockWatch } from '../../../../src/node/testnet/BlockWatch.ts'

test('a network that makes no block for ten seconds is told once, and once more when it goes on', () => {
	const watch = new BlockWatch(100, 4, 500)
	const halted = (seconds: number, height: number, answering: number) =>
		`No new block for ${seconds} s after height ${height}: more than two thirds of the 4 validators must run, ${answering} answer.`
	expect([watch.look([], 10_500), watch.look([undefined], 10_501), watch.look([0, 0], 99_000)]).toEqual([
		undefined,
		halted(10, 0, 0),
		undefined,
	])
	expect(watch.look([undefined, 3, 7, 5], 100_000)).toBe('The chain makes blocks again: height 7.')
	// A node that goes on to where others were makes no new block.
	expect([watch.look([8], 101_000), watch.look([8, 8], 111_000)]).toEqual([undefined, undefined])
	expect([watch.look([8, undefined, 6], 111_500), watch.look([8], 130_000)]).toEqual([halted(11, 8, 2), undefined])
	expect([watch.look([9], 131_000), watch.look([10], 131_001)]).toEqual([
		'The chain makes blocks again: height 9.',
		undefined,
	])
})

test('a network of slow blocks is waited for as long as ten of them take', () => {
	for (const [blockIntervalMs, patience] of [
		[999, 10_000],
		[1_001, 10_010],
		[60_000, 600_000],
	] as const) {
		const watch = new BlockWatch(blockIntervalMs, 1, 0)
		expect(watch.look([1], 0)).toBeUndefined()
		expect(watch.look([1], patience)).toBeUndefined()
		expect(watch.look([1], patience + 1)).toMatch(/^No new block for \d+ s after height 1: .* 1 answer\.$/)
	}
})
