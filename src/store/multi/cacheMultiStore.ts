import type { KVStore } from '../KVStore.ts'
import { CacheKv } from '../layers/cacheKv.ts'
import type { CacheMultiStore } from '../MultiStore.ts'

/**
 * A branch over stores by name (framework: store/cachemulti at v0.44.5). A store is branched at its first use, so
 * unused stores cost nothing.
 */
export function cacheMultiStore(parentStore: (name: string) => KVStore): CacheMultiStore {
	const branches = new Map<string, CacheKv>()
	const kvStore = (name: string): KVStore => {
		let branch = branches.get(name)
		if (branch === undefined) {
			branch = new CacheKv(parentStore(name))
			branches.set(name, branch)
		}
		return branch
	}
	return {
		kvStore,
		branch: () => cacheMultiStore(kvStore),
		write() {
			for (const branch of branches.values()) branch.write()
		},
	}
}
