/** What the rows of a list are, so that the selection stays with an item while rows come and go before it. */
export interface ListIdentity {
	/** The key of the item in a row; undefined where there is none. */
	keyAt(index: number): string | undefined
	/** The row an item is in now; -1 when it is no longer in the list. */
	indexOf(key: string): number
	/** In the first row the selection stays with the row: a list whose newest item is first is followed there. */
	readonly followsFirst?: boolean
}

/**
 * Position in a list too long to draw: which row is selected and which is the first one shown. Holds no rows, so it
 * costs the same for ten and for a million. With an identity the selection follows its item, and the item stays where it
 * is on the screen.
 */
export class ListCursor {
	top = 0
	/** Rows shown when it was last drawn: a page. */
	height = 10
	readonly #count: () => number
	readonly #identity: ListIdentity | undefined
	#index = 0
	/** Of the selected item; undefined where the selection stays with its row. */
	#key: string | undefined

	/** @param count Number of rows now; asked at each move, so that keys typed before the first drawing count too. */
	constructor(count: () => number, identity?: ListIdentity) {
		this.#count = count
		this.#identity = identity
	}

	get count(): number {
		return this.#count()
	}

	/** The selected row now. */
	get selected(): number {
		this.#follow()
		return this.#index
	}

	/** Moves the selection; it stops at both ends. */
	move(delta: number): void {
		this.select(this.selected + delta)
	}

	/** Selects a row, or the nearest there is. */
	select(index: number): void {
		this.#index = Math.max(0, Math.min(this.count - 1, index))
		this.#remember()
	}

	/** Moves by pages, or parts of one. */
	page(pages: number): void {
		this.move(Math.trunc(pages * Math.max(1, this.height - 1)))
	}

	/** To the first or the last row. */
	edge(end: 'first' | 'last'): void {
		this.select(end === 'first' ? 0 : this.count - 1)
	}

	/**
	 * The rows to draw now: first and one past the last. Adjusts to a changed count or height so that the selected row
	 * is among them and no row is left blank.
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

	/** Goes to the row the selected item is in now; an item that went leaves the selection where it was. */
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
