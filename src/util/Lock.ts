/** Runs one task at a time, in the order of the calls. A task must not run another task of the same lock. */
export class Lock {
	readonly #waiting: (() => void)[] = []
	#held = false

	/** Runs a task after all earlier ones. A free lock starts it synchronously. */
	async run<T>(task: () => T | Promise<T>): Promise<T> {
		// A task that ends hands the lock to the next in line, so no later call can overtake it.
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
