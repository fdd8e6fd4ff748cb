import type { Application, BlockHeader } from '../abci/Application.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import type { Clock } from '../util/Clock.ts'
import type { Log } from '../util/Log.ts'
import type { BlockMode } from './EngineControl.ts'
import type { MempoolLimits } from './Mempool.ts'
import type { EngineState } from './store/EngineState.ts'
import type { ValidatorKey } from './validatorKey.ts'

/** Configuration of an engine. */
export interface EngineConfig {
	readonly blockMode: BlockMode
	/** Only for interval mode, at least 10. */
	readonly blockIntervalMs: number
	/**
	 * Time after which interval mode makes a block although nothing happened, in milliseconds: 0 (unless given) at each
	 * interval, Infinity never (Tendermint's create_empty_blocks and its interval).
	 */
	readonly emptyBlocksMs?: number | undefined
	/** Number of latest blocks to keep with their results and index entries; 0 keeps all. */
	readonly keepBlocks: number
	readonly mempool?: Partial<MempoolLimits>
}

/** A note of the newest durable height (store/kv/HeightMark.ts). */
export interface DurableMark {
	readonly last: { readonly height: number } | undefined
	write(height: number): void
}

/** Receives every change of durable data, for threads that read it themselves. */
export interface DurableListener {
	/** The chain was opened or has gone back; this is its status. */
	stands(state: EngineState): void
	/** A block is durable. */
	block(height: number): void
	/** Records of blocks are about to be deleted, until `stands` is called. */
	goesBack(): void
}

/** Dependencies of an engine. */
export interface EngineOptions {
	/** Opens the application at its last committed state, again after a revert or reset; `commit` has the same keys. */
	readonly openApplication: (db: KvDatabase, chainId: string) => Application
	/** The whole database of the node: engine and application have a prefix each, so that one batch holds a block. */
	readonly db: KvDatabase
	/** Text of the genesis document; counts only while the database is empty. */
	readonly genesis: string | undefined
	/** Rejects for a document that no chain can begin with: asked before a reset to another one. */
	readonly checkGenesis?: (text: string) => Promise<void>
	/** The home's key. The document determines the type of key for a new home (see newValidatorKey). */
	readonly validatorKey: (genesis: GenesisDocument) => ValidatorKey
	/**
	 * Puts what takes the application back to the state after a block into a batch with the keys of its part of the
	 * database; it is opened again afterwards. Left out, this application cannot go back.
	 * @throws {UserError} for a height it does not keep.
	 */
	readonly rewindApplication?: (header: BlockHeader, batch: WriteBatch) => void
	/** Notes the newest durable height outside of the database; a chain in memory has none. */
	readonly mark?: DurableMark
	readonly durable?: DurableListener
	readonly clock: Clock
	readonly config: EngineConfig
	readonly log: Log
	/** Called once when a block could not be made or written: the engine has stopped, what is on disk is whole. */
	readonly onFailure?: (cause: unknown) => void
}
