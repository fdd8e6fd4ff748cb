import { resultsHash } from '../chain/hash/blockHashes.ts'
import { UserError } from '../errors/UserError.ts'
import { equalBytes } from '../util/bytes.ts'
import type { BlockStore } from './store/BlockStore.ts'
import type { EngineState } from './store/EngineState.ts'

/**
 * The fault of the newest blocks of a chain; undefined if each exists, matches its own hashes, and matches those that
 * its successor or the engine's state names.
 *
 * @param count Number of blocks to check.
 */
export function newestFault(store: BlockStore, state: EngineState, count: number): string | undefined {
	let { blockId, lastResultsHash } = state
	for (let height = state.height; height > Math.max(0, state.earliestHeight - 1, state.height - count); height--) {
		try {
			const meta = store.meta(height)
			const block = store.block(height)
			const results = store.results(height)
			if (meta === undefined || block === undefined || results === undefined) return `block ${height} is missing`
			if (!equalBytes(meta.blockId.hash, blockId.hash)) return `block ${height} is not the one its successor names`
			if (!equalBytes(resultsHash(results.txs), lastResultsHash)) {
				return `the results of block ${height} are not those its successor names`
			}
			blockId = meta.header.lastBlockId
			lastResultsHash = meta.header.lastResultsHash
		} catch (error) {
			if (error instanceof UserError) return `${error.message} ${error.why}`
			throw error
		}
	}
	return undefined
}
