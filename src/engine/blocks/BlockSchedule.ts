import type { BlockMode } from '../EngineControl.ts'

/** The longest time a timer can be set to: 24.8 days. */
const longestTimerMs = 2_147_483_647

/** Decides when the next block is made: one at a time, `make` never again before its promise settled. */
export class BlockSchedule {
	mode: BlockMode
	intervalMs: number
	readonly #make: () => Promise<unknown>
	readonly #hasWork: () => boolean
	readonly #emptyBlocksMs: number
	#running = false
	#held = false
	#making = false
	#lastStart = Number.NEGATIVE_INFINITY
	#timer: ReturnType<typeof setTimeout> | undefined

	/**
	 * @param make Makes a block; never rejects.
	 * @param hasWork Whether a transaction waits, or the last block's app hash still needs a block.
	 * @param emptyBlocksMs Time after which interval mode makes an empty block; 0: each interval, Infinity: never.
	 */
	constructor(
		mode: BlockMode,
		intervalMs: number,
		make: () => Promise<unknown>,
		hasWork: () => boolean,
		emptyBlocksMs = 0,
	) {
		this.#emptyBlocksMs = emptyBlocksMs
		this.mode = mode
		this.intervalMs = intervalMs
		this.#make = make
		this.#hasWork = hasWork
	}

	get isRunning(): boolean {
		return this.#running
	}

	get isPaused(): boolean {
		return this.#held
	}

	start(): void {
		this.#running = true
		// A reopened idle chain waits as if its newest block had just been made.
		if (this.#emptyBlocksMs !== 0 && this.#lastStart === Number.NEGATIVE_INFINITY) this.#lastStart = performance.now()
		this.#plan()
	}

	stop(): void {
		this.#running = false
		this.#plan()
	}

	pause(): void {
		this.#held = true
		this.#plan()
	}

	resume(): void {
		this.#held = false
		this.#plan()
	}

	set(mode: BlockMode, intervalMs: number): void {
		this.mode = mode
		this.intervalMs = intervalMs
		this.#plan()
	}

	/** Restarts the interval after a block that was made in another way. */
	restartInterval(): void {
		this.#lastStart = performance.now()
		this.#plan()
	}

	/** Reports a new transaction. */
	wake(): void {
		this.#plan()
	}

	#plan(): void {
		clearTimeout(this.#timer)
		this.#timer = undefined
		if (!this.#running || this.#held || this.#making) return
		if (this.mode === 'interval') {
			const isDue = this.#emptyBlocksMs === 0 || this.#hasWork()
			const apart = isDue ? this.intervalMs : Math.max(this.intervalMs, this.#emptyBlocksMs)
			const wait = this.#lastStart + apart - performance.now()
			if (wait === Number.POSITIVE_INFINITY) return
			this.#timer =
				wait > longestTimerMs
					? setTimeout(() => this.#plan(), longestTimerMs)
					: setTimeout(() => void this.#run(), Math.max(0, wait))
		} else if (this.mode === 'instant' && this.#hasWork()) {
			// At the end of this turn, so that transactions sent together share a block.
			this.#timer = setTimeout(() => void this.#run())
		}
	}

	async #run(): Promise<void> {
		this.#making = true
		this.#lastStart = performance.now()
		try {
			await this.#make()
		} finally {
			this.#making = false
			this.#plan()
		}
	}
}
