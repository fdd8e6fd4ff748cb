/** Lines that cost something to lay out, kept until what they are made from changes. */
export class LineCache {
	#key: readonly unknown[] = []
	#lines: readonly string[] = []

	/** The lines for a key, laid out only when an item of it is another one than at the last call. */
	lines(key: readonly unknown[], layOut: () => readonly string[]): readonly string[] {
		if (key.length !== this.#key.length || key.some((item, index) => item !== this.#key[index])) {
			this.#lines = layOut()
			this.#key = key
		}
		return this.#lines
	}
}
