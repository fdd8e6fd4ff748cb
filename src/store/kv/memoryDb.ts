import type { KvDatabase } from '../KvDatabase.ts'
import { byteString, bytesOf } from '../keyBytes.ts'
import { SortedMap } from '../sortedMap.ts'
import { prefixedDb } from './prefixedDb.ts'
import { createWriteBatch, writeOpsOf } from './writeOps.ts'

/** A database that lives as long as the process: for tests, replays and chains without a home. */
export function createMemoryDb(): KvDatabase {
	const entries = new SortedMap<Uint8Array>()
	const db: KvDatabase = {
		get: (key) => entries.get(byteString(key)),
		batch: () => createWriteBatch(),
		async write(batch) {
			for (const { key, value } of writeOpsOf(batch)) {
				if (value === undefined) entries.delete(byteString(key))
				else entries.set(byteString(key), value)
			}
		},
		async *range({ gte, lt, reverse, limit }) {
			const start = gte === undefined ? undefined : byteString(gte)
			const end = lt === undefined ? undefined : byteString(lt)
			const found = reverse ? entries.entriesReverse(start, end, limit) : entries.entries(start, end, limit)
			for (const [key, value] of found) yield [bytesOf(key), value] as const
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
		close: async () => undefined,
	}
	return db
}
