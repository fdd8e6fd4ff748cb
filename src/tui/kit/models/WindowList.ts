import type { List, SortOrder } from './List.ts'
import { ListCursor, type ListIdentity } from './ListCursor.ts'

/** The filter of a list that looks for its matches itself. */
export interface WindowFilter {
	readonly text: () => string
	readonly set: (text: string) => void
	/** Words of the filter, marked where they occur. */
	readonly words: () => readonly string[]
	/** Number of matches as text: `12 of 100,000`. */
	readonly found: () => string
}

/** Options of a list. */
export interface WindowListOptions<Row> extends ListIdentity {
	readonly count: () => number
	readonly at: (index: number) => Row | undefined
	/** Absent for a list without a filter. */
	readonly filter?: WindowFilter
	/** Called when the selection may have changed. */
	readonly changed?: () => void
}

/** A list too long to hold: it asks for the rows that are drawn. */
export class WindowList<Row> implements List<Row> {
	readonly cursor: ListCursor
	readonly #options: WindowListOptions<Row>

	constructor(options: WindowListOptions<Row>) {
		this.#options = options
		this.cursor = new ListCursor(options.count, options)
	}

	/** Rows that do not move: the selection stays with its place. */
	static of<Row>(rows: () => readonly Row[]): WindowList<Row> {
		return new WindowList<Row>({
			count: () => rows().length,
			at: (index) => rows()[index],
			keyAt: String,
			indexOf: Number,
		})
	}

	get count(): number {
		return this.#options.count()
	}

	at(index: number): Row | undefined {
		return this.#options.at(index)
	}

	get selected(): Row | undefined {
		return this.at(this.cursor.selected)
	}

	get sort(): SortOrder | undefined {
		return undefined
	}

	get sortable(): readonly string[] {
		return []
	}

	get filter(): string {
		return this.#options.filter?.text() ?? ''
	}

	get words(): readonly string[] {
		return this.#options.filter?.words() ?? []
	}

	get found(): string {
		return this.#options.filter?.found() ?? ''
	}

	setFilter(text: string): void {
		this.#options.filter?.set(text)
	}

	/** Selects the row of a key. Returns false if there is none. */
	select(key: string): boolean {
		const place = this.#options.indexOf(key)
		if (place < 0) return false
		this.cursor.select(place)
		this.chosen()
		return true
	}

	chosen(): void {
		this.#options.changed?.()
	}

	sortBy(_column: string): void {}

	nextSort(): void {}

	move(delta: number): void {
		this.cursor.move(delta)
		this.chosen()
	}

	page(pages: number): void {
		this.cursor.page(pages)
		this.chosen()
	}

	edge(end: 'first' | 'last'): void {
		this.cursor.edge(end)
		this.chosen()
	}
}
