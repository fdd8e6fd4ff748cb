import { expect, it } from 'vitest'
import { Stillness } from '../../../../src/node/threads/Stillness.ts'

/** Looks twice a second until it counts as still; answers after how many seconds that is, by default of at most 100. */
function stillAfter(usedMsOfEachLook: number, turnsAt: readonly number[] = [], usedMsBefore = 0): number | undefined {
	const stillness = new Stillness()
	let turns = 0
	for (let look = 0; look <= 200; look++) {
		if (turnsAt.includes(look)) turns++
		if (stillness.look(turns, 500, usedMsBefore + look * usedMsOfEachLook) !== undefined) return look / 2
	}
}

it('a thread that works at one thing counts as still after twelve seconds', () => {
	expect(stillAfter(500)).toBe(12)
})

it('a thread that gets hardly any processor time on a busy machine is left alone for a minute', () => {
	expect(stillAfter(30)).toBe(60)
})

it('a thread that gets a quarter of a processor counts as still once it has used six seconds of it', () => {
	expect(stillAfter(125)).toBe(24)
})

it('a thread whose event loop turned once begins its time anew', () => {
	expect(stillAfter(500, [20])).toBe(22)
})

it('what a process has worked before does not count against a thread that gets hardly any processor time', () => {
	expect(stillAfter(30, [], 3_600_000)).toBe(60)
})

it('a thread that counts as still is told with how long it has stood, to the millisecond', () => {
	const stillness = new Stillness()
	const looks = [500, 11_999, 1].map((passedMs, look) => stillness.look(7, passedMs, look * 6_000))
	expect(looks).toEqual([undefined, undefined, 12_000])
})
