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

/** A lock for each name, as long as tasks of that name run or wait. */
export class Locks {
	readonly #locks = new Map<string, { readonly lock: Lock; users: number }>()

	/** Runs a task after all earlier ones of this name. Those of other names run meanwhile. */
	async run<T>(name: string, task: () => T | Promise<T>): Promise<T> {
		const named = this.#locks.get(name) ?? { lock: new Lock(), users: 0 }
		this.#locks.set(name, named)
		named.users++
		try {
			return await named.lock.run(task)
		} finally {
			if (--named.users === 0) this.#locks.delete(name)
		}
	}
}
