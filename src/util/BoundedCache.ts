/** A bounded cache of two generations: the older is dropped when the younger is full, so frequent entries stay. */
export class BoundedCache<Value> {
	readonly #limit: number
	#young = new Map<string, Value>()
	#old = new Map<string, Value>()

	/** @param limit Entries of a generation; the cache holds at most twice as many. */
	constructor(limit = 2_000) {
		this.#limit = limit
	}

	/** Number of entries. */
	get size(): number {
		return this.#young.size + this.#old.size
	}

	/** Returns the value of a key, and creates it if it is missing. */
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
