/**
 * Position in a list too long to draw: which row is selected and which is the first one shown. Holds no rows, so it
 * costs the same for ten and for a million.
 */
export class ListCursor {
	selected = 0
	top = 0
	/** Rows shown when it was last drawn: a page. */
	height = 10
	readonly #count: () => number

	/** @param count Number of rows now; asked at each move, so that keys typed before the first drawing count too. */
	constructor(count: () => number) {
		this.#count = count
	}

	get count(): number {
		return this.#count()
	}

	/** Moves the selection; it stops at both ends. */
	move(delta: number): void {
		this.select(this.selected + delta)
	}

	/** Selects a row, or the nearest there is. */
	select(index: number): void {
		this.selected = Math.max(0, Math.min(this.count - 1, index))
	}

	/** Moves by pages, or parts of one. */
	page(pages: number): void {
		this.move(Math.trunc(pages * Math.max(1, this.height - 1)))
	}

	/**
	 * The rows to draw now: first and one past the last. Adjusts to a changed count or height so that the selected row
	 * is among them and no row is left blank.
	 */
	window(height: number): { readonly from: number; readonly to: number } {
		const count = this.count
		this.height = Math.max(1, height)
		this.select(this.selected)
		if (this.selected < this.top) this.top = this.selected
		if (this.selected >= this.top + this.height) this.top = this.selected - this.height + 1
		this.top = Math.max(0, Math.min(this.top, count - this.height))
		return { from: this.top, to: Math.min(count, this.top + this.height) }
	}
}
