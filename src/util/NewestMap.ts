/** A map of bounded size: an entry that is set comes last, also one that was there, and the first beyond the size is forgotten. */
export class NewestMap<Key, Value> extends Map<Key, Value> {
	readonly #most: number

	/** @param most Entries that are kept. */
	constructor(most: number) {
		super()
		this.#most = most
	}

	override set(key: Key, value: Value): this {
		this.delete(key)
		super.set(key, value)
		if (this.size > this.#most) this.delete(this.keys().next().value!)
		return this
	}
}
