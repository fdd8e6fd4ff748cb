import type { BlockMode } from './EngineControl.ts'

/**
 * Decides when the next block is made. One block at a time; `make` is never called again before its promise settled.
 */
export class BlockSchedule {
	mode: BlockMode
	intervalMs: number
	private readonly make: () => Promise<unknown>
	private readonly hasWork: () => boolean
	private running = false
	private held = false
	private making = false
	private lastStart = Number.NEGATIVE_INFINITY
	private timer: ReturnType<typeof setTimeout> | undefined

	/** `make` makes a block and never rejects; `hasWork` tells whether a transaction waits. */
	constructor(mode: BlockMode, intervalMs: number, make: () => Promise<unknown>, hasWork: () => boolean) {
		this.mode = mode
		this.intervalMs = intervalMs
		this.make = make
		this.hasWork = hasWork
	}

	get isRunning(): boolean {
		return this.running
	}

	get isPaused(): boolean {
		return this.held
	}

	start(): void {
		this.running = true
		this.plan()
	}

	stop(): void {
		this.running = false
		this.plan()
	}

	pause(): void {
		this.held = true
		this.plan()
	}

	resume(): void {
		this.held = false
		this.plan()
	}

	set(mode: BlockMode, intervalMs: number): void {
		this.mode = mode
		this.intervalMs = intervalMs
		this.plan()
	}

	/** A block was made by other means: the interval begins anew. */
	restartInterval(): void {
		this.lastStart = performance.now()
		this.plan()
	}

	/** A transaction came in. */
	wake(): void {
		if (this.mode === 'instant') this.plan()
	}

	private plan(): void {
		clearTimeout(this.timer)
		this.timer = undefined
		if (!this.running || this.held || this.making) return
		if (this.mode === 'interval') {
			const wait = this.lastStart + this.intervalMs - performance.now()
			this.timer = setTimeout(() => void this.run(), Math.max(0, wait))
		} else if (this.mode === 'instant' && this.hasWork()) {
			// At the end of this turn, so that transactions sent together share a block.
			this.timer = setTimeout(() => void this.run(), 0)
		}
	}

	private async run(): Promise<void> {
		this.making = true
		this.lastStart = performance.now()
		try {
			await this.make()
		} finally {
			this.making = false
			this.plan()
		}
	}
}
