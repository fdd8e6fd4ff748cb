import type { ListCursor } from '../../../kit/models/ListCursor.ts'
import type { Movable } from '../../../kit/models/Movable.ts'

/** The moving keys over a list. */
export function listMovable(cursor: ListCursor): Movable {
	return {
		move: (delta) => cursor.move(delta),
		page: (pages) => cursor.page(pages),
		edge: (end) => cursor.select(end === 'first' ? 0 : cursor.count - 1),
	}
}
