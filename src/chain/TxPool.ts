import type { TxResult } from '../abci/Application.ts'

/** Result of a broadcast that waited for its block. */
export interface BroadcastCommitResult {
	readonly checkTx: TxResult
	/** Absent when CheckTx refused it. */
	readonly deliverTx: TxResult | undefined
	readonly hash: Uint8Array
	/** 0 when it is in no block. */
	readonly height: number
}

/** Broadcasts transactions to a chain and reads its mempool, whichever engine runs it. */
export interface TxPool {
	/** CheckTx alone: nothing enters the mempool. */
	checkTx(tx: Uint8Array): Promise<TxResult>
	/**
	 * Puts a transaction into the mempool. Waits for a commit and recheck in progress. Rejects with MempoolError when the
	 * pool itself refuses it (known, full, too large).
	 */
	broadcastTxSync(tx: Uint8Array): Promise<TxResult>
	/**
	 * As `broadcastTxSync`, but where every transaction makes its block at once, the promise resolves after that block (at the
	 * latest after 10 s). Tools of Ethereum count on it: they ask for a receipt once, and again only when a later block comes.
	 */
	broadcastTxSettled(tx: Uint8Array): Promise<TxResult>
	/** As `broadcastTxSync` but without CheckTx's answer. Rejects with MempoolError. */
	broadcastTxAsync(tx: Uint8Array): Promise<void>
	/** Waits for the block. Rejects with MempoolError, and with BroadcastTimeout after `timeoutMs` (default 10 s). */
	broadcastTxCommit(tx: Uint8Array, timeoutMs?: number): Promise<BroadcastCommitResult>
	/**
	 * Takes waiting transactions back by the SHA-256 of their bytes (hex); resolves with how many. Those behind them are checked
	 * again. Absent where the engine cannot do it.
	 */
	takeBack?(hashes: readonly string[]): Promise<number>
	/** Number and bytes of the waiting transactions. */
	mempoolSize(): Promise<{ readonly count: number; readonly bytes: number }>
	/** The first waiting transactions in order. */
	mempoolTxs(limit: number): Promise<readonly Uint8Array[]>
}
