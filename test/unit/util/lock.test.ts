import { describe, expect, it } from 'vitest'
import { Lock, Locks } from '../../../src/util/Lock.ts'

describe('a lock', () => {
	it('runs tasks one after the other in the order given, also when one fails', async () => {
		const lock = new Lock()
		const seen: string[] = []
		const task = (name: string, fails = false) =>
			lock.run(async () => {
				seen.push(`${name} begins`)
				await new Promise((resolve) => setImmediate(resolve))
				seen.push(`${name} ends`)
				if (fails) throw new RangeError(name)
				return name
			})
		const answers = await Promise.allSettled([task('a'), task('b', true), task('c')])
		expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
		expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
	})

	it('runs a task at once when nobody holds it, and nobody overtakes who waits', async () => {
		const lock = new Lock()
		const seen: number[] = []
		const first = lock.run(() => seen.push(1))
		expect(seen).toEqual([1])
		const second = lock.run(() => seen.push(2))
		await first
		// The first has let go: the second is next, whoever comes now.
		const third = lock.run(() => seen.push(3))
		await Promise.all([second, third])
		expect(seen).toEqual([1, 2, 3])
		// Free again, it starts the next one at once.
		const last = lock.run(() => seen.push(4))
		expect(seen).toEqual([1, 2, 3, 4])
		await last
	})
})

describe('locks by name', () => {
	it('locks run tasks of one name one after the other, and those of other names meanwhile', async () => {
		const locks = new Locks()
		const seen: string[] = []
		const begun = new Map<string, () => void>()
		const task = (name: string, label: string) =>
			locks.run(name, async () => {
				seen.push(label)
				await new Promise<void>((resolve) => begun.set(label, resolve))
			})
		/** Ends a task, and lets others take their turn. */
		const end = async (label: string, ended: Promise<void>) => {
			begun.get(label)!()
			await ended
			await new Promise((resolve) => setImmediate(resolve))
		}
		const [a1, a2, b1] = [task('a', 'a1'), task('a', 'a2'), task('b', 'b1')]
		expect(seen).toEqual(['a1', 'b1'])
		await end('a1', a1)
		expect(seen).toEqual(['a1', 'b1', 'a2'])
		// The name has still a user, so that a new task waits for it.
		const a3 = task('a', 'a3')
		expect(seen).toEqual(['a1', 'b1', 'a2'])
		await end('a2', a2)
		expect(seen).toEqual(['a1', 'b1', 'a2', 'a3'])
		await end('a3', a3)
		await end('b1', b1)
		const a4 = task('a', 'a4')
		expect(seen.at(-1)).toBe('a4')
		await end('a4', a4)
	})
})
