import type { BlockId, Commit } from './blockTypes.ts'

/** A search or subscription query that Tendermint refuses; the message is its text. */
export class QueryError extends Error {
	override readonly name: string = 'QueryError'
}

/** A query on which Tendermint's indexer panics: its RPC server then answers status 500 and id -1. */
export class QueryPanic extends QueryError {
	override readonly name = 'QueryPanic'
}

/**
 * The mempool itself refuses a transaction, before or without CheckTx; the message is Tendermint's text.
 * `code` is what the framework's tx service answers for it (codespace `sdk`: 19 known, 20 full, 21 too large).
 */
export class MempoolError extends Error {
	override readonly name = 'MempoolError'
	readonly code: 19 | 20 | 21

	constructor(code: 19 | 20 | 21, message: string) {
		super(message)
		this.code = code
	}
}

/** A transaction passed CheckTx but was in no block when the caller stopped waiting; it may still enter one. */
export class BroadcastTimeout extends Error {
	override readonly name = 'BroadcastTimeout'

	constructor() {
		super('timed out waiting for tx to be included in a block')
	}
}

/** The id of no block. */
export const noBlockId: BlockId = { hash: new Uint8Array(), parts: { total: 0, hash: new Uint8Array() } }

/** The commit the first block carries. */
export const noCommit: Commit = { height: 0, round: 0, blockId: noBlockId, signatures: [] }
