import type { Movable } from './Movable.ts'
import { TextScroll } from './TextScroll.ts'

/** A part of a long text under a heading. */
export interface Section {
	readonly id: string
	readonly title: string
	/** Rows safe to print; only asked for while the section is open. */
	readonly lines: () => readonly string[]
}

/** Where the reader is in a text of sections that fold. What is folded stays so for the next text of the same sections. */
export class FoldedSections implements Movable {
	readonly scroll = new TextScroll()
	readonly #folded: Set<string>
	#current = ''
	#ids: readonly string[] = []
	/** Rows of the headings when they were last laid out. */
	#places = new Map<string, number>()

	/** @param folded Ids of the sections that begin folded. */
	constructor(folded: readonly string[] = []) {
		this.#folded = new Set(folded)
	}

	/** The section the keys act on: the one whose heading was gone to last, else the first. */
	get current(): string {
		return this.#ids.includes(this.#current) ? this.#current : (this.#ids[0] ?? '')
	}

	isFolded(id: string): boolean {
		return this.#folded.has(id)
	}

	/** Tells which sections there are and where their headings stand. */
	placed(places: ReadonlyMap<string, number>): void {
		this.#ids = [...places.keys()]
		this.#places = new Map(places)
	}

	/** Folds a section or opens it; the current one by default. */
	toggle(id = this.current): void {
		if (id === '') return
		this.#current = id
		if (!this.#folded.delete(id)) this.#folded.add(id)
		this.#show()
	}

	/** Folds all, or opens all when none is open. */
	toggleAll(): void {
		const open = this.#ids.some((id) => !this.#folded.has(id))
		for (const id of this.#ids) {
			if (open) this.#folded.add(id)
			else this.#folded.delete(id)
		}
	}

	/** To the next heading or the one before. */
	step(by: -1 | 1): void {
		const to = this.#ids[this.#ids.indexOf(this.current) + by]
		if (to === undefined) return
		this.#current = to
		this.#show()
	}

	move(delta: number): void {
		this.scroll.move(delta)
	}

	page(pages: number): void {
		this.scroll.page(pages)
	}

	edge(end: 'first' | 'last'): void {
		if (end === 'first') this.#current = ''
		this.scroll.edge(end)
	}

	#show(): void {
		const place = this.#places.get(this.current)
		if (place !== undefined) this.scroll.reveal(place)
	}
}
