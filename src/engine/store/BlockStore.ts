import type { Block, BlockMeta, BlockResults, Commit, TxRecord } from '../../chain/blockTypes.ts'
import { commitHash, dataHash, headerHash } from '../../chain/hash/blockHashes.ts'
import { encodeCommit } from '../../chain/hash/encodeBlock.ts'
import { sha256 } from '../../crypto/hash.ts'
import type { KvDatabase, WriteBatch } from '../../store/KvDatabase.ts'
import { equalBytes, fromUtf8, utf8 } from '../../util/bytes.ts'
import { damagedBlock, decodeBlockMeta, decodeCommit, encodeBlockMeta } from './blockMeta.ts'
import { parseStateJson, stateJson } from './EngineState.ts'
import { indexKeys } from './indexEntries.ts'
import {
	beginEventsKey,
	blockHashKey,
	commitKey,
	endBlockKey,
	endEventsKey,
	metaKey,
	readHeight,
	readPosition,
	seenCommitKey,
	txHashKey,
	txKey,
	uint64,
	writePosition,
} from './keys.ts'
import { RecentBlocks } from './RecentBlocks.ts'
import {
	decodeEvents,
	decodeRecordGas,
	decodeRecordTx,
	decodeTxRecord,
	encodeEvents,
	encodeTxRecord,
} from './results.ts'

/** A block with everything that is written about it. */
export interface CommittedBlock {
	readonly block: Block
	readonly meta: BlockMeta
	readonly results: BlockResults
	readonly seenCommit: Commit
}

/** Blocks, results and the two search indexes in the engine's part of the database. Transactions are kept once. */
export class BlockStore {
	readonly #db: KvDatabase
	readonly #recent = new RecentBlocks()

	constructor(db: KvDatabase) {
		this.#db = db
	}

	/** Puts all records of a block but its transactions, which `putTx` writes one by one. */
	putBlock(batch: WriteBatch, { block, meta, results, seenCommit }: CommittedBlock): void {
		const { height } = block.header
		batch.put(metaKey(height), encodeBlockMeta(meta))
		batch.put(commitKey(height), encodeCommit(block.lastCommit))
		batch.put(seenCommitKey, encodeCommit(seenCommit))
		batch.put(blockHashKey(meta.blockId.hash), uint64(height))
		if (results.beginBlockEvents.length > 0) batch.put(beginEventsKey(height), encodeEvents(results.beginBlockEvents))
		if (results.endBlockEvents.length > 0) batch.put(endEventsKey(height), encodeEvents(results.endBlockEvents))
		const { validatorUpdates, consensusParamUpdates } = results
		if (validatorUpdates.length > 0 || consensusParamUpdates !== undefined) {
			batch.put(endBlockKey(height), utf8(stateJson({ validatorUpdates, consensusParamUpdates })))
		}
		for (const key of indexKeys.ofBlock(results)) batch.put(key, nothing)
	}

	/** Puts a transaction, its result and its index entries. */
	putTx(batch: WriteBatch, record: TxRecord): void {
		batch.put(txKey(record.height, record.index), encodeTxRecord(record))
		batch.put(txHashKey(record.hash), writePosition(record.height, record.index))
		for (const key of indexKeys.ofTx(record)) batch.put(key, nothing)
	}

	/** Deletes a block with its results and index entries. A later transaction of the same bytes stays findable. */
	prune(batch: WriteBatch, height: number): void {
		for (const key of this.keysOf(height)) batch.delete(key)
	}

	/**
	 * The keys of a block's records, results and index entries, read as they are asked for. Those that others are found by come
	 * last, so that a deletion can end anywhere and begin again.
	 */
	*keysOf(height: number): Generator<Uint8Array> {
		const meta = this.meta(height)
		if (meta === undefined) return
		for (let index = 0; index < meta.numTxs; index++) {
			const record = this.txAt(height, index)
			if (record === undefined) continue
			yield* indexKeys.ofTx(record)
			const position = this.#db.get(txHashKey(record.hash))
			if (position !== undefined && readPosition(position).height === height) yield txHashKey(record.hash)
			yield txKey(height, index)
		}
		yield* indexKeys.ofBlock({ height, ...this.#blockEvents(height) })
		for (const key of [commitKey, beginEventsKey, endEventsKey, endBlockKey]) yield key(height)
		yield blockHashKey(meta.blockId.hash)
		yield metaKey(height)
	}

	/** The lowest height there are records of, or undefined. */
	async lowestHeight(): Promise<number | undefined> {
		for await (const [key] of this.#db.range({ gte: metaKey(0), limit: 1 })) {
			return key[0] === metaKey(0)[0] ? readHeight(key) : undefined
		}
		return undefined
	}

	meta(height: number): BlockMeta | undefined {
		const record = this.#db.get(metaKey(height))
		return record && (this.#recent.get(height, record)?.meta ?? decodeBlockMeta(record))
	}

	/** The precommits of the block before, as this block carries them. */
	lastCommit(height: number): Commit | undefined {
		const bytes = this.#db.get(commitKey(height))
		return bytes && decodeCommit(bytes)
	}

	seenCommit(): Commit | undefined {
		const bytes = this.#db.get(seenCommitKey)
		return bytes && decodeCommit(bytes)
	}

	/** A block, checked against its own hashes. @throws {UserError} if it is not what was made. */
	block(height: number): Block | undefined {
		const record = this.#db.get(metaKey(height))
		if (record === undefined) return undefined
		const known = this.#recent.get(height, record)
		if (known !== undefined) return known.block
		const meta = decodeBlockMeta(record)
		const lastCommit = this.lastCommit(height)
		if (lastCommit === undefined) throw damagedBlock(height, 'its last commit is missing')
		const records = Array.from({ length: meta.numTxs }, (_, index) => this.#db.get(txKey(height, index)))
		const txs = records.filter((record) => record !== undefined).map(decodeRecordTx)
		const block = { header: meta.header, txs, lastCommit }
		const fault = blockFault(block, meta)
		if (fault !== undefined) throw damagedBlock(height, fault)
		this.#recent.put(height, record, meta, block)
		return block
	}

	heightByHash(hash: Uint8Array): number | undefined {
		const bytes = this.#db.get(blockHashKey(hash))
		return bytes && readHeight(bytes)
	}

	/** The transactions of a block, as many as there are. */
	txsFrom(height: number): readonly Uint8Array[] {
		const txs: Uint8Array[] = []
		for (let index = 0; ; index++) {
			const record = this.txAt(height, index)
			if (record === undefined) return txs
			txs.push(record.tx)
		}
	}

	/** @param meta of the block, where it is not the one that is kept */
	results(height: number, meta = this.meta(height)): BlockResults | undefined {
		if (meta === undefined) return undefined
		const txs = Array.from({ length: meta.numTxs }, (_, index) => {
			const record = this.txAt(height, index)
			if (record === undefined) throw damagedBlock(height, `the result of transaction ${index} is missing`)
			return record.result
		})
		return { height, txs, ...this.#blockEvents(height), ...this.#updates(height) }
	}

	/** The gas that the transactions of a block used; the many events of their results stay bytes. */
	gasUsed(height: number): bigint | undefined {
		const meta = this.meta(height)
		if (meta === undefined) return undefined
		let sum = 0n
		for (let index = 0; index < meta.numTxs; index++) {
			const record = this.#db.get(txKey(height, index))
			if (record === undefined) throw damagedBlock(height, `the result of transaction ${index} is missing`)
			sum += decodeRecordGas(record)
		}
		return sum
	}

	/** A block with its results and the records of its transactions, each read once; undefined when it is not whole any more. */
	made(
		height: number,
	): { readonly block: Block; readonly results: BlockResults; readonly records: readonly TxRecord[] } | undefined {
		const meta = this.meta(height)
		const lastCommit = this.lastCommit(height)
		if (meta === undefined || lastCommit === undefined) return undefined
		const found = Array.from({ length: meta.numTxs }, (_, index) => this.txAt(height, index))
		const records = found.filter((record) => record !== undefined)
		if (records.length < found.length) return undefined
		return {
			block: { header: meta.header, txs: records.map(({ tx }) => tx), lastCommit },
			results: {
				height,
				txs: records.map(({ result }) => result),
				...this.#blockEvents(height),
				...this.#updates(height),
			},
			records,
		}
	}

	#updates(height: number): Pick<BlockResults, 'validatorUpdates' | 'consensusParamUpdates'> {
		const bytes = this.#db.get(endBlockKey(height))
		const parsed = (bytes === undefined ? {} : parseStateJson(fromUtf8(bytes))) as Partial<BlockResults>
		return { validatorUpdates: parsed.validatorUpdates ?? [], consensusParamUpdates: parsed.consensusParamUpdates }
	}

	#blockEvents(height: number): Pick<BlockResults, 'beginBlockEvents' | 'endBlockEvents'> {
		const begin = this.#db.get(beginEventsKey(height))
		const end = this.#db.get(endEventsKey(height))
		return {
			beginBlockEvents: begin === undefined ? [] : decodeEvents(begin),
			endBlockEvents: end === undefined ? [] : decodeEvents(end),
		}
	}

	tx(hash: Uint8Array): TxRecord | undefined {
		const bytes = this.#db.get(txHashKey(hash))
		if (bytes === undefined) return undefined
		const { height, index } = readPosition(bytes)
		const record = this.txAt(height, index)
		if (record !== undefined && equalBytes(record.hash, hash)) return record
		throw damagedBlock(height, `transaction ${index} is not the one its index names`)
	}

	txAt(height: number, index: number): TxRecord | undefined {
		const bytes = this.#db.get(txKey(height, index))
		if (bytes === undefined) return undefined
		return decodeTxRecord(sha256(decodeRecordTx(bytes)), bytes)
	}
}

const nothing = new Uint8Array(0)

/** The part of a stored block that does not match its own hashes; undefined if all match. */
function blockFault({ header, txs, lastCommit }: Block, { blockId, numTxs }: BlockMeta): string | undefined {
	if (txs.length !== numTxs) return `it has ${txs.length} of its ${numTxs} transactions`
	if (!equalBytes(headerHash(header), blockId.hash)) return 'its header does not match its hash'
	if (!equalBytes(dataHash(txs), header.dataHash)) return 'its transactions do not match its header'
	if (!equalBytes(commitHash(lastCommit), header.lastCommitHash)) return 'its last commit does not match its header'
	return undefined
}
