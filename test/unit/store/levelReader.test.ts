import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { KvDatabase, RangeOptions } from '../../../src/store/KvDatabase.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { type LevelReader, openLevelReader } from '../../../src/store/kv/levelReader.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
})

/** A database as the thread of the blocks has it, and a reader of it beside. */
async function opened(): Promise<{ readonly db: KvDatabase; readonly reader: LevelReader }> {
	const folder = mkdtempSync(join(tmpdir(), 'level-reader-'))
	const path = join(folder, 'data')
	const db = await openLevelDb(path, { shared: true })
	const reader = await openLevelReader(path)
	ends.push(async () => {
		await reader.close()
		await db.close()
		rmSync(folder, { recursive: true, force: true })
	})
	return { db, reader }
}

/** Writes a value under so many keys. */
async function fill(db: KvDatabase, rows: number, value: string): Promise<void> {
	const batch = db.batch()
	for (let row = 0; row < rows; row++) batch.put(utf8(String(row).padStart(5, '0')), utf8(value))
	await db.write(batch, { sync: true })
}

describe('a database that another thread writes', () => {
	it('a database that another thread writes is walked to the end at the moment the walk began, however often the view moves on meanwhile', async () => {
		const { db, reader } = await opened()
		// More rows than one step of a walk takes, so that it has steps after the view has moved on.
		const rows = 2_000
		await fill(db, rows, 'old')
		const view = reader.view()
		const values: string[] = []
		for await (const [, value] of view.db.range({})) {
			values.push(fromUtf8(value))
			if (values.length % 500 !== 1) continue
			await fill(db, rows + 1, `new ${values.length}`)
			expect(view.advance(() => true)).toBe(true)
		}
		expect(values).toHaveLength(rows)
		expect(new Set(values)).toEqual(new Set(['old']))
		expect(fromUtf8(view.db.get(utf8('00000'))!)).toBe('new 1501')
	})

	it('a database that another thread writes is read in ranges, behind prefixes and up to a limit, and never written here', async () => {
		const { db, reader } = await opened()
		await fill(db, 1_100, 'v')
		const view = reader.view().db
		const keys = async (of: KvDatabase, options: RangeOptions) => {
			const found: string[] = []
			for await (const [key] of of.range(options)) found.push(fromUtf8(key))
			return found
		}
		const all = Array.from({ length: 1_100 }, (_, row) => String(row).padStart(5, '0'))
		expect(await keys(view, {})).toEqual(all)
		expect(await keys(view, { gte: utf8('00003'), lt: utf8('00006') })).toEqual(all.slice(3, 6))
		for (const limit of [0, 1, 513]) {
			expect(await keys(view, { limit })).toEqual(all.slice(0, limit))
			expect(await keys(view, { limit, reverse: true })).toEqual([...all].reverse().slice(0, limit))
		}
		const part = view.prefixed(utf8('0109'))
		expect(await keys(part, {})).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
		expect([fromUtf8(part.get(utf8('7'))!), part.get(utf8('x')), view.get(utf8('01100'))]).toEqual([
			'v',
			undefined,
			undefined,
		])
		for (const write of [() => view.batch(), () => view.write(db.batch(), { sync: true })])
			expect(write).toThrow('only the thread that makes the blocks writes the database')
	})

	it('a database that nobody has made is not opened for reading, and not made by that', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'level-reader-'))
		ends.push(async () => rmSync(folder, { recursive: true, force: true }))
		const path = join(folder, 'data')
		await expect(openLevelReader(path)).rejects.toThrow(`The database ${path} cannot be opened.`)
		await expect(openLevelReader(path)).rejects.toMatchObject({ why: expect.stringContaining('does not exist') })
	})

	it('stays at its moment when moving on proves wrong', async () => {
		const { db, reader } = await opened()
		await fill(db, 1, 'old')
		const view = reader.view()
		await fill(db, 1, 'new')
		expect(view.advance(() => false)).toBe(false)
		expect(fromUtf8(view.db.get(utf8('00000'))!)).toBe('old')
	})

	it('a moment that has ended is not read any more, but walks over it come to their end', async () => {
		const { db, reader } = await opened()
		const rows = 2_000
		await fill(db, rows, 'old')
		const view = reader.view()
		let walked = 0
		for await (const [, value] of view.db.range({})) {
			if (walked++ === 0) {
				view.end()
				await fill(db, rows, 'new')
			}
			expect(fromUtf8(value)).toBe('old')
		}
		expect(walked).toBe(rows)
		expect(() => view.db.get(utf8('00000'))).toThrow('The chain has gone back since this was asked.')
		await expect(view.db.range({})[Symbol.asyncIterator]().next()).rejects.toThrow(
			'The chain has gone back since this was asked.',
		)
	})

	it('a moment that is over holds nothing of the database once the last walk over it has ended', async () => {
		const snapshots = vi.spyOn(ClassicLevel.prototype, 'snapshot')
		const iterators = vi.spyOn(ClassicLevel.prototype, 'iterator')
		ends.push(async () => void vi.restoreAllMocks())
		/** Whether the database still keeps each moment that was taken. */
		const held = () =>
			snapshots.mock.results.map(({ value: snapshot }) => {
				try {
					snapshot.ref()
				} catch {
					return false
				}
				snapshot.unref()
				return true
			})
		const { db, reader } = await opened()
		await fill(db, 3, 'v')
		const walk = async (of: KvDatabase) => {
			const rows = of.range({})[Symbol.asyncIterator]()
			await rows.next()
			return rows
		}
		const view = reader.view()
		view.advance(() => false)
		expect(held()).toEqual([true, false])
		view.advance(() => true)
		expect(held()).toEqual([false, false, true])
		await (await walk(view.db)).return!()
		expect(held()).toEqual([false, false, true])
		const before = await walk(view.db)
		view.advance(() => true)
		expect(held()).toEqual([false, false, true, true])
		await before.return!()
		expect(held()).toEqual([false, false, false, true])
		const [first, second] = [await walk(view.db), await walk(view.db)]
		view.end()
		await second.return!()
		expect(held()).toEqual([false, false, false, true])
		await first.return!()
		expect(held()).toEqual([false, false, false, false])
		for (const { value: iterator } of iterators.mock.results.slice(-4))
			await expect(iterator.next()).rejects.toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' })
	})
})
