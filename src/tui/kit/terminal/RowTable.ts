/** Frames whose rows stay known: Ink may be one or two behind. */
const kept = 4

/**
 * Finished rows of the screen under short references.
 *
 * Ink takes every line apart into characters and styles and puts it together again on each frame, which costs more than
 * all of the drawing. Rows are exact already, so Ink gets references to lay out, and the presenter puts the rows in
 * their place.
 */
export class RowTable {
	readonly #references = new Map<string, { readonly reference: string; frame: number }>()
	readonly #rows = new Map<string, string>()
	#frame = 0
	#next = 0

	/** Begins a frame and gives the references of its rows. */
	frame(rows: readonly string[]): readonly string[] {
		this.#frame++
		const references = rows.map((row) => this.#reference(row))
		for (const [row, entry] of this.#references) {
			if (entry.frame > this.#frame - kept) continue
			this.#references.delete(row)
			this.#rows.delete(entry.reference)
		}
		return references
	}

	/** The row of a reference; a text that is none stays as it is. */
	resolve(text: string): string {
		return this.#rows.get(text) ?? text
	}

	#reference(row: string): string {
		const known = this.#references.get(row)
		if (known !== undefined) {
			known.frame = this.#frame
			return known.reference
		}
		const reference = `@${(this.#next++).toString(36)}`
		this.#references.set(row, { reference, frame: this.#frame })
		this.#rows.set(reference, row)
		return reference
	}
}
