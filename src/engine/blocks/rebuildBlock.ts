import type { Block, BlockId, BlockMeta, Commit } from '../../chain/blockTypes.ts'
import { noBlockId, noCommit } from '../../chain/faults.ts'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import { commitHash, emptyHash, headerHash, resultsHash } from '../../chain/hash/blockHashes.ts'
import { attempt } from '../../errors/attempt.ts'
import { UserError } from '../../errors/UserError.ts'
import { equalBytes } from '../../util/bytes.ts'
import type { BlockStore } from '../store/BlockStore.ts'
import type { EngineState } from '../store/EngineState.ts'
import type { ValidatorKey } from '../validatorKey.ts'
import { makeBlock, signCommit } from './makeBlock.ts'

/** Additional data for rebuilding a block. */
export interface RebuildParts {
	readonly store: BlockStore
	/** The newest state: the set of validators never changes. */
	readonly state: EngineState
	readonly genesis: Pick<GenesisDocument, 'chainId' | 'initialHeight' | 'genesisTime'>
	/** The key that signed the commits. ed25519 signatures are deterministic. */
	readonly key: ValidatorKey | undefined
	/** App hashes of the versions of the state that are whole. */
	readonly appHashes: ReadonlyMap<number, Uint8Array>
}

/** A block with a rebuilt header or last commit. */
export interface RebuiltBlock {
	readonly block: Block
	readonly meta: BlockMeta
	/** The rebuilt record. */
	readonly what: 'header' | 'last commit'
}

/**
 * Makes the header of a block, or the commit it carries, from the rest of it. Only what has exactly the hash that the
 * block's successor names is given back: nothing is guessed. Undefined where more is lost.
 * @param named the block as its successor, or the state, names it
 */
export function rebuildBlock(parts: RebuildParts, height: number, named: BlockId): RebuiltBlock | undefined {
	const { store } = parts
	const meta = readable(() => store.meta(height))
	const txs = readable(() => store.txsFrom(height))
	const commit = readable(() => store.lastCommit(height))
	if (txs === undefined) return undefined
	if (commit !== undefined) return withHeader(parts, { height, named, txs, commit })
	if (meta === undefined || !equalBytes(headerHash(meta.header), named.hash) || meta.numTxs !== txs.length)
		return undefined
	const lastCommit = commitBefore(parts, meta)
	if (lastCommit === undefined || !equalBytes(commitHash(lastCommit), meta.header.lastCommitHash)) return undefined
	return { block: { header: meta.header, txs, lastCommit }, meta, what: 'last commit' }
}

function commitBefore({ genesis, key }: RebuildParts, { header }: BlockMeta): Commit | undefined {
	if (header.height === genesis.initialHeight) return noCommit
	// A block carries the precommits for the one before with its own time (see Chain.makeBlock).
	return key && signCommit(genesis.chainId, key, header.height - 1, header.lastBlockId, header.time)
}

function withHeader(
	{ store, state, genesis, appHashes }: RebuildParts,
	{ height, named, txs, commit }: { height: number; named: BlockId; txs: readonly Uint8Array[]; commit: Commit },
): RebuiltBlock | undefined {
	const first = height === genesis.initialHeight
	// The first block has none before it. Those that are lost are taken for none: the hash tells whether there were any.
	const before = readable(() => store.results(height - 1))
	const appHash = appHashes.get(height - 1)
	const time = first ? genesis.genesisTime : commit.signatures[0]?.timestamp
	if (appHash === undefined || time === undefined) return undefined
	const blockId = first ? noBlockId : commit.blockId
	const lastResultsHash = before === undefined ? emptyHash : resultsHash(before.txs)
	const last: EngineState = { ...state, blockId, appHash, lastResultsHash }
	const { block, meta } = makeBlock(genesis.chainId, last, { height, time, lastCommit: commit, txs })
	return equalBytes(meta.blockId.hash, named.hash) ? { block, meta, what: 'header' } : undefined
}

/** The result of reading records; undefined if one is missing or damaged. */
export function readable<Value>(read: () => Value | undefined): Value | undefined {
	return attempt(read, UserError, () => undefined)
}
