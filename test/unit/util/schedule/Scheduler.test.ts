import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { Caller, rankOf } from '../../../../src/util/schedule/Caller.ts'
import { type Asker, type Readable, Scheduler, type Slices } from '../../../../src/util/schedule/Scheduler.ts'
import { until } from '../../../support/until.ts'

/** Keeps the process busy. */
function work(ms: number): void {
	const end = performance.now() + ms
	while (performance.now() < end);
}

describe('the turns of those who ask', () => {
	it('turns come at once while there is nothing else to do', () => {
		const scheduler = new Scheduler()
		let ran = false
		scheduler.start(new Caller().lines.few, () => {
			ran = true
		})
		expect(ran).toBe(true)
	})

	it('turns go to the one that asks once before those that ask without end', async () => {
		const scheduler = new Scheduler()
		const order: string[] = []
		const hostile = Array.from({ length: 20 }, () => new Caller())
		const again = ({ lines }: Caller): void => {
			scheduler.start(lines.many, () => {
				order.push('hostile')
				work(1)
				if (order.length < 400) setImmediate(() => again({ lines } as Caller))
			})
		}
		for (const caller of hostile) for (let i = 0; i < 20; i++) again(caller)
		await nextTurn()
		const before = order.length
		await scheduler.run(new Caller().lines.few, () => order.push('honest'))
		expect(order.indexOf('honest') - before).toBeLessThan(10)
		for (const caller of hostile) caller.leave()
	})

	it('turns go to the one that had less when both ask for much', async () => {
		const scheduler = new Scheduler()
		const ran = { heavy: 0, light: 0 }
		const [heavy, light] = [new Caller(), new Caller()]
		for (let i = 0; i < 300; i++) {
			scheduler.start(heavy.lines.many, () => {
				ran.heavy++
				work(2)
			})
			scheduler.start(light.lines.many, () => {
				ran.light++
				work(0.2)
			})
		}
		await until(() => ran.light >= 100, nextTurn)
		expect(ran.heavy).toBeLessThan(40)
		heavy.leave()
		light.leave()
	})

	it('turns go to every rank while the one before it never ends', async () => {
		const scheduler = new Scheduler()
		const ran = { few: 0, many: 0, large: 0, long: 0 }
		const caller = new Caller()
		const { few, many, large } = caller.lines
		const lines = { few, many, large, long: (await scheduler.startCall()).line }
		let going = true
		for (const name of ['few', 'many', 'large', 'long'] as const) {
			const again = (): void => {
				ran[name]++
				work(1)
				if (going) scheduler.start(lines[name], again, true)
			}
			for (let i = 0; i < 20; i++) scheduler.start(lines[name], again, true)
		}
		await until(() => Object.values(ran).every((times) => times >= 10), nextTurn)
		going = false
		caller.leave()
		lines.long.waiting.length = 0
		expect(Object.values(ran).every((times) => times >= 10)).toBe(true)
	})

	it('turns let timers and sockets have their time between them', async () => {
		const scheduler = new Scheduler()
		const caller = new Caller()
		let left = 200
		for (let i = 0; i < 200; i++)
			scheduler.start(caller.lines.few, () => {
				left--
				work(1)
			})
		await new Promise((resolve) => setTimeout(resolve, 1))
		expect(left).toBeGreaterThan(100)
		caller.leave()
		const atLeave = left
		await nextTurn()
		expect(left).toBe(atLeave)
	})

	it('turns are not held up by jobs that wait for something', async () => {
		const scheduler = new Scheduler()
		const forever = () => new Promise(() => undefined)
		const never = Array.from({ length: 50 }, () => scheduler.run(new Caller().lines.few, forever))
		expect(never).toHaveLength(50)
		expect(await scheduler.run(new Caller().lines.few, async () => 'begun', true)).toBe('begun')
		expect(await scheduler.run(new Caller().lines.few, async () => 'answered')).toBe('answered')
	})

	it('turns ask for no processor while all that wait have no place', async () => {
		const scheduler = new Scheduler()
		const caller = new Caller()
		const forever = () => new Promise(() => undefined)
		// Each begins after some time, so many wait for all of this test.
		for (let i = 0; i < 10_000; i++) scheduler.start(caller.lines.few, forever)
		const hasTurn = () => process.getActiveResourcesInfo().includes('Immediate')
		await expect.poll(hasTurn, { interval: 5, timeout: 5_000 }).toBe(false)
		expect(caller.backlog).toBeGreaterThan(0)
		caller.leave()
	})

	it('turns hand on what a job throws', async () => {
		const scheduler = new Scheduler()
		const { few } = new Caller().lines
		const fault = new Error('no')
		const faulty = (): never => {
			throw fault
		}
		await expect(scheduler.run(few, () => Promise.reject(fault))).rejects.toBe(fault)
		await expect(scheduler.run(few, () => Promise.reject(fault), true)).rejects.toBe(fault)
		await expect(scheduler.run(few, faulty)).rejects.toBe(fault)
		expect(await scheduler.run(few, () => 1)).toBe(1)
	})

	it('turns are ranked by the size of a message and by the replies that its connection waits for', () => {
		expect([rankOf(100, 8), rankOf(100, 9), rankOf(32 * 1024 + 1, 0)]).toEqual(['few', 'many', 'large'])
		expect([rankOf(100, 4, 4), rankOf(100, 5, 4)]).toEqual(['few', 'many'])
	})
})

/** Takes every place, so that the next call waits. */
function fill(scheduler: Scheduler, asker?: Asker): Promise<Slices[]> {
	return Promise.all(Array.from({ length: 4 }, () => scheduler.startCall(asker)))
}

describe('calls that go on in slices', () => {
	test('short calls in a row let others in', async () => {
		const scheduler = new Scheduler()
		let turns = 0
		let going = true
		const count = async (): Promise<void> => {
			for (; going; turns++) await nextTurn()
		}
		const counting = count()
		await Promise.all(
			Array.from({ length: 30 }, async () => {
				const call = await scheduler.startCall()
				work(2)
				scheduler.endCall(call)
			}),
		)
		going = false
		await counting
		// In all they take sixty milliseconds, some of them in each turn.
		expect(turns).toBeGreaterThan(3)
	})

	test('a call that used less goes on first', async () => {
		const scheduler = new Scheduler()
		const first = await scheduler.startCall()
		work(20)
		const order: string[] = []
		const goesOn = scheduler.turn(first).then(() => order.push('first'))
		const second = scheduler.startCall().then((call) => {
			order.push('second')
			return call
		})
		expect(order).toEqual([])
		await Promise.all([goesOn, second])
		expect(order).toEqual(['second', 'first'])
		scheduler.endCall(first)
		scheduler.endCall(await second)
	})

	test('a call that waits ends when its caller leaves, and makes place in line', async () => {
		const scheduler = new Scheduler()
		const running = await fill(scheduler)
		const caller = new Caller()
		const refused = scheduler.startCall({ bytes: 100, caller })
		caller.leave()
		await expect(refused).rejects.toThrow('its caller has left')
		await expect(scheduler.startCall({ bytes: 100, caller })).rejects.toThrow('its caller has left')
		const next = scheduler.startCall()
		scheduler.endCall(running[0]!)
		expect((await next).usedMs).toBe(0)
	})

	test('a call that runs does not go on when its caller has left', async () => {
		const scheduler = new Scheduler()
		const caller = new Caller()
		const call = await scheduler.startCall({ bytes: 100, caller })
		scheduler.assertMayGoOn(call)
		caller.leave()
		expect(() => scheduler.assertMayGoOn(call)).toThrow('its caller has left')
	})

	test('a caller whose last call was short goes before those who came later', async () => {
		const scheduler = new Scheduler()
		const [quick, slow] = [new Caller(), new Caller()]
		scheduler.endCall(await scheduler.startCall({ bytes: 100, caller: quick }))
		const long = await scheduler.startCall({ bytes: 100, caller: slow })
		long.usedMs = 100
		scheduler.endCall(long)
		const running = await fill(scheduler)
		const order: string[] = []
		const calls = Object.entries({ slow, quick, stranger: undefined, other: undefined }).map(async ([name, caller]) => {
			const call = await scheduler.startCall({ bytes: 100, caller })
			order.push(name)
			scheduler.endCall(call)
		})
		scheduler.endCall(running[0]!)
		await Promise.all(calls)
		expect(order).toEqual(['quick', 'other', 'stranger', 'slow'])
	})

	test('the call that waits longest is refused when more than five thousand wait', async () => {
		const scheduler = new Scheduler()
		const running = await fill(scheduler)
		const caller = new Caller()
		const left: number[] = []
		const calls = Array.from({ length: 5_001 }, (_, index) =>
			scheduler.startCall({ bytes: 1, caller }).catch(({ message }: Error) => {
				left.push(index)
				return message
			}),
		)
		await nextTurn()
		expect(left).toEqual([0])
		expect(await calls[0]).toBe('too many calls at once: ask again later')
		caller.leave()
		await Promise.all(calls)
		for (const call of running) scheduler.endCall(call)
	})

	test('the largest question goes when too many bytes wait', async () => {
		const scheduler = new Scheduler()
		const running = await fill(scheduler)
		const small = scheduler.startCall({ bytes: 50_000 })
		const large = Array.from({ length: 2 }, () => scheduler.startCall({ bytes: 4_000_000 }))
		const largest = scheduler.startCall({ bytes: 5_000_000 })
		await expect(largest).rejects.toThrow('too many calls at once')
		for (const call of running) scheduler.endCall(call)
		for (const call of [small, ...large]) expect((await call).usedMs).toBe(0)
	})

	test('searches take turns with each other, and end when their caller leaves', async () => {
		const scheduler = new Scheduler()
		const [caller, other] = [new Caller(), new Caller()]
		const ran = { caller: 0, other: 0 }
		const search = async (name: 'caller' | 'other', pause: () => Promise<void> | undefined): Promise<void> => {
			for (;;) {
				ran[name]++
				work(2)
				await pause()
			}
		}
		const searches = Promise.allSettled([
			search('caller', scheduler.steps(caller)),
			search('other', scheduler.steps(other)),
		])
		// Each goes on although the other never ends.
		await until(() => ran.caller >= 30 && ran.other >= 30, nextTurn)
		caller.leave()
		other.leave()
		for (const ended of await searches) {
			expect(ended).toMatchObject({ reason: { message: 'execution aborted (its caller has left)' } })
		}
	})
})

describe('connections that send large requests', () => {
	class Sender implements Readable {
		isHeld = false
		hold(): void {
			this.isHeld = true
		}
		goOn(): void {
			this.isHeld = false
		}
	}

	test('connections are read a few at a time, and each goes on when another is done', () => {
		const scheduler = new Scheduler()
		const senders = Array.from({ length: 10 }, () => new Sender())
		for (const sender of senders) scheduler.read(sender)
		expect(senders.map(({ isHeld }) => isHeld)).toEqual([...Array(8).fill(false), true, true])
		scheduler.endRead(senders[0]!)
		expect(senders[8]!.isHeld).toBe(false)
		expect(senders[9]!.isHeld).toBe(true)
		for (const sender of senders) scheduler.endRead(sender)
		expect(senders[9]!.isHeld).toBe(false)
	})

	test('a sender that stalls gives way to one that was not read yet', async () => {
		const scheduler = new Scheduler()
		const [stalled, fresh] = [Array.from({ length: 8 }, () => new Sender()), new Sender()]
		for (const sender of [...stalled, fresh]) scheduler.read(sender)
		expect(fresh.isHeld).toBe(true)
		await until(() => !fresh.isHeld, nextTurn)
		expect(stalled.filter(({ isHeld }) => isHeld)).toHaveLength(1)
		for (const sender of [...stalled, fresh]) scheduler.endRead(sender)
	})
})
