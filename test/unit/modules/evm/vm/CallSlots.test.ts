import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { CallSlots } from '../../../../../src/modules/evm/vm/CallSlots.ts'

/** Keeps the process busy. */
function work(ms: number): void {
	const until = performance.now() + ms
	while (performance.now() < until);
}

describe('the places of calls that only ask', () => {
	test('short calls in a row let others in', async () => {
		const slots = new CallSlots()
		let turns = 0
		let going = true
		const count = async (): Promise<void> => {
			for (; going; turns++) await nextTurn()
		}
		const counting = count()
		await Promise.all(
			Array.from({ length: 30 }, async () => {
				const ticket = await slots.start()
				work(2)
				slots.end(ticket)
			}),
		)
		going = false
		await counting
		// In all they take sixty milliseconds, some of them in each turn.
		expect(turns).toBeGreaterThan(3)
	})

	test('a call starts at once where none waits for a turn, behind one that does', async () => {
		const slots = new CallSlots()
		const first = await slots.start()
		first.usedMs = 20
		const order: string[] = []
		const goesOn = slots.turn(first).then(() => order.push('first'))
		const second = slots.start().then((ticket) => {
			order.push('second')
			return ticket
		})
		expect(order).toEqual([])
		await Promise.all([goesOn, second])
		// The one that used least goes first.
		expect(order).toEqual(['second', 'first'])
		slots.end(first)
		slots.end(await second)
	})
})
