/** Lets one task run at a time, in the order in which they were given. A task must not run another of the same lock. */
export class Lock {
	readonly #waiting: (() => void)[] = []
	#held = false

	/** Runs a task after all given before it. A free lock runs it at once, so that a task that never waits ends in the call. */
	async run<T>(task: () => T | Promise<T>): Promise<T> {
		// Who lets go hands the lock to the next in line, so nobody who comes later can slip in between.
		if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve))
		this.#held = true
		try {
			return await task()
		} finally {
			const next = this.#waiting.shift()
			if (next === undefined) this.#held = false
			else next()
		}
	}
}
