import type { TuiApp } from '../TuiApp.ts'

/** Items opened above a screen's list; the last is shown. Esc closes it, or goes back where a link came from. */
export class OpenedStack<Item> {
	readonly #app: TuiApp
	#items: readonly { readonly item: Item; readonly linked: boolean }[] = []

	constructor(app: TuiApp) {
		this.#app = app
	}

	get items(): readonly Item[] {
		return this.#items.map(({ item }) => item)
	}

	get top(): Item | undefined {
		return this.#items.at(-1)?.item
	}

	/** @param linked Whether a link of another screen led here. */
	push(item: Item, linked = false): void {
		this.#items = [...this.#items, { item, linked }].slice(-20)
	}

	/** Replaces the last item; Esc behaves as before. */
	replace(item: Item): void {
		const last = this.#items.at(-1)
		this.#items = [...this.#items.slice(0, -1), { item, linked: last?.linked === true }]
	}

	/** Keeps only items that are still valid. */
	keep(holds: (item: Item) => boolean): void {
		this.#items = this.#items.filter(({ item }) => holds(item))
	}

	clear(): void {
		this.#items = []
	}

	/** Handles Esc. Returns false to let the app go back to where the link was followed. */
	back(): boolean {
		const closed = this.#items.at(-1)
		if (closed === undefined) return false
		this.#items = this.#items.slice(0, -1)
		return !closed.linked || this.#app.state.history.length === 0
	}
}
