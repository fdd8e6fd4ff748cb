import { ChainError } from '../../../errors/ChainError.ts'
import type { Scheduler, Slices } from '../../../util/schedule/Scheduler.ts'

/** Time for which code may run before the event loop turns, in milliseconds. */
const turnMs = 10

/** Limit of read-only calls. */
export interface PatienceLimit {
	readonly ms: number
	/** Error text of a call that exceeded it. */
	readonly text: string
	/** The scheduler of the node, and the call in it. */
	readonly scheduler: Scheduler
	readonly slices: Slices
}

/** Lets other work of the process in while code runs, and ends what runs too long. */
export class Patience {
	readonly #deadline: number
	readonly #limit: PatienceLimit | undefined
	#turnBegan = performance.now()

	/** @param limit left out for blocks: they wait for their transactions however long these take */
	constructor(limit?: PatienceLimit) {
		this.#deadline = limit === undefined ? Number.POSITIVE_INFINITY : performance.now() + limit.ms
		this.#limit = limit
	}

	/**
	 * A promise when it is time to let others in. Asked every few thousand gas, at calls and within precompiled contracts.
	 *
	 * @throws {ChainError} if time is up.
	 */
	look(): Promise<void> | undefined {
		const now = performance.now()
		this.assertTime(now)
		return now > this.#turnBegan + turnMs ? this.#giveWay(now) : undefined
	}

	/** Throws ChainError when time is up. */
	assertTime(now = performance.now()): void {
		if (now > this.#deadline) throw new ChainError('undefined', 1, this.#limit?.text ?? '')
	}

	async #giveWay(now: number): Promise<void> {
		if (this.#limit === undefined) {
			await new Promise((resolve) => {
				setImmediate(resolve)
			})
		} else {
			const { scheduler, slices } = this.#limit
			slices.usedMs += now - this.#turnBegan
			scheduler.assertMayGoOn(slices)
			await scheduler.turn(slices)
		}
		this.#turnBegan = performance.now()
	}
}
