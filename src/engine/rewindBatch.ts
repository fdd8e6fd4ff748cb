import { UserError } from '../errors/UserError.ts'
import type { WriteBatch } from '../store/KvDatabase.ts'
import { putStateAt } from './putStateAt.ts'
import type { BlockStore } from './store/BlockStore.ts'
import type { EngineState } from './store/EngineState.ts'

/**
 * Puts what takes the engine's records back to an older block into a batch: later blocks with their results and index
 * entries go, the state is the one after that block. Throws UserError for a height whose block is not kept.
 *
 * @param pause lets other work run; called after each block
 */
export async function rewindBatch(
	store: BlockStore,
	state: EngineState,
	height: number,
	batch: WriteBatch,
	pause: () => Promise<void>,
): Promise<EngineState> {
	const { height: latest, earliestHeight: earliest } = state
	if (!Number.isSafeInteger(height) || height < Math.max(1, earliest) || height > latest) {
		throw new UserError(`Height ${height} cannot be gone back to.`, {
			why:
				latest === 0 ? 'There is no block yet.' : `The blocks of this node are ${Math.max(1, earliest)} to ${latest}.`,
			next:
				latest === 0
					? 'Make blocks first, or choose another folder with --home.'
					: `Choose a height from ${Math.max(1, earliest)} to ${latest}.`,
		})
	}
	if (height === latest) return state
	const before = putStateAt(store, state, height, batch)
	for (let dropped = latest; dropped > height; dropped--) {
		store.prune(batch, dropped)
		await pause()
	}
	return before
}
