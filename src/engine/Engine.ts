import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Application, BlockTime, TxResult } from '../abci/Application.ts'
import { timeFromMs } from '../chain/blockTime.ts'
import type { ChainEvent } from '../chain/ChainEvent.ts'
import type { ChainReader, Unsubscribe } from '../chain/ChainReader.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { parseGenesis } from '../chain/parseGenesis.ts'
import type { BroadcastCommitResult, TxPool } from '../chain/TxPool.ts'
import { sha256 } from '../crypto/hash.ts'
import { thrownText, UserError } from '../errors/UserError.ts'
import { Lock } from '../util/Lock.ts'
import { BlockSchedule } from './blocks/BlockSchedule.ts'
import { EngineClock } from './blocks/EngineClock.ts'
import { Chain } from './Chain.ts'
import { ChainRecords, type StandingChain } from './ChainRecords.ts'
import type { BlockMode, EngineControl, ProductionState } from './EngineControl.ts'
import type { EngineOptions } from './EngineOptions.ts'
import { EventBus } from './EventBus.ts'
import { openGenesis, resetDatabase } from './genesisRecord.ts'
import { InclusionWaiters } from './InclusionWaiters.ts'
import type { SnapshotInfo } from './Snapshots.ts'

/** How long a broadcast waits for its block. */
const longestWaitMs = 10_000

/** The complete light engine. Callers in its thread see a new status at once. */
export interface Engine extends ChainReader, TxPool, EngineControl {
	/** The application the engine drives; stays the same object across revert and reset. */
	readonly application: Application
	readonly chainId: string
	/** See ChainStatus, as the one below. */
	readonly height: number
	readonly earliestHeight: number
	/** The app hash the last commit returned: it is in the NEXT block's header. Empty before InitChain answered one. */
	readonly appHash: Uint8Array
}

/**
 * Opens the light engine on a database: at its last whole block, or at a genesis document when the database is empty.
 * Blocks are made from `start` on.
 * @throws {UserError} for a genesis document, key or database it cannot go on with.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
	const genesis = await openGenesis(options.db, options.genesis)
	return new LightEngine(options, genesis)
}

class LightEngine extends ChainRecords implements Engine {
	readonly #options: EngineOptions
	readonly #clock: EngineClock
	readonly #schedule: BlockSchedule
	readonly #bus: EventBus
	readonly #rewindListeners = new Set<() => void>()
	readonly #inclusions = new InclusionWaiters()
	#chain: Chain
	/** Tasks that change the chain: one at a time. */
	readonly #tasks = new Lock()
	#failure: unknown
	#sweeping = false
	#stopped = false
	#isSecondsApart = false
	#secondsBetween: number | undefined

	constructor(options: EngineOptions, genesis: GenesisDocument) {
		super()
		this.#options = options
		this.#clock = new EngineClock(options.clock)
		this.#bus = new EventBus(options.log)
		this.#chain = new Chain(options, genesis, this.#clock)
		const { blockMode, blockIntervalMs, emptyBlocksMs } = options.config
		const make = () => this.#exclusive(() => this.#makeBlock()).catch(() => undefined)
		const hasWork = () =>
			this.#chain.mempool.count > 0 || (this.#schedule.mode === 'interval' && this.#chain.needsProofBlock)
		this.#schedule = new BlockSchedule(blockMode, blockIntervalMs, make, hasWork, emptyBlocksMs)
	}

	protected override get standing(): StandingChain {
		return this.#chain
	}

	get application(): Application {
		return this.#chain.application
	}

	get appHash(): Uint8Array {
		return this.#chain.state.appHash
	}

	async mempoolSize(): Promise<{ readonly count: number; readonly bytes: number }> {
		return { count: this.#chain.mempool.count, bytes: this.#chain.mempool.bytes }
	}

	async mempoolTxs(limit: number): Promise<readonly Uint8Array[]> {
		return this.#chain.mempool.first(limit)
	}

	checkTx(tx: Uint8Array): Promise<TxResult> {
		this.#assertAlive()
		return this.#chain.checkTx(tx)
	}

	async broadcastTxSync(tx: Uint8Array): Promise<TxResult> {
		this.#assertAlive()
		const result = await this.#chain.addTx(tx)
		this.#schedule.wake()
		return result
	}

	async broadcastTxSettled(tx: Uint8Array): Promise<TxResult> {
		const { mode, isRunning, isPaused } = this.#schedule
		if (mode !== 'instant' || !isRunning || isPaused) return this.broadcastTxSync(tx)
		const inclusion = this.#inclusions.waitFor(sha256(tx))
		try {
			const result = await this.broadcastTxSync(tx)
			// When the time is over the block may still come: whoever waited asks for it later.
			if (result.code === 0) await inclusion.within(longestWaitMs).catch(() => undefined)
			return result
		} finally {
			inclusion.stop()
		}
	}

	async broadcastTxAsync(tx: Uint8Array): Promise<void> {
		await this.broadcastTxSync(tx)
	}

	async broadcastTxCommit(tx: Uint8Array, timeoutMs = longestWaitMs): Promise<BroadcastCommitResult> {
		const hash = sha256(tx)
		const inclusion = this.#inclusions.waitFor(hash)
		try {
			const checkTx = await this.broadcastTxSync(tx)
			if (checkTx.code !== 0) return { checkTx, deliverTx: undefined, hash, height: 0 }
			const record = await inclusion.within(timeoutMs)
			return { checkTx, deliverTx: record.result, hash, height: record.height }
		} finally {
			inclusion.stop()
		}
	}

	async subscribe(query: string, listener: (event: ChainEvent) => void): Promise<Unsubscribe> {
		return this.#bus.subscribe(query, listener)
	}

	get production(): ProductionState {
		const { isRunning, isPaused, mode, intervalMs } = this.#schedule
		return { running: isRunning, paused: isPaused, mode, intervalMs, clock: this.#clock.state }
	}

	async start(): Promise<void> {
		this.#stopped = false
		if (this.height === 0 && this.#schedule.mode !== 'manual') await this.mine()
		this.#schedule.start()
	}

	async stop(): Promise<void> {
		this.#stopped = true
		this.#schedule.stop()
		await this.#exclusive(async () => undefined).catch(() => undefined)
	}

	setBlockMode(mode: BlockMode, intervalMs = this.#schedule.intervalMs): void {
		const refused = (fault: string, bound: string): UserError =>
			new UserError(`A block interval of ${intervalMs} ms is too ${fault}.`, { next: `Give ${bound} ms.` })
		if (!(intervalMs >= 10)) throw refused('short', 'at least 10')
		if (!Number.isSafeInteger(Math.round(intervalMs))) throw refused('long', `at most ${Number.MAX_SAFE_INTEGER}`)
		this.#schedule.set(mode, intervalMs)
	}

	keepSecondsApart(exactly?: number): void {
		this.#isSecondsApart = true
		this.#secondsBetween = exactly
	}

	async mine(blocks = 1, isEmpty = false): Promise<number> {
		for (let made = 0; made < blocks; made++) await this.#exclusive(() => this.#makeBlock(isEmpty))
		this.#schedule.restartInterval()
		return this.height
	}

	dropTxs(isUnwanted: (tx: Uint8Array) => boolean, forgetChecks: () => void): Promise<number> {
		return this.#exclusive(() => this.#chain.dropTxs(isUnwanted, forgetChecks))
	}

	pause(): void {
		this.#schedule.pause()
	}

	resume(): void {
		this.#schedule.resume()
	}

	setTime(timeMs: number, { freeze }: { readonly freeze: boolean }): Promise<void> {
		return this.#changeClock(() => this.#clock.set(timeMs, freeze))
	}

	advanceTime(ms: number): Promise<void> {
		return this.#changeClock(() => this.#clock.advance(ms))
	}

	resetTime(): Promise<void> {
		return this.#changeClock(() => this.#clock.restore({ offsetMs: 0, frozenAt: undefined }))
	}

	now(): BlockTime {
		return timeFromMs(this.#clock.now())
	}

	get snapshots(): readonly SnapshotInfo[] {
		return this.#chain.snapshots.all
	}

	snapshot(name?: string): Promise<string> {
		return this.#exclusive(async () => {
			const { snapshots } = this.#chain
			if (this.height === 0) {
				throw new UserError('There is no block yet to take a snapshot of.', { next: 'Make one first.' })
			}
			const taken = name ?? snapshots.freeName()
			const time = new Date(this.#options.clock.now()).toISOString()
			await snapshots.add({ name: taken, height: this.height, time, clock: this.#clock.state })
			return taken
		})
	}

	deleteSnapshot(name: string): Promise<void> {
		return this.#exclusive(() => this.#chain.snapshots.remove(name))
	}

	revert(name: string): Promise<number> {
		return this.#goBack(() => {
			const { height, clock } = this.#chain.snapshots.find(name)
			return this.#chain.rewind(height, clock)
		})
	}

	rewind(height: number): Promise<number> {
		return this.#goBack(() => this.#chain.rewind(height))
	}

	async reset(genesisText?: string): Promise<number> {
		// A document that no chain can begin with changes nothing.
		const genesis = parseGenesis(genesisText ?? this.#chain.genesis.text)
		if (genesisText !== undefined) await this.#options.checkGenesis?.(genesisText)
		const wasRunning = this.#schedule.isRunning
		this.#schedule.stop()
		await this.#exclusive(async () => {
			await this.#chain.application.inTurn(async () => {
				this.#chain.expectRewind(0)
				await resetDatabase(this.#options.db, genesis)
				this.#chain.replaceGenesis(genesis)
			})
			this.#announceRewind()
		})
		if (wasRunning) await this.start()
		return this.height
	}

	onRewind(listener: () => void): () => void {
		this.#rewindListeners.add(listener)
		return () => this.#rewindListeners.delete(listener)
	}

	#goBack(task: () => Promise<void>): Promise<number> {
		return this.#exclusive(async () => {
			await this.#chain.application.inTurn(task)
			this.#announceRewind()
			return this.height
		})
	}

	#changeClock(change: () => void): Promise<void> {
		return this.#exclusive(async () => {
			const before = this.#clock.state
			change()
			try {
				await this.#chain.clockHistory.note(this.height, this.#clock.state)
			} catch (cause) {
				this.#clock.restore(before)
				throw cause
			}
		})
	}

	async #makeBlock(isEmpty = false): Promise<void> {
		const inNextSecond = this.#isSecondsApart && this.#schedule.mode !== 'interval'
		const made = this.#chain.makeBlock({ inNextSecond, secondsBetween: this.#secondsBetween, isEmpty })
		const { block, results, records } = await made.catch((cause: unknown) => this.#fail(cause))
		this.#inclusions.included(records)
		this.#bus.publishBlock(block, results, records)
		void this.#sweep()
	}

	/** Deletes records of blocks that are not kept, between blocks and in small steps. */
	async #sweep(): Promise<void> {
		if (this.#sweeping) return
		this.#sweeping = true
		try {
			while (!this.#stopped && this.#chain.sweeper.isBehind(this.earliestHeight)) {
				await this.#exclusive(() => this.#chain.sweeper.step(this.earliestHeight))
				await nextTurn()
			}
		} catch (cause) {
			this.#options.log('error', 'engine', `Old blocks are not deleted: ${thrownText(cause)}`)
		} finally {
			this.#sweeping = false
		}
	}

	#fail(cause: unknown): never {
		this.#failure = cause
		this.#schedule.stop()
		this.#options.log('error', 'engine', `No more blocks: ${thrownText(cause)}`)
		this.#options.onFailure?.(cause)
		throw cause
	}

	/** Runs a task after all others that change the chain. */
	#exclusive<T>(task: () => Promise<T>): Promise<T> {
		return this.#tasks.run(() => {
			this.#assertAlive()
			return task()
		})
	}

	#assertAlive(): void {
		if (this.#failure === undefined) return
		throw new UserError('This node has stopped making blocks.', {
			because: this.#failure,
			next: 'Start it again: it goes on from its last whole block.',
		})
	}

	#announceRewind(): void {
		for (const listener of this.#rewindListeners) listener()
	}
}
