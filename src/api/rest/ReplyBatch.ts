/** How long the first of a batch waits at most while more replies come, in milliseconds. */
const maxWaitMs = 2
const maxReplies = 32

/**
 * Holds replies back until the requests that came with theirs are answered too: until the end of this turn of the event
 * loop. A write to a client that sleeps wakes it, which costs as much as the reply itself; the next writes find it awake.
 */
export class ReplyBatch {
	#writes: (() => void)[] = []
	#since = 0
	readonly #flush = () => {
		const writes = this.#writes
		this.#writes = []
		for (const write of writes) write()
	}

	/** Runs a write soon. It must not throw. */
	add(write: () => void): void {
		const now = performance.now()
		if (this.#writes.push(write) === 1) {
			this.#since = now
			setImmediate(this.#flush)
		} else if (this.#writes.length >= maxReplies || now - this.#since > maxWaitMs) this.#flush()
	}
}
