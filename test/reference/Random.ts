import { randomSource } from '../support/random.js'

/** Repeatable choices made of one seed. */
export class Random {
	readonly #source: ReturnType<typeof randomSource>

	constructor(seed: number) {
		this.#source = randomSource('', seed)
	}

	/** A whole number from 0 to below `limit`. */
	below(limit: number): number {
		return limit <= 0 ? 0 : this.#source(limit)
	}

	/** True once in `times`. */
	once(times: number): boolean {
		return this.below(times) === 0
	}

	/** One of a list that has at least one item. */
	pick<T>(list: readonly T[]): T {
		return list[this.below(list.length)]!
	}
}
