import { commitHash, headerHash, resultsHash } from '../chain/hash/blockHashes.ts'
import { encodeCommit } from '../chain/hash/encodeBlock.ts'
import { UserError } from '../errors/UserError.ts'
import type { WriteBatch } from '../store/KvDatabase.ts'
import { equalBytes } from '../util/bytes.ts'
import type { BlockStore } from './store/BlockStore.ts'
import { damagedBlock } from './store/blockMeta.ts'
import { type EngineState, encodeState } from './store/EngineState.ts'
import { seenCommitKey, stateKey } from './store/keys.ts'

/**
 * Puts what takes the engine's records back to an older block into a batch: later blocks with their results and index
 * entries go, the state is the one after that block. Throws UserError for a height whose block is not kept.
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
		throw new UserError(
			`Height ${height} cannot be gone back to.`,
			latest === 0
				? { why: 'There is no block yet.', next: 'Make blocks first, or choose another folder with --home.' }
				: {
						why: `The blocks of this node are ${earliest} to ${latest}.`,
						next: `Choose a height from ${earliest} to ${latest}.`,
					},
		)
	}
	if (height === latest) return state
	const before = putStateAt(store, state, height, batch)
	for (let dropped = latest; dropped > height; dropped--) {
		store.prune(batch, dropped)
		await pause()
	}
	return before
}

/** Puts the state after an older block into a batch. @throws {UserError} without it or a successor that follows it. */
export function putStateAt(store: BlockStore, state: EngineState, height: number, batch: WriteBatch): EngineState {
	const meta = store.meta(height)
	const next = store.meta(height + 1)
	const commit = store.lastCommit(height + 1)
	if (meta === undefined || next === undefined || commit === undefined) {
		throw damagedBlock(height, 'it or its successor is missing')
	}
	const { header } = next
	if (
		!equalBytes(headerHash(header), next.blockId.hash) ||
		!equalBytes(header.lastBlockId.hash, meta.blockId.hash) ||
		!equalBytes(commitHash(commit), header.lastCommitHash)
	) {
		throw damagedBlock(height + 1, 'it does not follow the block before it')
	}
	const before: EngineState = {
		...state,
		height,
		time: meta.header.time,
		blockId: meta.blockId,
		appHash: header.appHash,
		lastResultsHash: resultsHash(store.results(height, meta)!.txs),
		appVersion: header.version.app,
		params: state.params.filter(({ from }) => from <= height + 1),
	}
	batch.put(seenCommitKey, encodeCommit(commit))
	batch.put(stateKey, encodeState(before))
	return before
}
