/** Identity of rows, so that the selection stays with an item while rows are added and removed. */
export interface ListIdentity {
	/** The key of the item in a row; undefined if there is none. */
	keyAt(index: number): string | undefined
	/** The current row of an item; -1 if it is gone. */
	indexOf(key: string): number
	/** Whether a selection in the first row stays there, so that a list with the newest item first is followed. */
	readonly followsFirst?: boolean
}

/**
 * Selection and scroll position of a list too long to draw. It holds no rows, so a million cost as much as ten. With an
 * identity the selection follows its item, which keeps its place on the screen.
 */
export class ListCursor {
	top = 0
	/** Rows at the last drawing: a page. */
	height = 10
	readonly #count: () => number
	readonly #identity: ListIdentity | undefined
	#index = 0
	/** Key of the selected item; undefined if the selection stays with its row. */
	#key: string | undefined

	/** @param count Current number of rows, read at each move, so that keys typed before the first drawing count too. */
	constructor(count: () => number, identity?: ListIdentity) {
		this.#count = count
		this.#identity = identity
	}

	get count(): number {
		return this.#count()
	}

	/** The selected row. */
	get selected(): number {
		this.#follow()
		return this.#index
	}

	/** Moves the selection, up to both ends. */
	move(delta: number): void {
		this.select(this.selected + delta)
	}

	/** Selects a row, or the nearest one. */
	select(index: number): void {
		this.#index = Math.max(0, Math.min(this.count - 1, index))
		this.#remember()
	}

	/** Moves by pages or fractions of a page. */
	page(pages: number): void {
		this.move(Math.trunc(pages * Math.max(1, this.height - 1)))
	}

	/** Goes to the first or last row. */
	edge(end: 'first' | 'last'): void {
		this.select(end === 'first' ? 0 : this.count - 1)
	}

	/**
	 * The rows to draw: first row and end (exclusive). Adapts to changes of count or height so that the selected row is
	 * visible and no row is blank.
	 */
	window(height: number): { readonly from: number; readonly to: number } {
		const count = this.count
		this.height = Math.max(1, height)
		const selected = this.selected
		if (selected >= count || this.#key === undefined) this.select(selected)
		if (this.#index < this.top) this.top = this.#index
		if (this.#index >= this.top + this.height) this.top = this.#index - this.height + 1
		this.top = Math.max(0, Math.min(this.top, count - this.height))
		return { from: this.top, to: Math.min(count, this.top + this.height) }
	}

	#remember(): void {
		const stays = this.#index === 0 && this.#identity?.followsFirst === true
		this.#key = stays ? undefined : this.#identity?.keyAt(this.#index)
	}

	/** Moves to the current row of the selected item. If the item is gone, the selection stays. */
	#follow(): void {
		if (this.#identity === undefined || this.#key === undefined) return
		if (this.#index === 0 && this.#identity.followsFirst === true) {
			this.#key = undefined
			return
		}
		if (this.#identity.keyAt(this.#index) === this.#key) return
		const to = this.#identity.indexOf(this.#key)
		if (to >= 0) {
			this.top = Math.max(0, this.top + to - this.#index)
			this.#index = to
			this.#key = this.#identity.keyAt(to)
		} else this.select(this.#index)
	}
}
