import { TextScroll } from './TextScroll.ts'

/** A section of a long text. */
export interface Section {
	readonly id: string
	readonly title: string
	/** Rows safe to print; requested only while the section is open. */
	readonly lines: () => readonly string[]
}

/** Scroll position and folding of a text in sections. Folding is kept for the next text with the same sections. */
export class FoldedSections extends TextScroll {
	readonly #folded: Set<string>
	#current = ''
	#ids: readonly string[] = []
	/** Rows of the headings at the last layout. */
	#places = new Map<string, number>()

	/** @param folded Ids of sections that start folded. */
	constructor(folded: readonly string[] = []) {
		super()
		this.#folded = new Set(folded)
	}

	/** The current section: the one whose heading was visited last, otherwise the first. */
	get current(): string {
		return this.#ids.includes(this.#current) ? this.#current : (this.#ids[0] ?? '')
	}

	isFolded(id: string): boolean {
		return this.#folded.has(id)
	}

	/** Records the sections and the rows of their headings. */
	placed(places: ReadonlyMap<string, number>): void {
		this.#ids = [...places.keys()]
		this.#places = new Map(places)
	}

	/** Folds or opens a section, by default the current one. */
	toggle(id = this.current): void {
		if (id === '') return
		this.#current = id
		if (!this.#folded.delete(id)) this.#folded.add(id)
		this.#show()
	}

	/** Folds all sections, or opens all if none is open. */
	toggleAll(): void {
		const open = this.#ids.some((id) => !this.#folded.has(id))
		for (const id of this.#ids) {
			if (open) this.#folded.add(id)
			else this.#folded.delete(id)
		}
	}

	/** Goes to the next or previous heading. */
	step(by: -1 | 1): void {
		const to = this.#ids[this.#ids.indexOf(this.current) + by]
		if (to === undefined) return
		this.#current = to
		this.#show()
	}

	override edge(end: 'first' | 'last'): void {
		if (end === 'first') this.#current = ''
		super.edge(end)
	}

	#show(): void {
		const place = this.#places.get(this.current)
		if (place !== undefined) this.reveal(place)
	}
}
