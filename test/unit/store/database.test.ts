import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import type { KvDatabase, RangeOptions } from '../../../src/store/KvDatabase.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

const folders: string[] = []
const open: KvDatabase[] = []

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'store-db-'))
	folders.push(folder)
	return folder
}

async function opened(kind: string): Promise<KvDatabase> {
	const db = kind === 'memory' ? createMemoryDb() : await openLevelDb(await newFolder())
	open.push(db)
	return db
}

afterEach(async () => {
	for (const db of open.splice(0)) await db.close()
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function put(db: KvDatabase, ...keys: string[]): Promise<void> {
	const batch = db.batch()
	for (const key of keys) batch.put(utf8(key), utf8(`value of ${key}`))
	await db.write(batch, { sync: false })
}

async function keys(db: KvDatabase, options: RangeOptions = {}): Promise<string[]> {
	const found: string[] = []
	for await (const [key] of db.range(options)) found.push(fromUtf8(key))
	return found
}

const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : fromUtf8(bytes))

describe.each(['memory', 'level'])('the %s database', (kind) => {
	test('reads what a batch wrote, later writes of a key winning', async () => {
		const db = await opened(kind)
		const batch = db.batch()
		batch.put(utf8('a'), utf8('1'))
		batch.put(utf8('b'), utf8('1'))
		batch.put(utf8('a'), utf8('2'))
		batch.delete(utf8('b'))
		batch.put(utf8('empty'), new Uint8Array())
		expect(db.get(utf8('a'))).toBeUndefined()
		await db.write(batch, { sync: true })
		expect(text(db.get(utf8('a')))).toBe('2')
		expect(db.get(utf8('b'))).toBeUndefined()
		expect(db.get(utf8('empty'))?.length).toBe(0)
	})

	test('shows a write from the call on, before it is durable', async () => {
		const db = await opened(kind)
		await put(db, 'a', 'b', 'c')
		const first = db.batch()
		first.put(utf8('b'), utf8('new'))
		first.put(utf8('bb'), utf8('new'))
		first.delete(utf8('c'))
		const second = db.batch()
		second.put(utf8('b'), utf8('newest'))
		const written = [db.write(first, { sync: true }), db.write(second, { sync: true })]
		expect(text(db.get(utf8('b')))).toBe('newest')
		expect(db.get(utf8('c'))).toBeUndefined()
		expect(await keys(db)).toEqual(['a', 'b', 'bb'])
		expect(await keys(db, { reverse: true, limit: 2 })).toEqual(['bb', 'b'])
		await Promise.all(written)
		expect(text(db.get(utf8('b')))).toBe('newest')
		expect(await keys(db, { limit: 1 })).toEqual(['a'])
	})

	test('gives ranges in byte order, both ways, half open and limited', async () => {
		const db = await opened(kind)
		await put(db, 'b', 'a', 'ab', 'c', 'ca')
		expect(await keys(db)).toEqual(['a', 'ab', 'b', 'c', 'ca'])
		expect(await keys(db, { gte: utf8('ab'), lt: utf8('c') })).toEqual(['ab', 'b'])
		expect(await keys(db, { gte: utf8('ab'), lt: utf8('c'), reverse: true })).toEqual(['b', 'ab'])
		expect(await keys(db, { reverse: true, limit: 2 })).toEqual(['ca', 'c'])
		expect(await keys(db, { limit: 0 })).toEqual([])
	})

	test('gives ranges with what is being written, at each bound and limit', async () => {
		const db = await opened(kind)
		const all = ['a', 'b', 'c', 'd', 'e', 'h', 'i', 'j']
		const asked: [RangeOptions, string[]][] = []
		for (let limit = 0; limit <= 9; limit++) {
			asked.push([{ limit }, all.slice(0, limit)])
			asked.push([{ limit, reverse: true }, [...all].reverse().slice(0, limit)])
		}
		for (const from of [...all, 'g']) {
			asked.push([{ gte: utf8(from) }, all.filter((key) => key >= from)])
			asked.push([{ lt: utf8(from), reverse: true }, all.filter((key) => key < from).reverse()])
		}
		for (const [options, wanted] of asked) {
			const before = db.batch()
			for (const key of ['a', 'c', 'd', 'g']) before.put(utf8(key), utf8('old'))
			for (const key of ['b', 'e', 'h', 'i', 'j']) before.delete(utf8(key))
			await db.write(before, { sync: false })
			const batch = db.batch()
			for (const key of ['b', 'd', 'e', 'h', 'i', 'j']) batch.put(utf8(key), utf8('new'))
			batch.delete(utf8('g'))
			// A range shows what was handed over when it began.
			const written = db.write(batch, { sync: false })
			const found = keys(db, options)
			expect(['b', 'c', 'd', 'g'].map((key) => text(db.get(utf8(key))))).toEqual(['new', 'old', 'new', undefined])
			expect([options, await found]).toEqual([options, wanted])
			await written
		}
	})

	test('gives a range to its end where each record is larger than what is read at once', async () => {
		const db = await opened(kind)
		const batch = db.batch()
		for (const key of ['a', 'b', 'c', 'd']) batch.put(utf8(key), new Uint8Array(40_000))
		await db.write(batch, { sync: false })
		expect(await keys(db)).toEqual(['a', 'b', 'c', 'd'])
		expect(await keys(db, { reverse: true, limit: 3 })).toEqual(['d', 'c', 'b'])
	})

	test('keeps the parts behind prefixes apart, in one batch', async () => {
		const db = await opened(kind)
		const state = db.prefixed(utf8('s/'))
		const inner = state.prefixed(utf8('x/'))
		const batch = db.batch()
		batch.prefixed(utf8('s/')).put(utf8('k'), utf8('state'))
		batch.prefixed(utf8('s/')).prefixed(utf8('x/')).put(utf8('k'), utf8('inner'))
		batch.put(utf8('k'), utf8('root'))
		batch.put(utf8('t'), utf8('behind the prefix'))
		await state.write(batch, { sync: false })
		expect([text(db.get(utf8('k'))), text(state.get(utf8('k'))), text(inner.get(utf8('k')))]).toEqual([
			'root',
			'state',
			'inner',
		])
		expect(await keys(state)).toEqual(['k', 'x/k'])
		expect(await keys(inner, { reverse: true })).toEqual(['k'])
		const own = inner.batch()
		own.delete(utf8('k'))
		await db.write(own, { sync: false })
		expect(inner.get(utf8('k'))).toBeUndefined()
	})

	test('agrees with a plain map under random writes and ranges', async () => {
		const random = randomSource()
		const db = await opened(kind)
		const plain = new Map<string, string>()
		for (let round = 0; round < 60; round++) {
			const batch = db.batch()
			for (let i = 0; i < 40; i++) {
				const key = `k${random(1500)}`
				if (random(4) === 0) {
					batch.delete(utf8(key))
					plain.delete(key)
				} else {
					batch.put(utf8(key), utf8(String(round)))
					plain.set(key, String(round))
				}
			}
			const written = db.write(batch, { sync: false })
			const [from = '', to = ''] = [`k${random(1500)}`, `k${random(1500)}`].sort()
			const wanted = [...plain.keys()].filter((key) => key >= from && key < to).sort()
			const reverse = random(2) === 0
			if (reverse) wanted.reverse()
			const limit = random(3) === 0 ? random(20) : 1e6
			expect(await keys(db, { gte: utf8(from), lt: utf8(to), reverse, limit })).toEqual(wanted.slice(0, limit))
			await written
		}
		expect(plain.size).toBeGreaterThan(0)
		for (const [key, value] of plain) expect(text(db.get(utf8(key)))).toBe(value)
	})
})

test('a record of a LevelDB folder is read from the disk once its write is over', async () => {
	const db = await opened('level')
	const value = utf8('value')
	const batch = db.batch()
	batch.put(utf8('key'), value)
	const written = db.write(batch, { sync: false })
	expect(db.get(utf8('key'))).toBe(value)
	await written
	expect(text(db.get(utf8('key')))).toBe('value')
	expect(db.get(utf8('key'))).not.toBe(value)
})

test('a LevelDB folder that is open already is refused with the next step', async () => {
	const folder = await newFolder()
	open.push(await openLevelDb(folder))
	const error = await openLevelDb(folder).catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(UserError)
	expect((error as UserError).text).toContain('is in use')
	expect((error as UserError).next).toContain('--home')
})

test('a LevelDB folder that cannot be made is refused with the reason', async () => {
	const file = join(await newFolder(), 'file')
	await writeFile(file, 'not a folder')
	const error = await openLevelDb(file).catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(UserError)
	expect((error as UserError).why).not.toBe('')
	expect((error as UserError).next).not.toBe('')
})

test('a damaged LevelDB folder is refused with the reason', async () => {
	const folder = await newFolder()
	const db = await openLevelDb(folder)
	await put(db, 'a')
	await db.close()
	await writeFile(join(folder, 'CURRENT'), 'nonsense')
	const error = await openLevelDb(folder).catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(UserError)
	expect((error as UserError).text).toContain('cannot be opened')
})

test('a LevelDB folder has what was handed to it before it was closed, in order, though nobody waited', async () => {
	const folder = await newFolder()
	const db = await openLevelDb(folder)
	const writes = Array.from({ length: 5 }, (_, round) => {
		const batch = db.batch()
		batch.put(utf8('newest'), utf8(String(round)))
		batch.put(utf8(`k${round}`), utf8('v'))
		return db.write(batch, { sync: false })
	})
	await db.close()
	await Promise.all(writes)
	const again = await openLevelDb(folder)
	open.push(again)
	expect(text(again.get(utf8('newest')))).toBe('4')
	expect(await keys(again)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'newest'])
})
