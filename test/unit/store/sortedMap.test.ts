import { expect, test } from 'vitest'
import { SortedMap } from '../../../src/store/sortedMap.ts'
import { randomSource } from '../../support/random.js'

const keyOf = (number: number) => `k${String(number).padStart(5, '0')}`

test('a sorted map agrees with a plain one in each read and range, while it grows to many parts and shrinks to none', () => {
	const random = randomSource('sorted map')
	const map = new SortedMap<number>()
	const plain = new Map<string, number>()
	const compare = (...[start, end, limit]: [start?: string, end?: string, limit?: number]) => {
		const wanted = [...plain]
			.filter(([key]) => (start === undefined || key >= start) && (end === undefined || key < end))
			.sort(([a], [b]) => (a < b ? -1 : 1))
		expect(map.entries(start, end, limit).join()).toBe(wanted.slice(0, limit).join())
		expect(map.entriesReverse(start, end, limit).join()).toBe(wanted.reverse().slice(0, limit).join())
	}
	const check = () => {
		compare()
		for (const limit of [0, 1, 5]) compare(undefined, undefined, limit)
		for (let range = 0; range < 3; range++) {
			const [from, to] = [random(4_000), random(4_000)].sort((a, b) => a - b).map(keyOf)
			compare(from, to)
			compare(from, undefined, 3)
			compare(undefined, to, 3)
			compare(from, from)
		}
		const asked = Array.from({ length: 200 }, () => keyOf(random(4_000)))
		expect(asked.map((key) => map.get(key))).toEqual(asked.map((key) => plain.get(key)))
	}
	check()
	for (let number = 0; number < 2_500; number++) {
		const key = keyOf(random(4_000))
		map.set(key, number)
		plain.set(key, number)
		if (number % 500 === 0) check()
	}
	// From the front, so that whole parts go.
	const keys = [...plain.keys()].sort()
	const lost: string[] = []
	for (const [at, key] of keys.entries()) {
		map.delete(key)
		map.delete(key)
		plain.delete(key)
		const next = keys[at + 1]
		if (next !== undefined && map.get(next) === undefined) lost.push(next)
		if (at % 400 === 0) check()
	}
	check()
	expect(lost).toEqual([])
	map.set('again', 1)
	expect(map.entries()).toEqual([['again', 1]])
	map.clear()
	expect([map.entries(), map.get('again')]).toEqual([[], undefined])
})

test('a sorted map keeps at most 512 entries in a part, so that keys in order make parts that are found each', () => {
	const map = new SortedMap<number>()
	for (let number = 0; number < 3_000; number++) map.set(keyOf(number), number)
	for (let number = 0; number < 3_000; number += 3) map.delete(keyOf(number))
	const left = Array.from({ length: 3_000 }, (_, number) => number).filter((number) => number % 3 !== 0)
	expect(left.map((number) => map.get(keyOf(number)))).toEqual(left)
	expect(map.entries(undefined, undefined).map(([, number]) => number)).toEqual(left)
	expect(map.entriesReverse(keyOf(512), keyOf(1_024)).map(([, number]) => number)).toEqual(
		left.filter((number) => number >= 512 && number < 1_024).reverse(),
	)
})

test('a sorted map without an end reaches to the last of all byte strings', () => {
	const map = new SortedMap<number>()
	const last = '\u00ff'.repeat(300)
	for (const [place, key] of ['', '\u0000', 'a', '\u00ff', last].entries()) map.set(key, place)
	expect(map.entries().map(([, place]) => place)).toEqual([0, 1, 2, 3, 4])
	expect(map.entriesReverse().map(([, place]) => place)).toEqual([4, 3, 2, 1, 0])
	expect(map.entriesReverse('a', last).map(([, place]) => place)).toEqual([3, 2])
})
