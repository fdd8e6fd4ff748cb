import type { Block, BlockMeta, Commit } from '../../chain/blockTypes.ts'
import { resultsHash } from '../../chain/hash/blockHashes.ts'
import { encodeCommit } from '../../chain/hash/encodeBlock.ts'
import { sha256 } from '../../crypto/hash.ts'
import { UserError } from '../../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../../store/KvDatabase.ts'
import { equalBytes, toHex } from '../../util/bytes.ts'
import { BlockStore } from '../store/BlockStore.ts'
import { damagedBlock, encodeBlockMeta } from '../store/blockMeta.ts'
import { decodeState, type EngineState } from '../store/EngineState.ts'
import { indexKeys } from '../store/indexEntries.ts'
import {
	blockHashKey,
	commitKey,
	metaKey,
	prefixes,
	seenCommitKey,
	stateKey,
	txHashKey,
	uint64,
	writePosition,
} from '../store/keys.ts'
import { signCommit } from './makeBlock.ts'
import { type RebuildParts, readable, rebuildBlock } from './rebuildBlock.ts'

/** Result of checking the blocks of a database. */
export interface VerifiedBlocks {
	/** Newest height, 0 when there is no block. */
	readonly height: number
	readonly earliest: number
	/** Sentences about blocks that are missing or not what was made, by height. */
	readonly faults: ReadonlyMap<number, string>
	/** Index entries that are missing, which `rebuild` would write. */
	readonly missingEntries: number
	/** Damaged records that `rebuild` would restore, one sentence each. A hash that the chain names proves each. */
	readonly mendable: readonly string[]
	/** The app hash after each height, as the next header names it. */
	readonly appHashes: ReadonlyMap<number, Uint8Array>
	/** Puts missing index entries and rebuilt records into a batch. @param upTo only blocks up to it (default: all) */
	rebuild(batch: WriteBatch, upTo?: number): void
}

/** Data for rebuilding blocks. */
export type VerifyParts = Pick<RebuildParts, 'genesis' | 'key' | 'appHashes'>

/**
 * Checks every kept block of a database against its own hashes, its successor and its index entries. Rebuilds a damaged
 * header or commit if the rest of the block allows it.
 * @param progress Receives the number of checked blocks and the total.
 */
export async function verifyBlocks(
	root: KvDatabase,
	parts: VerifyParts,
	progress: (done: number, all: number) => void,
): Promise<VerifiedBlocks> {
	const db = root.prefixed(prefixes.engine)
	const store = new BlockStore(db)
	const faults = new Map<number, string>()
	const appHashes = new Map<number, Uint8Array>()
	/** By hex of the key, because several attributes of a transaction can share an entry. */
	const missing = new Map<string, Anew>()
	const expect = (height: number, key: Uint8Array, value: Uint8Array) => {
		const found = readable(() => db.get(key))
		if (found === undefined || (value.length === 8 && !equalBytes(found, value)))
			missing.set(toHex(key), { height, key, value })
	}
	const record = db.get(stateKey)
	const state = record && decodeState(record)
	if (state === undefined) {
		return { height: 0, earliest: 0, faults, missingEntries: 0, mendable: [], appHashes, rebuild: () => undefined }
	}
	const mendable: string[] = []
	const anew: Anew[] = []
	const seen = seenCommit(store, state, parts)
	if (seen !== undefined) {
		mendable.push(`The commit of block ${state.height} is damaged; it can be signed again.`)
		anew.push({ height: state.height, key: seenCommitKey, value: encodeCommit(seen) })
	}
	let { blockId, lastResultsHash } = state
	let appHash: Uint8Array | undefined = state.appHash
	const { height: newest, earliestHeight: earliest } = state
	for (let height = newest; height >= earliest; height--) {
		try {
			const found = readable(() => wholeBlock(store, height))
			const rebuilt = found === undefined ? rebuildBlock({ store, state, ...parts }, height, blockId) : undefined
			if (rebuilt !== undefined) {
				mendable.push(`Block ${height}: its ${rebuilt.what} is damaged; the rest of the block tells what it was.`)
				anew.push(
					{ height, key: metaKey(height), value: encodeBlockMeta(rebuilt.meta) },
					{ height, key: commitKey(height), value: encodeCommit(rebuilt.block.lastCommit) },
				)
			}
			const { meta, block } = rebuilt ?? found ?? wholeBlock(store, height)
			const results = store.results(height, meta)!
			if (blockId.hash.length > 0 && !equalBytes(meta.blockId.hash, blockId.hash)) {
				faults.set(height, 'it is not the block its successor names')
			}
			if (lastResultsHash.length > 0 && !equalBytes(resultsHash(results.txs), lastResultsHash)) {
				faults.set(height, 'its results are not those its successor names')
			}
			if (appHash !== undefined) appHashes.set(height, appHash)
			expect(height, blockHashKey(meta.blockId.hash), uint64(height))
			for (const key of indexKeys.ofBlock(results)) expect(height, key, nothing)
			for (const [index, tx] of block.txs.entries()) {
				const hash = sha256(tx)
				expect(height, txHashKey(hash), writePosition(height, index))
				const record = { hash, height, index, tx, result: results.txs[index]! }
				for (const key of indexKeys.ofTx(record)) expect(height, key, nothing)
			}
			blockId = meta.header.lastBlockId
			lastResultsHash = meta.header.lastResultsHash
			appHash = meta.header.appHash
		} catch (error) {
			if (!(error instanceof UserError)) throw error
			faults.set(height, error.why)
			// The successor's hash of an older block is in this block, which cannot be trusted.
			blockId = { ...blockId, hash: nothing }
			lastResultsHash = nothing
			appHash = undefined
		}
		if ((newest - height) % 64 === 0) {
			progress(newest - height, newest - earliest + 1)
			await new Promise(setImmediate)
		}
	}
	return {
		height: newest,
		earliest,
		faults,
		missingEntries: missing.size,
		mendable,
		appHashes,
		rebuild(batch, upTo = newest) {
			const mine = batch.prefixed(prefixes.engine)
			for (const { height, key, value } of [...missing.values(), ...anew]) if (height <= upTo) mine.put(key, value)
		},
	}
}

/** A record to be written, of the block of a height. */
interface Anew {
	readonly height: number
	readonly key: Uint8Array
	readonly value: Uint8Array
}

const nothing = new Uint8Array(0)

/** A block as it is kept. @throws {UserError} if it is missing or not what was made. */
function wholeBlock(store: BlockStore, height: number): { readonly meta: BlockMeta; readonly block: Block } {
	const meta = store.meta(height)
	if (meta === undefined) throw damagedBlock(height, 'it is missing')
	return { meta, block: store.block(height)! }
}

/** The commit of the newest block, signed again if the stored one is not valid; undefined if it is. */
function seenCommit(store: BlockStore, state: EngineState, { key, genesis }: VerifyParts): Commit | undefined {
	const kept = readable(() => store.seenCommit())
	if (kept !== undefined && equalBytes(kept.blockId.hash, state.blockId.hash)) return undefined
	return key && signCommit(genesis.chainId, key, state.height, state.blockId, state.time)
}
