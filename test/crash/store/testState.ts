import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import type { CommitMultiStore } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { utf8 } from '../../../src/util/bytes.ts'

/** The state the crash tests commit: two stores, pruned to the last six versions. */
export function openTestStore(db: KvDatabase): CommitMultiStore {
	return createCommitMultiStore({
		db,
		kvStores: ['acc', 'bank'],
		pruning: { keepRecent: 5, keepEvery: 0, interval: 1 },
	})
}

/** Sets and deletes that depend on the version alone. */
export function changeForVersion(store: CommitMultiStore, version: number): void {
	for (let i = 0; i < 60; i++) {
		const key = utf8(`key ${(version * 37 + i * 101) % 500}`)
		const target = store.kvStore(i % 3 === 0 ? 'acc' : 'bank')
		if ((version + i) % 7 === 0) target.delete(key)
		else target.set(key, utf8(`version ${version}, change ${i}`))
	}
}
