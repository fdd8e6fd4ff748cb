import { sdkErrors } from '../errors/sdkErrors.ts'
import type { CommitMultiStore } from '../store/MultiStore.ts'

/**
 * Refuses a height whose state is no longer kept, in the words of the framework's createQueryContext. Its own stores
 * answer there as empty ones (cosmos-sdk v0.44.5 store/iavl GetImmutable), so that an account seems to have nothing: a
 * wrong answer nobody can tell from a right one. A height that is to come has an empty state here as there.
 *
 * @throws {ChainError} sdk 18
 */
export function refusePruned(store: Pick<CommitMultiStore, 'lastCommit' | 'hasVersion'>, height: number): void {
	const latest = store.lastCommit.version
	if (height >= latest || store.hasVersion(height)) return
	throw sdkErrors.invalidRequest.wrap(
		`failed to load state at height ${height}; version does not exist (latest height: ${latest})`,
	)
}
