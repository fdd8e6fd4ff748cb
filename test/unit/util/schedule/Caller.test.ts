import { expect, test } from 'vitest'
import { Caller, rankOf } from '../../../../src/util/schedule/Caller.ts'

test.each([
	[0, 0, 'few'],
	[32_768, 8, 'few'],
	[32_768, 9, 'many'],
	[32_769, 0, 'large'],
	[32_769, 9, 'large'],
] as const)(
	'a message of %i bytes on a connection that waits for %i replies has the rank %s',
	(bytes, waiting, rank) => {
		expect(rankOf(bytes, waiting)).toBe(rank)
	},
)

test('a caller is quick while its last call used no more than 25 milliseconds, and not before it has called', () => {
	const caller = new Caller()
	expect(caller.isQuick).toBe(false)
	for (const [ms, isQuick] of [
		[0, true],
		[25, true],
		[25.001, false],
		[26, false],
		[24.9, true],
	] as const) {
		caller.used(ms)
		expect([ms, caller.isQuick]).toEqual([ms, isQuick])
	}
})

test('a caller that leaves drops its jobs of each rank, and tells once those that still wait for it', () => {
	const caller = new Caller()
	const job = { run: () => undefined, begins: false }
	expect(caller.backlog).toBe(0)
	caller.lines.few.waiting.push(job)
	caller.lines.many.waiting.push(job, job)
	caller.lines.large.waiting.push(job, job, job, job)
	expect(caller.backlog).toBe(7)
	const told: string[] = []
	const [first, second, third] = ['first', 'second', 'third'].map((name) => () => void told.push(name))
	for (const left of [first!, second!, third!]) caller.whenLeft(left)
	caller.stays(second!)
	expect([caller.hasLeft, told]).toEqual([false, []])
	for (let times = 0; times < 2; times++) {
		caller.leave()
		expect([caller.hasLeft, caller.backlog, told]).toEqual([true, 0, ['first', 'third']])
	}
})
