/** Lets a few at a time do what would take too much memory if all did it at once; the others wait in order. */
export class Turns {
	#free: number
	readonly #waiting: (() => void)[] = []

	/** `count` may go at once. */
	constructor(count: number) {
		this.#free = count
	}

	/** Resolves when it is one's turn; each must be followed by one `end`. */
	async begin(): Promise<void> {
		if (this.#free > 0) this.#free--
		else await new Promise<void>((resolve) => this.#waiting.push(resolve))
	}

	/** Passes the turn to the caller that has waited longest. */
	end(): void {
		const next = this.#waiting.shift()
		if (next === undefined) this.#free++
		else next()
	}
}
