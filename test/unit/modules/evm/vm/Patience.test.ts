import { describe, expect, test } from 'vitest'
import { Patience } from '../../../../../src/modules/evm/vm/Patience.ts'
import { Scheduler } from '../../../../../src/util/schedule/Scheduler.ts'

/** Keeps the process busy for longer than one turn. */
function work(): void {
	const until = performance.now() + 25
	while (performance.now() < until);
}

describe('code that runs for long lets others in', () => {
	test('code that has run for less than a turn goes on at once', () => {
		expect(new Patience().look()).toBeUndefined()
	})

	test('code that has run for longer than a turn lets others in, and a new turn begins', async () => {
		const patience = new Patience()
		work()
		const pause = patience.look()
		expect(pause).toBeInstanceOf(Promise)
		await pause
		expect(patience.look()).toBeUndefined()
	})

	test('a call that only asks ends when its time is up', async () => {
		const scheduler = new Scheduler()
		const slices = await scheduler.startCall()
		const patience = new Patience({ ms: 0, text: 'execution aborted', scheduler, slices })
		work()
		expect(() => patience.look()).toThrow('execution aborted')
	})
})
