import { describe, expect, it } from 'vitest'
import { ClockHistory } from '../../../../src/engine/blocks/ClockHistory.ts'
import { clockKey } from '../../../../src/engine/store/keys.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'

const untouched = { offsetMs: 0, frozenAt: undefined }
const [first, second, third] = [1, 2, 3].map((offsetMs) => ({ offsetMs, frozenAt: offsetMs * 10 })) as [
	{ offsetMs: number; frozenAt: number },
	{ offsetMs: number; frozenAt: number },
	{ offsetMs: number; frozenAt: number },
]

describe('the changes of the clock of a chain', () => {
	it('a change of the clock counts for the blocks after the height of its time, also when it is read again', async () => {
		const db = createMemoryDb()
		const history = new ClockHistory(db)
		expect([history.latest, history.at(1)]).toEqual([undefined, untouched])
		await history.note(2, first)
		await history.note(4, second)
		for (const each of [history, new ClockHistory(db)]) {
			expect([2, 3, 4].map((height) => each.at(height).offsetMs)).toEqual([0, 1, 1])
			expect([each.at(5), each.latest]).toEqual([
				{ after: 4, ...second },
				{ after: 4, ...second },
			])
		}
	})

	it('changes of the clock at or after a height go with its later blocks, and the clock is as it was told', async () => {
		const db = createMemoryDb()
		const history = new ClockHistory(db)
		for (const [after, state] of [
			[2, first],
			[4, second],
			[5, second],
		] as const) {
			await history.note(after, state)
		}
		const batch = db.batch()
		history.rewind(4, third, batch)
		await db.write(batch, { sync: false })
		expect(history.at(6)).toEqual({ after: 5, ...second })
		history.reload()
		expect([3, 4, 5, 9].map((height) => history.at(height).offsetMs)).toEqual([1, 1, 3, 3])
		expect(history.latest).toEqual({ after: 4, ...third })
		// A change at the height itself is not kept beside the one that takes its place.
		expect(JSON.parse(fromUtf8(db.get(clockKey)!))).toEqual([
			{ after: 2, ...first },
			{ after: 4, ...third },
		])
	})

	it('the oldest changes of the clock are forgotten when there are more than a thousand', async () => {
		const db = createMemoryDb()
		const batch = db.batch()
		const changes = Array.from({ length: 999 }, (_, index) => ({ after: index + 1, offsetMs: index + 1 }))
		batch.put(clockKey, utf8(JSON.stringify(changes)))
		await db.write(batch, { sync: false })
		const history = new ClockHistory(db)
		await history.note(1_000, first)
		expect(history.at(2).offsetMs).toBe(1)
		await history.note(1_001, second)
		expect([history.at(2), history.at(3).offsetMs]).toEqual([untouched, 2])
	})
})
