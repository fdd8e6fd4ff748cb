import { ChainError } from '../../../errors/ChainError.ts'

/** How long code may run while nothing else of the process does, in milliseconds. */
const turnMs = 20
/** Jumps between two looks at the clock: code without a jump ends soon. */
const jumpsPerLook = 16

/** Lets other work of the process in while code runs, and ends what runs too long. */
export class Patience {
	readonly #deadline: number
	readonly #limitText: string
	#turnEnds = performance.now() + turnMs
	#jumps = 0

	/** @param limit what calls that only ask have; blocks wait for their transactions however long these take */
	constructor(limit?: { readonly ms: number; readonly text: string }) {
		this.#deadline = limit === undefined ? Number.POSITIVE_INFINITY : performance.now() + limit.ms
		this.#limitText = limit?.text ?? ''
	}

	/** At a jump: a promise when it is time to let others in. Throws ChainError when time is up. */
	atJump(): Promise<void> | undefined {
		this.#jumps++
		return this.#jumps % jumpsPerLook === 0 ? this.look() : undefined
	}

	/** The same at every call. */
	look(): Promise<void> | undefined {
		const now = performance.now()
		this.assertTime(now)
		return now > this.#turnEnds ? this.#giveWay() : undefined
	}

	/** Throws ChainError when time is up. */
	assertTime(now = performance.now()): void {
		if (now > this.#deadline) throw new ChainError('undefined', 1, this.#limitText)
	}

	async #giveWay(): Promise<void> {
		await new Promise((resolve) => {
			setImmediate(resolve)
		})
		this.#turnEnds = performance.now() + turnMs
	}
}
