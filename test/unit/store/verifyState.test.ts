import { expect, test } from 'vitest'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { numberKey } from '../../../src/store/keyBytes.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { prefixedDb } from '../../../src/store/kv/prefixedDb.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { verifyState } from '../../../src/store/multi/verifyState.ts'
import { toHex, utf8 } from '../../../src/util/bytes.ts'

/** A database with some versions of two stores, one of which stays empty, and the app hash of each version. */
async function versions(count: number, initialVersion = 1) {
	const db = createMemoryDb()
	const store = createCommitMultiStore({ db, kvStores: ['one', 'two'], pruning: 'nothing' })
	store.setInitialVersion(initialVersion)
	const hashes: [number, string][] = []
	for (let made = 0; made < count; made++) {
		for (let key = 0; key < 6; key++) store.kvStore('one').set(utf8(`k${key * made}`), utf8(`${made}`))
		const batch = db.batch()
		const { version, hash } = store.commit(batch)
		await db.write(batch, { sync: false })
		hashes.unshift([version, toHex(hash)])
	}
	return { db, hashes }
}

async function verify(db: KvDatabase) {
	const progress: [number, number][] = []
	const { latest, versions, faults, appHashes } = await verifyState(db, (...step) => progress.push(step))
	const hashes = [...appHashes].map(([version, hash]) => [version, toHex(hash)])
	return { latest, versions, faults: [...faults], hashes, progress }
}

async function change(db: KvDatabase, key: Uint8Array, to?: (value: Uint8Array) => Uint8Array): Promise<void> {
	const batch = db.batch()
	if (to === undefined) batch.delete(key)
	else batch.put(key, to(db.get(key)!))
	await db.write(batch, { sync: false })
}

test('a whole state is told with every version it keeps, the newest first, and their app hashes', async () => {
	expect(await verify(createMemoryDb())).toEqual({ latest: 0, versions: [], faults: [], hashes: [], progress: [] })
	const { db, hashes } = await versions(3)
	expect(await verify(db)).toEqual({
		latest: 3,
		versions: [3, 2, 1],
		faults: [],
		hashes,
		progress: [
			[1, 3],
			[2, 3],
			[3, 3],
		],
	})
	const later = await versions(2, 100)
	expect(await verify(later.db)).toEqual({
		latest: 101,
		versions: [101, 100],
		faults: [],
		hashes: later.hashes,
		progress: [
			[1, 2],
			[2, 2],
		],
	})
})

test('a version whose record cannot be read is told, and those before it are checked all the same', async () => {
	const { db, hashes } = await versions(4)
	await change(db, numberKey('v', 3), (bytes) => bytes.subarray(0, bytes.length - 1))
	expect(await verify(db)).toMatchObject({
		versions: [4, 3, 2, 1],
		faults: [[3, 'a record of the state database is cut short']],
		hashes: hashes.filter(([version]) => version !== 3),
		progress: [
			[1, 4],
			[2, 4],
			[3, 4],
			[4, 4],
		],
	})
	await change(db, numberKey('v', 3))
	expect(await verify(db)).toMatchObject({ versions: [4, 3], faults: [[3, 'its record is missing']] })
})

test('a node that is missing or not what was committed is told by each version that has it', async () => {
	const { db, hashes } = await versions(3)
	const node = (id: number) => new Uint8Array([...utf8('k/one/'), ...numberKey('n', id)])
	// The first node is the leaf of the only key of the first version, and only of it.
	await change(db, node(1), (bytes) =>
		Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)),
	)
	expect(await verify(db)).toMatchObject({
		versions: [3, 2, 1],
		faults: [[1, 'node 1 of one does not match its hash']],
		hashes: hashes.slice(0, 2),
	})
	await change(db, node(1))
	expect((await verify(db)).faults).toEqual([
		[1, 'node 1 of the state is missing: its version was pruned while it was read, or the database is damaged'],
	])
})

test('a changed node below the root is told by each version whose tree has it', async () => {
	const { db, hashes } = await versions(3)
	const changed: string[] = []
	for (let id = 1; ; id++) {
		const key = new Uint8Array([...utf8('k/one/'), ...numberKey('n', id)])
		const record = db.get(key)
		if (record === undefined) break
		await change(db, key, (bytes) => Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)))
		const { faults, hashes: whole } = await verify(db)
		expect(new Set(faults.map(([, why]) => why))).toEqual(new Set([`node ${id} of one does not match its hash`]))
		const told = faults.map(([version]) => version)
		expect(whole).toEqual(hashes.filter(([version]) => !told.includes(version)))
		changed.push(told.join())
		await change(db, key, () => record)
	}
	// Trees of 1, 6 and 9 pairs have 1, 11 and 17 nodes. The last one shares the three leaves that it did not change.
	const count = (versions: string) => changed.filter((told) => told === versions).length
	expect([changed.length, count('1'), count('2'), count('3,2'), count('3')]).toEqual([26, 1, 8, 3, 14])
})

test('a node that several versions share is read once while they are checked', async () => {
	const { db } = await versions(3)
	const reads = new Map<string, number>()
	const counted: KvDatabase = {
		...db,
		get(key) {
			const text = Buffer.from(key).toString('latin1')
			reads.set(text, (reads.get(text) ?? 0) + 1)
			return db.get(key)
		},
		prefixed: (prefix) => prefixedDb(counted, prefix),
	}
	expect((await verify(counted)).faults).toEqual([])
	const nodes = [...reads].filter(([key]) => key.startsWith('k/one/n'))
	// As many as the three trees have of their own: see the test above.
	expect([nodes.length, nodes.filter(([, times]) => times !== 1)]).toEqual([26, []])
})
