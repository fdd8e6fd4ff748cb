import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Caller } from '../../../../../src/modules/evm/vm/Caller.ts'
import { type Asker, CallSlots, type CallTicket } from '../../../../../src/modules/evm/vm/CallSlots.ts'

/** Keeps the process busy. */
function work(ms: number): void {
	const until = performance.now() + ms
	while (performance.now() < until);
}

/** Takes every place, so that the next call waits. */
function fill(slots: CallSlots, asker?: Asker): Promise<CallTicket[]> {
	return Promise.all(Array.from({ length: 4 }, () => slots.start(asker)))
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

	test('a call that waits ends when its caller leaves, and makes place in line', async () => {
		const slots = new CallSlots()
		const running = await fill(slots)
		const caller = new Caller()
		const refused = slots.start({ bytes: 100, caller })
		caller.leave()
		await expect(refused).rejects.toThrow('its caller has left')
		await expect(slots.start({ bytes: 100, caller })).rejects.toThrow('its caller has left')
		const next = slots.start()
		slots.end(running[0]!)
		expect((await next).usedMs).toBe(0)
	})

	test('a call that runs does not go on when its caller has left', async () => {
		const slots = new CallSlots()
		const caller = new Caller()
		const ticket = await slots.start({ bytes: 100, caller })
		slots.assertMayGoOn(ticket)
		caller.leave()
		expect(() => slots.assertMayGoOn(ticket)).toThrow('its caller has left')
	})

	test('a caller whose last call was short goes before those who came later', async () => {
		const slots = new CallSlots()
		const [quick, slow] = [new Caller(), new Caller()]
		slots.end(await slots.start({ bytes: 100, caller: quick }))
		const long = await slots.start({ bytes: 100, caller: slow })
		long.usedMs = 100
		slots.end(long)
		const running = await fill(slots)
		const order: string[] = []
		const calls = Object.entries({ slow, quick, stranger: undefined, other: undefined }).map(async ([name, caller]) => {
			const ticket = await slots.start({ bytes: 100, caller })
			order.push(name)
			slots.end(ticket)
		})
		slots.end(running[0]!)
		await Promise.all(calls)
		expect(order).toEqual(['quick', 'other', 'stranger', 'slow'])
	})

	test('the largest question goes when too many bytes wait', async () => {
		const slots = new CallSlots()
		const running = await fill(slots)
		const small = slots.start({ bytes: 50_000 })
		const large = Array.from({ length: 2 }, () => slots.start({ bytes: 4_000_000 }))
		const largest = slots.start({ bytes: 5_000_000 })
		await expect(largest).rejects.toThrow('too many calls at once')
		for (const ticket of running) slots.end(ticket)
		for (const call of [small, ...large]) expect((await call).usedMs).toBe(0)
	})
})
