/** Something the moving keys (arrows, j k, page keys, g G) and the wheel move through. */
export interface Movable {
	move(delta: number): void
	page(pages: number): void
	/** To the first or the last row. */
	edge(end: 'first' | 'last'): void
}
