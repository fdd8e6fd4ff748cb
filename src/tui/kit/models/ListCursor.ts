/** Identity of rows, so that the selection stays with an item while rows are added and removed. */
export interface ListIdentity {
	/** The key of the item in a row; undefined if there is none. */
	keyAt(index: number): string | undefined
	/** The current row of an item; -1 if it is gone. */
	indexOf(key: string): number
	/** The end with the newest item: a selection there stays there while items are added. Undefined in other orders. */
	readonly follows?: 'first' | 'last' | undefined
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
	/** The selection was put on the end with the newest item, and not held there. */
	#atNewest = true

	/** @param count Current number of rows, read at each move, so that keys typed before the first drawing count too. */
	constructor(count: () => number, identity?: ListIdentity) {
		this.#count = count
		this.#identity = identity
	}

	get count(): number {
		return this.#count()
	}

	get selected(): number {
		this.#follow()
		return this.#index
	}

	/** Whether the selection stays on the newest item. */
	get following(): boolean {
		return this.#atNewest && this.#identity?.follows !== undefined
	}

	/** Goes to the newest item and stays there, or stays with the selected item from now on. */
	follow(on: boolean): void {
		if (on) this.edge(this.#identity?.follows ?? 'first')
		else {
			this.#follow()
			this.#atNewest = false
			this.#key = this.#identity?.keyAt(this.#index)
		}
	}

	/** Moves the selection, up to both ends. */
	move(delta: number): void {
		this.select(this.selected + delta)
	}

	/** Selects a row, or the nearest one. */
	select(index: number): void {
		// The first row is there without a count, which some lists must work for.
		this.#index = index <= 0 ? 0 : Math.max(0, Math.min(this.count - 1, index))
		this.#atNewest = this.#index === (this.#identity?.follows === 'last' ? Math.max(0, this.count - 1) : 0)
		this.#key = this.following ? undefined : this.#identity?.keyAt(this.#index)
	}

	/** Moves by pages or fractions of a page. */
	page(pages: number): void {
		this.move(Math.trunc(pages * Math.max(1, this.height - 1)))
	}

	edge(end: 'first' | 'last'): void {
		this.select(end === 'first' ? 0 : this.count)
	}

	/** The rows to draw: first row and end (exclusive), so that the selected row is visible and no row is blank. */
	window(height: number): { readonly from: number; readonly to: number } {
		const count = this.count
		this.height = Math.max(1, height)
		const selected = this.selected
		if (selected >= count || this.#key === undefined) this.select(selected)
		const top = Math.max(Math.min(this.top, this.#index), this.#index - this.height + 1)
		this.top = Math.max(0, Math.min(top, count - this.height))
		return { from: this.top, to: Math.min(count, this.top + this.height) }
	}

	/** Moves to the current row of the selected item. If the item is gone, the selection stays. */
	#follow(): void {
		const identity = this.#identity
		if (identity === undefined) return
		if (this.following) {
			this.#index = identity.follows === 'last' ? Math.max(0, this.count - 1) : 0
			return
		}
		if (this.#key === undefined || identity.keyAt(this.#index) === this.#key) return
		const to = identity.indexOf(this.#key)
		if (to >= 0) {
			this.top = Math.max(0, this.top + to - this.#index)
			this.#index = to
			this.#key = identity.keyAt(to)
		} else this.select(this.#index)
	}
}
