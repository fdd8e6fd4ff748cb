import type { BlockTime } from '../abci/Application.ts'
import type { SnapshotInfo } from './Snapshots.ts'

/** `interval`: a block every so many ms; `instant`: once a transaction waits; `manual`: only on request. */
export type BlockMode = 'interval' | 'instant' | 'manual'

/** Current state of block production. */
export interface ProductionState {
	readonly running: boolean
	readonly paused: boolean
	readonly mode: BlockMode
	readonly intervalMs: number
	/** Milliseconds the node's clock is ahead of the machine's, or the frozen instant. */
	readonly clock: { readonly offsetMs: number; readonly frozenAt: number | undefined }
}

/** Control of a developer node's blocks, time and history. What changes the chain waits for the block in progress. */
export interface EngineControl {
	readonly production: ProductionState
	/** Runs InitChain on a new chain and begins to make blocks. Resolves when the first block of a new chain is durable (not in manual mode). */
	start(): Promise<void>
	/** Finishes the block in progress and stops; the database stays open, its owner closes it. */
	stop(): Promise<void>
	/** `intervalMs` (at least 10) counts for `interval` and stays as it is when absent. */
	setBlockMode(mode: BlockMode, intervalMs?: number): void
	/**
	 * From now on a block that is made by hand or for a transaction is in another second than the one before it, as
	 * Ethereum's are: contracts count by seconds. The clock goes ahead of the machine's when such blocks come faster.
	 * @param exactly Seconds from each block to the next in every mode, whatever the machine's clock shows.
	 */
	keepSecondsApart(exactly?: number): void
	/**
	 * Makes blocks now, in any mode, also while paused. Resolves with the latest height.
	 * @param isEmpty whether the transactions that wait go on waiting
	 */
	mine(blocks?: number, isEmpty?: boolean): Promise<number>
	/**
	 * Takes waiting transactions out of the mempool; the others are checked again. Resolves with how many went.
	 * @param forgetChecks takes the application's check state back to the last block
	 */
	dropTxs(isUnwanted: (tx: Uint8Array) => boolean, forgetChecks: () => void): Promise<number>
	/** Pauses block production. Transactions still enter the mempool. */
	pause(): void
	resume(): void
	/** Sets the node's clock (ms since the epoch), which stays with `freeze`. Block time never goes back. */
	setTime(timeMs: number, options: { readonly freeze: boolean }): Promise<void>
	/** Moves the node's clock forward, frozen or running. Like every change of the clock it outlives the process. */
	advanceTime(ms: number): Promise<void>
	/** Lets the node's clock be the machine's again. Block time waits until that has caught up. */
	resetTime(): Promise<void>
	/** The instant the node's clock shows. */
	now(): BlockTime
	/** The snapshots there are, the oldest height first. */
	readonly snapshots: readonly SnapshotInfo[]
	/** Names the present state, durably, for `revert`; by default a number. @returns the name @throws {UserError} */
	snapshot(name?: string): Promise<string>
	/** Forgets a snapshot. @throws {UserError} for an unknown one. */
	deleteSnapshot(name: string): Promise<void>
	/** Restores a snapshot, which stays; later ones go. Resolves with its height. @throws {UserError} if unknown. */
	revert(name: string): Promise<number>
	/** Goes back to a kept height, with its clock; resolves with the height. @throws {UserError} for one not kept. */
	rewind(height: number): Promise<number>
	/** Forgets the chain and begins again from the genesis document, with a new one if given. Resolves with the height. */
	reset(genesisText?: string): Promise<number>
	/** Calls the listener after revert or reset, when height may have gone back. */
	onRewind(listener: () => void): () => void
}
