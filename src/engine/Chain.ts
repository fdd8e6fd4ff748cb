import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BlockTime, TxResult } from '../abci/Application.ts'
import { timeToMs } from '../chain/blockTime.ts'
import type { Block, BlockResults, Commit, TxRecord } from '../chain/blockTypes.ts'
import { noCommit } from '../chain/faults.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { resultsHash } from '../chain/hash/blockHashes.ts'
import { sha256 } from '../crypto/hash.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import { equalBytes } from '../util/bytes.ts'
import { Lock } from '../util/Lock.ts'
import type { Log } from '../util/Log.ts'
import { ClockHistory } from './blocks/ClockHistory.ts'
import type { ClockState, EngineClock } from './blocks/EngineClock.ts'
import { makeBlock, maxDataBytes, signCommit } from './blocks/makeBlock.ts'
import type { DurableListener, DurableMark, EngineOptions } from './EngineOptions.ts'
import { checkNewestBlocks, loadState } from './loadState.ts'
import { defaultMempoolLimits, Mempool } from './Mempool.ts'
import { ReopenableApplication } from './ReopenableApplication.ts'
import { rewindBatch } from './rewind.ts'
import { Snapshots } from './Snapshots.ts'
import { BlockStore, type CommittedBlock } from './store/BlockStore.ts'
import { type EngineState, encodeState, paramsAt, withParamUpdates } from './store/EngineState.ts'
import { prefixes, stateKey } from './store/keys.ts'
import { Sweeper } from './store/Sweeper.ts'
import type { ValidatorKey } from './validatorKey.ts'

/** A chain this far ahead of the machine's clock was moved there, in milliseconds. */
const aheadMs = 60_000

/** A block that was made, with the records of its transactions. */
export interface MadeBlock {
	readonly block: Block
	readonly results: BlockResults
	readonly records: readonly TxRecord[]
}

/** How the time of a block lies after the one before it, and whether what waits stays out of it. */
interface BlockWish {
	readonly inNextSecond: boolean
	readonly secondsBetween: number | undefined
	readonly isEmpty: boolean
}

/** One chain on one database: makes block after block and takes transactions. Callers make one block at a time. */
export class Chain {
	readonly application: ReopenableApplication
	readonly store: BlockStore
	/** The engine's part of the database. */
	readonly db: KvDatabase
	readonly mempool: Mempool
	readonly snapshots: Snapshots
	readonly sweeper: Sweeper
	readonly clockHistory: ClockHistory
	readonly key: ValidatorKey
	genesis: GenesisDocument
	state: EngineState
	readonly #root: KvDatabase
	readonly #clock: EngineClock
	readonly #log: Log
	readonly #keepBlocks: number
	readonly #mark: DurableMark | undefined
	readonly #durable: DurableListener | undefined
	readonly #rewindApplication: EngineOptions['rewindApplication']
	/** Held by each CheckTx of a new transaction, and by a commit with the recheck after it (tendermint Mempool.Lock). */
	readonly #mempoolLock = new Lock()

	constructor(options: EngineOptions, genesis: GenesisDocument, clock: EngineClock) {
		this.#root = options.db
		this.db = options.db.prefixed(prefixes.engine)
		this.genesis = genesis
		this.application = new ReopenableApplication(() =>
			options.openApplication(this.#root.prefixed(prefixes.application), this.genesis.chainId),
		)
		this.store = new BlockStore(this.db)
		this.mempool = new Mempool({ ...defaultMempoolLimits, ...options.config.mempool })
		this.snapshots = new Snapshots(this.db)
		this.sweeper = new Sweeper(this.db, this.store)
		this.clockHistory = new ClockHistory(this.db)
		this.key = options.validatorKey(genesis)
		this.#clock = clock
		this.#log = options.log
		this.#keepBlocks = options.config.keepBlocks
		this.#mark = options.mark
		this.#durable = options.durable
		this.#rewindApplication = options.rewindApplication
		this.state = loadState(this, this.#mark, this.#log)
		this.#mark?.write(this.state.height)
		this.#restoreClock()
		this.#durable?.stands(this.state)
	}

	/** Height of the next block. */
	get nextHeight(): number {
		return this.state.height === 0 ? this.genesis.initialHeight : this.state.height + 1
	}

	/** Whether the state has changed since the newest block's header: the next one carries its hash (tendermint needProofBlock). */
	get needsProofBlock(): boolean {
		const { height, appHash } = this.state
		const header = this.store.meta(height)?.header
		return header === undefined || !equalBytes(header.appHash, appHash)
	}

	/** Reads the state again, after a revert or reset changed the database. */
	reload(): void {
		this.application.reopen()
		this.mempool.clear()
		this.snapshots.reload()
		this.sweeper.reload()
		this.clockHistory.reload()
		this.state = loadState(this, this.#mark, this.#log)
		this.#mark?.write(this.state.height)
		this.#durable?.stands(this.state)
	}

	/** Call it before the database goes back to an older height, so that a crash on the way loses nothing. */
	expectRewind(height: number): void {
		this.#durable?.goesBack()
		this.#mark?.write(height)
	}

	/**
	 * Goes back to an older block: state, blocks, snapshots and clock of that height, durable on return.
	 * @param clock State of the clock (default: that of the block's time of making).
	 * @throws {UserError} for a height that is not kept or whose blocks are damaged; nothing changes then.
	 */
	async rewind(height: number, clock: ClockState = this.clockHistory.at(height)): Promise<void> {
		const batch = this.#root.batch()
		const mine = batch.prefixed(prefixes.engine)
		const before = await rewindBatch(this.store, this.state, height, mine, yielder())
		checkNewestBlocks(this.store, before)
		if (before.height < this.state.height) {
			if (this.#rewindApplication === undefined) {
				throw new UserError('The application of this chain cannot go back.')
			}
			this.#rewindApplication(this.store.meta(height)!.header, batch.prefixed(prefixes.application))
		}
		this.snapshots.dropAbove(height, mine)
		this.clockHistory.rewind(height, clock, mine)
		this.expectRewind(height)
		await this.#root.write(batch, { sync: true })
		this.#clock.restore(clock)
		this.reload()
	}

	/** Begins again from a document, after the database was emptied. */
	replaceGenesis(genesis: GenesisDocument): void {
		this.genesis = genesis
		this.reload()
	}

	/** CheckTx alone. */
	checkTx(tx: Uint8Array): Promise<TxResult> {
		return this.#mempoolLock.run(() => this.application.checkTx({ tx, type: 'new' }))
	}

	/** CheckTx and, when it passes, a place in the mempool. @throws {MempoolError} */
	addTx(tx: Uint8Array): Promise<TxResult> {
		return this.#mempoolLock.run(async () => {
			const { block } = paramsAt(this.state, this.nextHeight)
			const key = this.mempool.admit(tx, maxDataBytes(block.maxBytes))
			const result = await this.application.checkTx({ tx, type: 'new' })
			this.mempool.settle(key, tx, result, block.maxGas)
			return result
		})
	}

	/**
	 * Takes waiting transactions out of the mempool and checks the others again, as after a block. Resolves with how many
	 * went.
	 * @param forgetChecks takes the application's check state back to the last block
	 */
	dropTxs(isUnwanted: (tx: Uint8Array) => boolean, forgetChecks: () => void): Promise<number> {
		return this.#mempoolLock.run(async () => {
			const unwanted = this.mempool.entries().filter(({ tx }) => isUnwanted(tx))
			if (unwanted.length === 0) return 0
			for (const { key } of unwanted) this.mempool.remove(key)
			await this.application.inTurn(forgetChecks)
			await this.#recheck()
			return unwanted.length
		})
	}

	/**
	 * Makes the next block and returns when it is durable. A throw leaves the application unusable until `reload`.
	 * @param spacing Whether its time is in another second than the time of the block before, and how many seconds later
	 * if not by the clock.
	 */
	async makeBlock({ inNextSecond, secondsBetween, isEmpty }: BlockWish): Promise<MadeBlock> {
		const height = this.nextHeight
		const first = this.state.height === 0
		const last = this.state.time
		const after = (): BlockTime => {
			if (secondsBetween !== undefined) return this.#clock.secondsAfter(last, secondsBetween)
			return inNextSecond ? this.#clock.inNextSecond(last) : this.#clock.after(last)
		}
		const time = first ? this.genesis.genesisTime : after()
		const lastCommit = first ? noCommit : this.#sign(height - 1, this.state.blockId, time)
		const { block: limits } = paramsAt(this.state, height)
		const txs = isEmpty ? [] : this.mempool.reap(maxDataBytes(limits.maxBytes), limits.maxGas)
		const { block, meta } = makeBlock(this.genesis.chainId, this.state, { height, time, lastCommit, txs })
		const results = await this.#execute(block, meta.blockId.hash)
		return this.#mempoolLock.run(async () => {
			const seenCommit = this.#sign(height, meta.blockId, this.#clock.after(time))
			const records = txs.map((tx, index) => ({
				hash: sha256(tx),
				height,
				index,
				tx,
				result: results.txs[index]!,
			}))
			await this.#write({ block, meta, results, seenCommit }, records)
			await this.#settleMempool(txs, results.txs)
			return { block, results, records }
		})
	}

	/** Restores the clock. An older home without a stored clock continues at least at its newest block's time. */
	#restoreClock(): void {
		const { latest } = this.clockHistory
		if (latest !== undefined) {
			this.#clock.restore(latest)
			return
		}
		const ahead = timeToMs(this.state.time) - this.#clock.now()
		if (this.state.height === 0 || ahead < aheadMs) return
		this.#log(
			'warn',
			'engine',
			`The newest block is ${Math.round(ahead / 1000)} s ahead of the machine's clock; the node's clock goes on from there.`,
		)
		this.#clock.advance(ahead)
	}

	/** Runs a block through the application and yields to other work every few milliseconds. */
	async #execute({ header, txs }: Block, hash: Uint8Array): Promise<BlockResults> {
		const { application: app } = this
		const { height } = header
		const begin = await app.inTurn(() => app.beginBlock({ header, hash }))
		const results: TxResult[] = []
		const pause = yielder()
		for (const tx of txs) {
			results.push(await app.deliverTx(tx))
			await pause()
		}
		const end = await app.inTurn(() => app.endBlock({ height }))
		if (end.validatorUpdates.length > 0) {
			this.#log(
				'warn',
				'engine',
				`Validator updates of height ${height} are only recorded: this node is the sole validator.`,
			)
		}
		return {
			height,
			txs: results,
			beginBlockEvents: begin.events,
			endBlockEvents: end.events,
			validatorUpdates: end.validatorUpdates,
			consensusParamUpdates: end.consensusParamUpdates,
		}
	}

	/** Commits the application and writes its state, the block, its results and indexes as one batch. */
	async #write(committed: CommittedBlock, records: readonly TxRecord[]): Promise<void> {
		const { height, time } = committed.block.header
		const batch = this.#root.batch()
		const durable = this.#commitInto(batch, committed, records, height, time)
		this.application.holdQueries(durable)
		this.state = await durable
	}

	async #commitInto(
		batch: WriteBatch,
		committed: CommittedBlock,
		records: readonly TxRecord[],
		height: number,
		time: EngineState['time'],
	): Promise<EngineState> {
		const { application: app } = this
		const { appHash, retainHeight } = await app.inTurn(() => app.commit(batch.prefixed(prefixes.application)))
		const mine = batch.prefixed(prefixes.engine)
		const pause = yielder()
		this.store.putBlock(mine, committed)
		for (const record of records) {
			this.store.putTx(mine, record)
			await pause()
		}
		const { consensusParamUpdates } = committed.results
		const params = withParamUpdates(this.state.params, consensusParamUpdates, height + 1)
		const state: EngineState = {
			...this.state,
			height,
			earliestHeight: this.#earliestAfter(height, retainHeight),
			time,
			blockId: committed.meta.blockId,
			appHash,
			lastResultsHash: resultsHash(committed.results.txs),
			appVersion:
				consensusParamUpdates === undefined ? this.state.appVersion : params.at(-1)!.params.version.appVersion,
			params,
		}
		mine.put(stateKey, encodeState(state))
		await this.#root.write(batch, { sync: true })
		this.#mark?.write(height)
		this.#durable?.block(height)
		return state
	}

	/**
	 * The lowest height that is kept after a block: older ones are refused from then on, and their records go little by
	 * little (see Sweeper), so that neither a full block nor a new limit makes the chain wait.
	 * @param retainHeight lowest one the application needs, 0 for all
	 */
	#earliestAfter(height: number, retainHeight: number): number {
		const earliest = this.state.earliestHeight === 0 ? height : this.state.earliestHeight
		const byConfig = this.#keepBlocks > 0 ? height - this.#keepBlocks + 1 : earliest
		// A snapshot needs its block and all since.
		const keepFrom = Math.min(Math.max(byConfig, retainHeight), this.snapshots.lowest ?? height)
		return Math.max(earliest, keepFrom)
	}

	async #settleMempool(txs: readonly Uint8Array[], results: readonly TxResult[]): Promise<void> {
		this.mempool.update(txs, results)
		await this.#recheck()
	}

	/** Checks what waits on the check state after the last block. */
	async #recheck(): Promise<void> {
		const { maxGas } = paramsAt(this.state, this.nextHeight).block
		const pause = yielder()
		for (const { key, tx } of this.mempool.entries()) {
			this.mempool.settleRecheck(key, await this.application.checkTx({ tx, type: 'recheck' }), maxGas)
			await pause()
		}
	}

	#sign(height: number, blockId: EngineState['blockId'], time: EngineState['time']): Commit {
		return signCommit(this.genesis.chainId, this.key, height, blockId, time)
	}
}

/** Lets other work run when more than 8 ms have passed since it last did. */
function yielder(): () => Promise<void> {
	let since = performance.now()
	return async () => {
		if (performance.now() - since < 8) return
		await nextTurn()
		since = performance.now()
	}
}
