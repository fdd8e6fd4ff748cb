/** Runs an action once no newer request came for a while, so that held keys and fast typing cost nothing. */
export class Debounce {
	readonly #ms: number
	#timer: NodeJS.Timeout | undefined

	/** @param ms Delay in milliseconds. */
	constructor(ms: number) {
		this.#ms = ms
	}

	/** Schedules an action in place of the waiting one. It does not keep the process alive. */
	run(work: () => void): void {
		clearTimeout(this.#timer)
		this.#timer = setTimeout(work, this.#ms).unref()
	}

	cancel(): void {
		clearTimeout(this.#timer)
	}
}
