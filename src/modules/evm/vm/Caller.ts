/** A call that used no more than this was short, in milliseconds. */
const shortMs = 25

/** One who asks for calls: a connection. Its calls are many, so it tells them itself when it leaves: a listener for each is dear. */
export class Caller {
	/** Whether nobody takes an answer any more. */
	hasLeft = false
	/** Whether the last call was short. One that asked nothing yet is not known to ask for little. */
	isQuick = false
	readonly #waiting = new Set<() => void>()

	/** Takes note of the time that a call used, in milliseconds. */
	used(ms: number): void {
		this.isQuick = ms <= shortMs
	}

	/** Runs `left` when the caller leaves, once, unless `stays` takes it back. */
	whenLeft(left: () => void): void {
		this.#waiting.add(left)
	}

	/** Takes back what `whenLeft` was told. */
	stays(left: () => void): void {
		this.#waiting.delete(left)
	}

	/** The caller is gone. */
	leave(): void {
		this.hasLeft = true
		for (const left of this.#waiting) left()
		this.#waiting.clear()
	}
}
