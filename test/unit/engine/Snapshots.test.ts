import { describe, expect, it } from 'vitest'
import { type SnapshotInfo, Snapshots } from '../../../src/engine/Snapshots.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'

const clock = { offsetMs: 5, frozenAt: undefined }
const info = (name: string, height: number): SnapshotInfo => ({ name, height, time: '2026-01-01T00:00:00.000Z', clock })
const namesOf = ({ all }: Snapshots) => all.map(({ name }) => name)

async function filled(...list: readonly (readonly [string, number])[]) {
	const real = createMemoryDb()
	const synced: boolean[] = []
	const db: KvDatabase = {
		...real,
		write: (batch, options) => {
			synced.push(options.sync)
			return real.write(batch, options)
		},
	}
	const snapshots = new Snapshots(db)
	for (const [name, height] of list) await snapshots.add(info(name, height))
	return { db, snapshots, synced }
}

describe('the snapshots of a chain', () => {
	it('the snapshots of a chain are listed by height, are durable, and are read by whoever opens it', async () => {
		const { db, snapshots, synced } = await filled(['b', 7], ['a', 3], ['c', 5])
		expect([namesOf(snapshots), snapshots.lowest]).toEqual([['a', 'c', 'b'], 3])
		expect(new Snapshots(db).all).toEqual([info('a', 3), info('c', 5), info('b', 7)])
		await snapshots.remove('a')
		expect([namesOf(snapshots), snapshots.lowest]).toEqual([['c', 'b'], 5])
		expect(namesOf(new Snapshots(db))).toEqual(['c', 'b'])
		expect(synced).toEqual([true, true, true, true])
		expect(new Snapshots(createMemoryDb()).lowest).toBeUndefined()
	})

	it('a snapshot is found by its name, and one that is not there is told with those that are', async () => {
		const { snapshots } = await filled()
		const nobody = { message: 'There is no snapshot x.', next: 'Take one first.' }
		expect(() => snapshots.find('x')).toThrow(expect.objectContaining(nobody))
		await expect(snapshots.remove('x')).rejects.toMatchObject(nobody)
		await snapshots.add(info('b', 7))
		await snapshots.add(info('a', 3))
		expect(snapshots.find('b')).toEqual(info('b', 7))
		expect(() => snapshots.find('x')).toThrow(expect.objectContaining({ ...nobody, next: 'There are a, b.' }))
		await expect(snapshots.remove('x')).rejects.toMatchObject({ next: 'There are a, b.' })
		expect(namesOf(snapshots)).toEqual(['a', 'b'])
	})

	it('a snapshot without a name gets the first number that is free', async () => {
		const { snapshots } = await filled()
		expect(snapshots.freeName()).toBe('1')
		for (const name of ['1', '3']) await snapshots.add(info(name, 1))
		expect(snapshots.freeName()).toBe('2')
		await snapshots.add(info('2', 1))
		expect(snapshots.freeName()).toBe('4')
	})

	it('a snapshot takes a name of up to 64 characters, once', async () => {
		const { snapshots } = await filled()
		for (const name of ['', '-a', '.a', 'a/b', 'a b', 'é', 'x'.repeat(65), 'x'.repeat(90)]) {
			await expect(snapshots.add(info(name, 1))).rejects.toMatchObject({
				message: `A snapshot cannot be called "${name.slice(0, 80)}".`,
				next: 'Use up to 64 letters, digits, points, dashes and underscores.',
			})
		}
		const names = ['_', 'a.b-c_D9', 'x'.repeat(64)]
		for (const name of names) await snapshots.add(info(name, 1))
		expect(namesOf(snapshots)).toEqual(names)
		await expect(snapshots.add(info('_', 2))).rejects.toMatchObject({
			message: 'There is already a snapshot _.',
			next: 'Delete it first, or use another name.',
		})
	})

	it('snapshots above a height go with its later blocks, once that is written', async () => {
		const { db, snapshots } = await filled(['b', 7], ['a', 3], ['c', 5])
		const batch = db.batch()
		snapshots.dropAbove(5, batch)
		snapshots.reload()
		expect(namesOf(snapshots)).toEqual(['a', 'c', 'b'])
		await db.write(batch, { sync: false })
		snapshots.reload()
		expect(namesOf(snapshots)).toEqual(['a', 'c'])
	})
})
