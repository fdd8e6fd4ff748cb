import { describe, expect, it } from 'vitest'
import { Lock } from '../../../src/util/Lock.ts'

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
	})
})
