/** Longest wait of the first reply for others, in milliseconds. */
const maxWaitMs = 2
const maxReplies = 32

/**
 * Holds replies until the other requests of this turn of the event loop are answered. A write to a sleeping client
 * wakes it, which costs as much as the reply itself; the next writes find it awake.
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
