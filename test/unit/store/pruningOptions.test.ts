import { expect, test } from 'vitest'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { type Pruning, pruningOptions } from '../../../src/store/multi/PruningOptions.ts'
import { utf8 } from '../../../src/util/bytes.ts'

test('strategies of pruning have the figures they are documented with, and own figures are taken as they are', () => {
	expect((['default', 'nothing', 'everything'] as const).map(pruningOptions)).toEqual([
		{ keepRecent: 999, keepEvery: 0, interval: 1 },
		{ keepRecent: 0, keepEvery: 1, interval: 0 },
		{ keepRecent: 0, keepEvery: 0, interval: 10 },
	])
	const own = { keepRecent: 3, keepEvery: 4, interval: 5 }
	expect(pruningOptions(own)).toBe(own)
})

/** The versions that are kept after so many commits. */
async function kept(pruning: Pruning, commits: number): Promise<string> {
	const db = createMemoryDb()
	const store = createCommitMultiStore({ db, kvStores: ['a'], pruning })
	for (let version = 1; version <= commits; version++) {
		store.kvStore('a').set(utf8(`k${version % 3}`), utf8(String(version)))
		const batch = db.batch()
		store.commit(batch)
		await db.write(batch, { sync: false })
	}
	const versions = Array.from({ length: commits + 2 }, (_, version) => version)
	expect(store.earliestVersion).toBe(versions.find((version) => store.hasVersion(version)))
	return versions.filter((version) => store.hasVersion(version)).join()
}

// cosmos-sdk v0.44.5 store/rootmulti Commit: a height is noted when it is old enough, unless it is a multiple that stays,
// and all that are noted go at the interval.
test.each([
	['nothing', 5, '1,2,3,4,5'],
	['everything', 9, '1,2,3,4,5,6,7,8,9'],
	['everything', 10, '10'],
	['everything', 12, '10,11,12'],
	[{ keepRecent: 2, keepEvery: 0, interval: 1 }, 5, '3,4,5'],
	[{ keepRecent: 1, keepEvery: 0, interval: 1 }, 5, '4,5'],
	[{ keepRecent: 0, keepEvery: 3, interval: 1 }, 8, '3,6,8'],
	[{ keepRecent: 1, keepEvery: 3, interval: 4 }, 7, '3,4,5,6,7'],
	[{ keepRecent: 1, keepEvery: 3, interval: 4 }, 8, '3,6,7,8'],
	[{ keepRecent: 1, keepEvery: 0, interval: 0 }, 4, '1,2,3,4'],
] as const)('a state that is pruned by %o has after %i versions those: %s', async (pruning, commits, wanted) => {
	expect(await kept(pruning, commits)).toBe(wanted)
})
