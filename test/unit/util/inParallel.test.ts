import { expect, it } from 'vitest'
import { inParallel } from '../../../src/util/inParallel.ts'

async function* upTo(count: number): AsyncGenerator<number> {
	for (let item = 1; item <= count; item++) yield item
}

it.each([1, 3])('work in parallel is done on at most %d items at once, and its results come in order', async (most) => {
	let [running, highest] = [0, 0]
	const results: number[] = []
	const work = async (item: number): Promise<number> => {
		highest = Math.max(highest, ++running)
		// Later items are done sooner.
		for (let turn = 0; turn < 8 - item; turn++) await new Promise(setImmediate)
		running--
		return item * 10
	}
	for await (const result of inParallel(upTo(7), most, work)) results.push(result)
	expect(results).toEqual([10, 20, 30, 40, 50, 60, 70])
	expect(highest).toBe(most)
})

it('work in parallel ends with the first error, and none of them is left unhandled', async () => {
	const seen: number[] = []
	const run = async () => {
		for await (const result of inParallel(upTo(5), 3, (item) =>
			item > 1 ? Promise.reject(new RangeError(`item ${item}`)) : Promise.resolve(item),
		)) {
			seen.push(result)
		}
	}
	await expect(run()).rejects.toThrow('item 2')
	expect(seen).toEqual([1])
})
