/** Notices when a network makes no blocks, and when it does again. */
export class BlockWatch {
	readonly #patienceMs: number
	readonly #quorum: string
	#newest = 0
	#since: number
	#isHalted = false

	/** @param validators of the network @param now milliseconds of a clock that only grows */
	constructor(blockIntervalMs: number, validators: number, now: number) {
		this.#patienceMs = Math.max(10_000, 10 * blockIntervalMs)
		this.#quorum = `more than two thirds of the ${validators} validators must run`
		this.#since = now
	}

	/** @param heights of the nodes, undefined of those that do not answer @returns what is to be told, if anything */
	look(heights: readonly (number | undefined)[], now: number): string | undefined {
		const known = heights.filter((height) => height !== undefined)
		const height = Math.max(0, ...known)
		const waited = now - this.#since
		if (height > this.#newest) {
			const wasHalted = this.#isHalted
			this.#newest = height
			this.#since = now
			this.#isHalted = false
			return wasHalted ? `The chain makes blocks again: height ${height}.` : undefined
		}
		if (this.#isHalted || waited <= this.#patienceMs) return undefined
		this.#isHalted = true
		return `No new block for ${Math.round(waited / 1000)} s after height ${this.#newest}: ${this.#quorum}, ${known.length} answer.`
	}
}
