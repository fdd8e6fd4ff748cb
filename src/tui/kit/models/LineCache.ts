/** Caches laid-out lines until their inputs change. */
export class LineCache {
	#key: readonly unknown[] = []
	#lines: readonly string[] = []

	/** The lines for a key. They are laid out again only if an element of the key changed. */
	lines(key: readonly unknown[], layOut: () => readonly string[]): readonly string[] {
		if (key.length !== this.#key.length || key.some((item, index) => item !== this.#key[index])) {
			this.#lines = layOut()
			this.#key = key
		}
		return this.#lines
	}
}
