/** Does something once it has not been asked for again for a while: held keys and fast typing cost nothing. */
export class Debounce {
	readonly #ms: number
	#timer: NodeJS.Timeout | undefined

	/** @param ms How long it rests first, in milliseconds. */
	constructor(ms: number) {
		this.#ms = ms
	}

	/** Does it after the rest, in place of what waits. The process may end before. */
	run(work: () => void): void {
		clearTimeout(this.#timer)
		this.#timer = setTimeout(work, this.#ms).unref()
	}

	/** Drops what waits. */
	cancel(): void {
		clearTimeout(this.#timer)
	}
}
