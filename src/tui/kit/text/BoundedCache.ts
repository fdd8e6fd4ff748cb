/**
 * Remembers what was made from a text, up to a number of entries: two generations, of which the older goes when the
 * younger is full. What is asked for often stays; nothing grows without end.
 */
export class BoundedCache<Value> {
	readonly #limit: number
	#young = new Map<string, Value>()
	#old = new Map<string, Value>()

	/** @param limit Entries of a generation; at most twice as many are kept. */
	constructor(limit = 2_000) {
		this.#limit = limit
	}

	/** Entries kept now. */
	get size(): number {
		return this.#young.size + this.#old.size
	}

	/** The value of a key, made when it is not remembered. */
	get(key: string, make: (key: string) => Value): Value {
		const young = this.#young.get(key)
		if (young !== undefined) return young
		const value = this.#old.get(key) ?? make(key)
		if (this.#young.size >= this.#limit) {
			this.#old = this.#young
			this.#young = new Map()
		}
		this.#young.set(key, value)
		return value
	}
}
