import { describe, expect, test } from 'vitest'
import { Patience } from '../../../../../src/modules/evm/vm/Patience.ts'

/** Keeps the process busy for longer than one turn. */
function work(): void {
	const until = performance.now() + 25
	while (performance.now() < until);
}

describe('code that runs for long lets others in', () => {
	test('code that runs for long lets others in at the sixteenth jump, not before', () => {
		const patience = new Patience()
		work()
		const pauses = Array.from({ length: 16 }, () => patience.atJump())
		expect(pauses.slice(0, 15).every((pause) => pause === undefined)).toBe(true)
		expect(pauses[15]).toBeInstanceOf(Promise)
	})

	test('code that runs for long lets others in at one hash of many bytes, which takes as long as many jumps', async () => {
		const patience = new Patience()
		work()
		expect(patience.atHash(1_000)).toBeUndefined()
		const pause = patience.atHash(1_000_000)
		expect(pause).toBeInstanceOf(Promise)
		await pause
		// A new turn has begun.
		expect(patience.atHash(1_000_000)).toBeUndefined()
	})

	test('hashes and jumps count together', () => {
		const patience = new Patience()
		work()
		for (let jump = 0; jump < 8; jump++) expect(patience.atJump()).toBeUndefined()
		expect(patience.atHash(7 * 1_024)).toBeUndefined()
		expect(patience.atJump()).toBeInstanceOf(Promise)
	})

	test('a call that only asks ends when its time is up', () => {
		const patience = new Patience({ ms: 0, text: 'execution aborted', ticket: { usedMs: 0 } })
		work()
		expect(() => patience.atHash(1_000_000)).toThrow('execution aborted')
	})
})
