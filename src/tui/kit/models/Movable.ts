/** Anything that the movement keys (arrows, j k, page keys, g G) and the wheel move. */
export interface Movable {
	move(delta: number): void
	page(pages: number): void
	/** Goes to the first or last row. */
	edge(end: 'first' | 'last'): void
}
