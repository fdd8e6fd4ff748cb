import { grouped } from '../text/numbers.ts'
import { filterWords } from '../text/searching.ts'
import type { ListColumn, SortOrder } from './List.ts'
import { WindowList } from './WindowList.ts'

/** Options of a list. */
export interface ItemListOptions<Item> {
	/** All items in their default order. Returns a new array only after a change. */
	readonly items: () => readonly Item[]
	/** The identity of an item while others come and go. */
	readonly keyOf: (item: Item) => string
	/** Texts that the filter searches. */
	readonly texts?: (item: Item) => readonly string[]
	/** Its columns: one can sort by those that have an order. */
	readonly columns?: readonly Pick<ListColumn<Item>, 'id' | 'order'>[]
	/** The end with the newest item, which the selection follows; absent for a list in another order. */
	readonly follows?: 'first' | 'last'
	/** Called when the selection or the shown items change. */
	readonly changed?: () => void
}

/**
 * Items of a list with a selection that stays with its item, a filter that acts while typing, and sorting by column.
 * A list too long to hold is a `WindowList`.
 */
export class ItemList<Item> extends WindowList<Item> {
	readonly #options: ItemListOptions<Item>
	#filter = ''
	#words: readonly string[] = []
	#sort: SortOrder | undefined
	#madeFrom: readonly Item[] | undefined
	#shown: readonly Item[] = []
	#places = new Map<string, number>()

	constructor(options: ItemListOptions<Item>) {
		const isInOrder = (): boolean => this.#sort === undefined
		super({
			count: () => this.shown.length,
			at: (index) => this.shown[index],
			keyAt: (index) => {
				const item = this.shown[index]
				return item === undefined ? undefined : options.keyOf(item)
			},
			indexOf: (key) => {
				void this.shown
				return this.#places.get(key) ?? -1
			},
			get follows() {
				return isInOrder() ? options.follows : undefined
			},
			changed: () => options.changed?.(),
		})
		this.#options = options
	}

	/** The items that match the filter, sorted. */
	get shown(): readonly Item[] {
		const items = this.#options.items()
		if (items !== this.#madeFrom) {
			this.#madeFrom = items
			this.#shown = this.#arranged(items)
			this.#places = new Map(this.#shown.map((item, index) => [this.#options.keyOf(item), index]))
		}
		return this.#shown
	}

	/** All items, filtered or not. */
	get all(): readonly Item[] {
		return this.#options.items()
	}

	override get filter(): string {
		return this.#filter
	}

	override get found(): string {
		return `${grouped(this.shown.length)} of ${grouped(this.all.length)}`
	}

	override get words(): readonly string[] {
		return this.#words
	}

	override get sort(): SortOrder | undefined {
		return this.#sort
	}

	override get sortable(): readonly string[] {
		return (this.#options.columns ?? []).flatMap(({ id, order }) => (order === undefined ? [] : [id]))
	}

	/** Shows only items that contain every word in one of their texts. */
	override setFilter(text: string): void {
		this.#filter = text
		this.#words = filterWords(text)
		this.#arrange()
	}

	override sortBy(column: string): void {
		const before = this.#sort
		if (before?.column !== column) this.#sort = { column, descending: false }
		else this.#sort = before.descending ? undefined : { column, descending: true }
		this.#arrange()
	}

	override nextSort(): void {
		const { sortable } = this
		const before = this.#sort
		const next = sortable[sortable.indexOf(before?.column ?? '') + 1]
		if (before?.descending === false) this.#sort = { ...before, descending: true }
		else this.#sort = next === undefined ? undefined : { column: next, descending: false }
		this.#arrange()
	}

	#arrange(): void {
		this.#madeFrom = undefined
		this.chosen()
	}

	#arranged(items: readonly Item[]): readonly Item[] {
		const { texts, columns } = this.#options
		const words = this.#words
		const matching =
			words.length === 0 || texts === undefined
				? items
				: items.filter((item) => {
						const lower = texts(item).map((text) => text.toLowerCase())
						return words.every((word) => lower.some((text) => text.includes(word)))
					})
		const order = columns?.find(({ id }) => id === this.#sort?.column)?.order
		if (order === undefined) return matching
		const ascending = (a: Item, b: Item): number => compare(order(a), order(b))
		return matching.toSorted(this.#sort?.descending === true ? (a, b) => ascending(b, a) : ascending)
	}
}

function compare(a: string | number | bigint | undefined, b: typeof a): number {
	if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
	if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
	return Number(a > b) - Number(a < b)
}
