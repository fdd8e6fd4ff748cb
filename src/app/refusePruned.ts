import { sdkErrors } from '../errors/sdkErrors.ts'
import type { CommitMultiStore } from '../store/MultiStore.ts'

/**
 * Refuses a height whose state is pruned, with the text of the framework's createQueryContext. The framework's own
 * stores answer as if empty (cosmos-sdk v0.44.5 store/iavl GetImmutable), so that a wrong reply looks like a right one.
 * A future height has an empty state here and there.
 *
 * @throws {ChainError} sdk 18 for a pruned height.
 */
export function refusePruned(store: Pick<CommitMultiStore, 'lastCommit' | 'hasVersion'>, height: number): void {
	const latest = store.lastCommit.version
	if (height >= latest || store.hasVersion(height)) return
	throw sdkErrors.invalidRequest.wrap(
		`failed to load state at height ${height}; version does not exist (latest height: ${latest})`,
	)
}
