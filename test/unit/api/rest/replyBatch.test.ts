import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ReplyBatch } from '../../../../src/api/rest/createRestReply.ts'

test('a batch holds replies until the turn of the event loop ends, then writes them in order', async () => {
	const batch = new ReplyBatch()
	const written: number[] = []
	batch.add(() => written.push(1))
	batch.add(() => written.push(2))
	expect(written).toEqual([])
	await nextTurn()
	expect(written).toEqual([1, 2])
	batch.add(() => written.push(3))
	await nextTurn()
	expect(written).toEqual([1, 2, 3])
})

test('a batch does not hold more than a few dozen', async () => {
	const batch = new ReplyBatch()
	let written = 0
	for (let i = 0; i < 1000; i++) {
		batch.add(() => written++)
		expect(i + 1 - written).toBeLessThan(33)
	}
	await nextTurn()
	expect(written).toBe(1000)
})

test('a batch does not hold a reply while the next ones take long to make', () => {
	const batch = new ReplyBatch()
	let written = 0
	batch.add(() => written++)
	const from = performance.now()
	while (performance.now() - from < 5);
	batch.add(() => written++)
	expect(written).toBe(2)
})
