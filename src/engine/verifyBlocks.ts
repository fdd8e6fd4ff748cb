import { resultsHash } from '../chain/hash/blockHashes.ts'
import { sha256 } from '../crypto/hash.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import { equalBytes, toHex } from '../util/bytes.ts'
import { BlockStore } from './store/BlockStore.ts'
import { decodeState } from './store/EngineState.ts'
import { eachIndexKey } from './store/indexEntries.ts'
import { blockHashKey, rooms, stateKey, txHashKey, uint64, writePosition } from './store/keys.ts'

/** What the blocks of a database are found to be. */
export interface VerifiedBlocks {
	/** Newest height, 0 when there is no block. */
	readonly height: number
	readonly earliest: number
	/** Sentences about blocks that are missing or not what was made, by height. */
	readonly faults: ReadonlyMap<number, string>
	/** Index entries that are missing, which `rebuild` would write. */
	readonly missingEntries: number
	/** The app hash after each height, as the next header names it. */
	readonly appHashes: ReadonlyMap<number, Uint8Array>
	/** Puts the missing index entries into a batch. */
	rebuild(batch: WriteBatch): void
}

/**
 * Checks every kept block of a database against its own hashes, its successor and the index entries it must have.
 *
 * @param progress hears the blocks checked of all
 */
export async function verifyBlocks(
	root: KvDatabase,
	progress: (done: number, all: number) => void,
): Promise<VerifiedBlocks> {
	const db = root.prefixed(rooms.engine)
	const store = new BlockStore(db)
	const faults = new Map<number, string>()
	const appHashes = new Map<number, Uint8Array>()
	/** By the hex of their keys: several attributes of a transaction may have one entry. */
	const missing = new Map<string, readonly [Uint8Array, Uint8Array]>()
	const expect = (key: Uint8Array, value: Uint8Array) => {
		const found = db.get(key)
		if (found === undefined || (value.length === 8 && !equalBytes(found, value))) missing.set(toHex(key), [key, value])
	}
	const record = db.get(stateKey)
	const state = record && decodeState(record)
	if (state === undefined) {
		return { height: 0, earliest: 0, faults, missingEntries: 0, appHashes, rebuild: () => undefined }
	}
	let { blockId, lastResultsHash } = state
	let appHash: Uint8Array | undefined = state.appHash
	const { height: newest, earliestHeight: earliest } = state
	for (let height = newest; height >= Math.max(1, earliest); height--) {
		try {
			const meta = store.meta(height)
			const block = store.block(height)
			const results = store.results(height)
			if (meta === undefined || block === undefined || results === undefined) faults.set(height, 'it is missing')
			else {
				if (blockId.hash.length > 0 && !equalBytes(meta.blockId.hash, blockId.hash)) {
					faults.set(height, 'it is not the block its successor names')
				}
				if (lastResultsHash.length > 0 && !equalBytes(resultsHash(results.txs), lastResultsHash)) {
					faults.set(height, 'its results are not those its successor names')
				}
				if (appHash !== undefined) appHashes.set(height, appHash)
				expect(blockHashKey(meta.blockId.hash), uint64(height))
				for (const key of eachIndexKey.ofBlock(results)) expect(key, nothing)
				for (const [index, tx] of block.txs.entries()) {
					const hash = sha256(tx)
					expect(txHashKey(hash), writePosition(height, index))
					const record = { hash, height, index, tx, result: results.txs[index]! }
					for (const key of eachIndexKey.ofTx(record)) expect(key, nothing)
				}
				blockId = meta.header.lastBlockId
				lastResultsHash = meta.header.lastResultsHash
				appHash = meta.header.appHash
			}
		} catch (error) {
			if (!(error instanceof UserError)) throw error
			faults.set(height, error.why)
			// What the successor names of an older block is in this one, which cannot be trusted.
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
		appHashes,
		rebuild(batch) {
			const mine = batch.prefixed(rooms.engine)
			for (const [key, value] of missing.values()) mine.put(key, value)
		},
	}
}

const nothing = new Uint8Array(0)
